"""Events: what a transcript says happened, and the packed form the index keeps them in.

An event is one of three fixed-width records. A *moment* stands for every transcript object that has a uuid, a time or a
meaning; *calls* and *results* are the tool traffic on those lines. Records hold counts, hashes and offsets, never text.
Keys are 63-bit hashes of ids and names (`accounting.digests.key`); 0 is "none", a time of -1 is "unknown".
"""

from __future__ import annotations

from struct import Struct

# What a moment is. The order is part of the stored format: append, never renumber.
OTHER, PROMPT, RESPONSE, RESULT, ERROR, LIMIT, BOUNDARY, SUMMARY, CLEAR, BRIEF = range(10)
MOMENT_KINDS = (
    "other",
    "human prompt",
    "response",
    "tool result",
    "error",
    "limit",
    "boundary",
    "compaction summary",
    "clear",
    "brief",
)

# What a tool call does.
CALL, COMMAND, WRITE, READ, SEARCH, SPAWN = range(6)
CALL_KINDS = ("tool call", "command", "write", "read", "search", "spawn")

# Flags of a moment.
SIDECHAIN, META, SYNTHETIC, CLAIMS_DONE, STOPPED = 1, 2, 4, 8, 16
# The three bits above: why a response's cache was missed, where its line states it; a place in this tuple.
CACHE_MISS = 5
CACHE_MISSES = (
    "",
    "model_changed",
    "system_changed",
    "tools_changed",
    "messages_changed",
    "previous_message_not_found",
    "unavailable",
    "another cause",
)

# What a boundary cuts: all but what it preserved; the calls it names; all that stands before the first line it names.
CUT_WHOLE, CUT_MICRO, CUT_BEFORE = range(3)

# Flags of a call: the first seven are about shell commands.
NETWORK, VIEWER, REDIRECT, TEST, COMMIT, CI, BACKGROUND, WHOLE_FILE, REPLACE_ALL = (1 << n for n in range(9))
LEAVES_RUNNING, LIVE = 1 << 9, 1 << 10  # something runs on behind the command; what it shows changes by itself
WRITES = 1 << 11  # a program of the command writes files where it succeeds, or its output goes to one

# Flags of a result.
IS_ERROR, HAS_IMAGE, PERSISTED, UNCHANGED_STUB, DENIED, INTERRUPTED, LAUNCHED = (1 << n for n in range(7))
NO_SUCH_PATH, UNKNOWN_FLAG, NO_SUCH_COMMAND, FAILURE_MARKERS, SUCCESS_MARKERS, NUMBERED = (1 << n for n in range(7, 13))
COMMIT_MARKERS, CI_MARKERS, TRANSIENT = 1 << 13, 1 << 14, 1 << 15

NO_EXIT = -32768  # the exit code is not derivable

# Fields in order: line, part, kind, flags, offset, time (ms), uuid, parent, subject, session, characters.
# `subject`: the response key of an assistant line, the text hash of a prompt or brief.
MOMENT = Struct("<IHBBQqqqqqI")
# Fields in order: line, part, block, kind, tool, call, response, path, first line, line count, before, after, cwd,
# program, command, flags, where its words start in the words blob (counted in words), how many.
# `before`/`after`: hashes of the text an edit replaces and puts; a spawn's `after` is the hash of its prompt.
CALL_ROW = Struct("<IHBBqqqqiiqqqqqIIH")
# Fields in order: line, part, block, padding, call, characters, exit code, flags, payload hash, bare hash,
# error hash, child agent.
RESULT_ROW = Struct("<IHBBqIhH16s16sqq")
WORD = Struct("<I")
NO_HASH = bytes(16)
