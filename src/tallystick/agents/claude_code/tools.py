"""Tool traffic: the calls of an assistant line and the results of a user line, packed for the index."""

from __future__ import annotations

import re

from tallystick.accounting import digests, outcomes
from tallystick.accounting.paths import canonical_path
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.claude_code.codec import Block, Codec, Input, Line, Outcome
    from tallystick.agents.claude_code.lines import Reader

_pack_call = event.CALL_ROW.pack
_pack_result = event.RESULT_ROW.pack
_key = digests.key
_KINDS = {
    "Bash": event.COMMAND,
    "Read": event.READ,
    "NotebookRead": event.READ,
    "Edit": event.WRITE,
    "MultiEdit": event.WRITE,
    "Write": event.WRITE,
    "NotebookEdit": event.WRITE,
    "Grep": event.SEARCH,
    "Glob": event.SEARCH,
    "LS": event.SEARCH,
    "Task": event.SPAWN,
    "Agent": event.SPAWN,
}
_KNOWN = event.VIEWER | event.COMMIT | event.CI | event.BACKGROUND
_NUMBERED = re.compile("^ *\\d+(?:→|\t)", re.MULTILINE | re.ASCII)
_NUMBER_STARTS = " 0123456789"
# What a result says whose tool never ran: refused by a hook, a rule or a person, or dropped since a call beside it
# had failed.
_REFUSALS = (
    *("PreToolUse:", "The user doesn't want to proceed", "Permission to use", "User rejected tool use"),
    *("<tool_use_error>Sibling tool call", "<tool_use_error>Cancelled:", "Sibling tool call", "Cancelled: parallel"),
)
_UNCHANGED = "ile unchanged since"
_STUB = 400  # characters: the client's "file unchanged" stub is one sentence
_LARGEST_RANGE = 0x7FFFFFFF
_MOST_WORDS = 0xFFFF
_MOST_BLOCKS = 255


def read_calls(
    reader: Reader, found: Line, content: list[Block], codec: Codec, line: int, part: int, response: int
) -> tuple[int, int]:
    """Pack every tool call of an assistant line; return a child's visible characters and what the text claims."""
    visible = 0
    flags = 0
    for block, item in enumerate(content):
        kind = item.type
        if kind == "tool_use":
            if found.isSidechain:
                visible += len(item.name) + codec.length(item.input)
            _read_call(reader, found, item, codec, line, part, min(block, _MOST_BLOCKS), response)
        elif kind == "text":
            if found.isSidechain:
                visible += len(item.text or "")
            if item.text and outcomes.claims_done(item.text, reader.vocabulary):
                flags = event.CLAIMS_DONE
    return visible, flags


def _read_call(
    reader: Reader, found: Line, item: Block, codec: Codec, line: int, part: int, block: int, response: int
) -> None:  # long: one packed row
    kind = _KINDS.get(item.name, event.CALL)
    call = _key(item.id) if item.id else 0
    path = before = after = program = command = flags = cwd = words = at = 0
    start = count = -1
    if kind == event.COMMAND:
        fields = codec.parse_input(item.input)
        facts = reader.describe(fields.command or "", found.cwd or "")
        cwd, program = reader.name(facts.cwd), reader.name(facts.program)
        command, flags, at = facts.normal, facts.flags, len(reader.reading.words)
        words = min(len(facts.words), _MOST_WORDS)
        if reader.keeps_text and fields.command:
            reader.learn(facts.normal, fields.command)
        reader.reading.words += facts.words[:_MOST_WORDS]
        if fields.run_in_background:
            flags |= event.BACKGROUND
        elif flags & event.TEST:
            reader.memory.tests.add(call)
        elif not flags & _KNOWN:
            reader.memory.others.add(call)
    elif kind == event.CALL:
        command = _key(codec.canonical(item.input))
    else:
        fields = codec.parse_input(item.input)
        if kind == event.READ:
            start, count = _count(fields.offset), _count(fields.limit)
        elif kind == event.WRITE:
            before, after, flags = _edit(fields)
        elif kind == event.SEARCH:
            command = _key(codec.canonical(item.input))
        else:
            after = _key(fields.prompt or "")
            reader.reading.spawns.append((line, part, call, 0, after))
        named = fields.file_path or fields.notebook_path or fields.path
        path = reader.name(canonical_path(named, found.cwd)) if named else 0
    tool = reader.name(item.name)
    reader.reading.calls.append(
        _pack_call(
            line,
            part,
            block,
            kind,
            tool,
            call,
            response,
            path,
            start,
            count,
            before,
            after,
            cwd,
            program,
            command,
            flags,
            at,
            words,
        )
    )


def _edit(fields: Input) -> tuple[int, int, int]:
    """Return the keys of the text an edit replaces and of the text it puts (0: none), and its flags."""
    whole = fields.content if isinstance(fields.content, str) else fields.new_source
    if isinstance(whole, str):
        return 0, _key(whole), event.WHOLE_FILE
    old, new = fields.old_string, fields.new_string
    if isinstance(fields.edits, list):
        old, new = _joined(fields.edits, "old_string"), _joined(fields.edits, "new_string")
    flags = event.REPLACE_ALL if fields.replace_all else 0
    return (_key(old) if isinstance(old, str) else 0), (_key(new) if isinstance(new, str) else 0), flags


def _joined(edits: list[object], name: str) -> str | None:
    """Return the texts of several edits in one call as one, None where one of them has none."""
    found = [edit.get(name) for edit in edits if isinstance(edit, dict)]
    texts = [text for text in found if isinstance(text, str)]
    return "\0".join(texts) if texts and len(texts) == len(edits) else None


def _count(found: object) -> int:
    """Return a line number or count; text that spells one counts too, anything else is absent (-1)."""
    if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 10:
        return int(found)
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= _LARGEST_RANGE:
        return -1
    return int(found)


def read_results(
    reader: Reader, found: Line, content: list[Block], codec: Codec, line: int, part: int
) -> tuple[bool, str]:
    """Pack every tool result of a user line; return whether there was one, and the line's own text."""
    answered = False
    texts = []
    for block, item in enumerate(content):
        if item.type == "tool_result":
            answered = True
            _read_result(reader, found, item, codec, line, part, min(block, _MOST_BLOCKS))
        elif item.type == "text":
            texts.append(item.text or "")
    return answered, "".join(texts)


def _read_result(reader: Reader, found: Line, item: Block, codec: Codec, line: int, part: int, block: int) -> None:
    text, image = codec.payload(item.content)
    call = _key(item.tool_use_id) if item.tool_use_id else 0
    outcome = found.toolUseResult
    detailed = outcome.__class__ is codec.Outcome
    flags, child = _details(reader, outcome, line, part, call) if detailed else (0, 0)
    if image:
        flags |= event.HAS_IMAGE
    error = code = 0
    memory = reader.memory
    if item.is_error:
        flags, code, error = _failure(text, flags, reader, is_refused=bool(codec.text(found.toolDenialKind)))
    elif call in memory.tests and outcomes.has_failure_marks(text, reader.vocabulary):
        flags |= event.FAILURE_MARKERS
    elif text and call in memory.others:
        flags |= outcomes.success_marks(text, reader.vocabulary)
    memory.tests.discard(call)
    memory.others.discard(call)
    if flags & (event.INTERRUPTED | event.LAUNCHED):
        code = event.NO_EXIT
    payload = bare = event.NO_HASH
    chars = 0
    if text:
        chars = len(text)
        payload = digests.payload(text)
        if text[0] in _NUMBER_STARTS and _NUMBERED.match(text):
            flags |= event.NUMBERED
            bare = _bare(text, outcome if detailed else None, codec)
        elif chars < _STUB and _UNCHANGED in text:
            flags |= event.UNCHANGED_STUB
    reader.reading.results.append(
        _pack_result(line, part, block, 0, call, chars, code, flags, payload, bare, error, child)
    )


def _failure(text: str, flags: int, reader: Reader, *, is_refused: bool) -> tuple[int, int, int]:
    """Return the flags, exit code and error hash of a result that failed; newer clients say which were refused."""
    flags |= event.IS_ERROR | outcomes.classify_error(text)
    if is_refused or text.startswith(_REFUSALS):
        flags |= event.DENIED
    if outcomes.is_transient(text, reader.vocabulary):
        flags |= event.TRANSIENT
    return flags, outcomes.exit_code(text), outcomes.error_hash(text, reader.vocabulary)


def _details(reader: Reader, outcome: Outcome, line: int, part: int, call: int) -> tuple[int, int]:
    """Return the flags and the child agent that a result's details name."""
    flags = child = 0
    if outcome.interrupted is True:
        flags |= event.INTERRUPTED
    if outcome.backgroundTaskId:
        flags |= event.LAUNCHED
    if outcome.persistedOutputPath:
        flags |= event.PERSISTED
    if outcome.agentId:
        child = _key(outcome.agentId) if isinstance(outcome.agentId, str) else 0
        if child:
            reader.reading.spawns.append((line, part, call, child, 0))
    return flags, child


def _bare(text: str, outcome: Outcome | None, codec: Codec) -> bytes:
    """Return the hash of numbered text without its numbers: as the client recorded the file, else what is left."""
    found = codec.file_text(outcome.file) if outcome is not None else None
    return digests.payload(_NUMBERED.sub("", text) if found is None else found)
