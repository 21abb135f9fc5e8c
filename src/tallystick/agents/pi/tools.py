"""Tool traffic of pi: the calls of an assistant's message and the results that answer them, packed for the index."""

from __future__ import annotations

from tallystick.accounting import digests, outcomes
from tallystick.accounting.paths import canonical_path
from tallystick.agents.pi.entries import blocks, said, text
from tallystick.kernel.jsontext import ascii_text
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.pi.lines import Reader

    Fields = dict[str, object]

_KINDS = {
    "bash": event.COMMAND,
    "powershell": event.COMMAND,
    "read": event.READ,
    "edit": event.WRITE,
    "write": event.WRITE,
    "grep": event.SEARCH,
    "find": event.SEARCH,
    "ls": event.SEARCH,
}
_KNOWN = event.VIEWER | event.COMMIT | event.CI
_LARGEST_RANGE = 0x7FFFFFFF
_MOST_WORDS = 0xFFFF
_MOST_BLOCKS = 255
_TAIL = 200  # characters at the end of a failed command's result, where pi says how it ended
_ABORTED = "Command aborted"


class Facts:
    """The fields of a packed call that depend on the tool; the rest is the same for all."""

    __slots__ = ("after", "before", "command", "count", "cwd", "first", "flags", "path", "program", "words")

    def __init__(self) -> None:
        self.path = self.before = self.after = self.cwd = self.program = self.command = self.flags = 0
        self.first = self.count = -1
        self.words: list[int] = []


def read_calls(reader: Reader, content: object, line: int, part: int, response: int) -> int:
    """Pack every tool call of an assistant's message and return the flags of its line."""
    flags = 0
    for nth, block in enumerate(blocks(content)):
        if block.get("type") == "toolCall":
            given = block.get("arguments")
            fields = given if isinstance(given, dict) else {}
            call = digests.key(text(block, "id")) if text(block, "id") else 0
            _pack(reader, text(block, "name"), fields, call, line, part, min(nth, _MOST_BLOCKS), response)
        elif block.get("type") == "text" and outcomes.claims_done(text(block, "text"), reader.vocabulary):
            flags = event.CLAIMS_DONE
    return flags


def read_execution(reader: Reader, message: Fields, line: int, part: int, own: int) -> None:
    """Pack a command that the person ran: the model made no call of it, but it may have changed something."""
    _pack(reader, "bash", message, own, line, part, 0, 0)


def _pack(reader: Reader, tool: str, fields: Fields, call: int, line: int, part: int, nth: int, response: int) -> None:
    kind = _KINDS.get(tool, event.CALL)
    facts = Facts()
    if kind == event.COMMAND:
        _describe(reader, fields, call, facts)
    elif kind in (event.CALL, event.SEARCH):
        facts.command = _key_of(fields)
    elif kind == event.READ:
        facts.first, facts.count = _number(fields.get("offset")), _number(fields.get("limit"))
    else:
        _edit(fields, facts)
    path = text(fields, "path").removeprefix("@")  # as pi does: models write files the way people mention them
    if path and kind not in (event.CALL, event.COMMAND):
        facts.path = reader.name(canonical_path(path, reader.memory.cwd))
    at = len(reader.reading.words)
    reader.reading.words += facts.words
    head = (line, part, nth, kind, reader.name(tool), call, response, facts.path, facts.first, facts.count)
    body = (facts.before, facts.after, facts.cwd, facts.program, facts.command, facts.flags, at, len(facts.words))
    reader.reading.calls.append(event.CALL_ROW.pack(*head, *body))


def _key_of(fields: Fields) -> int:
    """Return the key of a call's arguments, in whatever order they stand; 0 where they are too deep to be written."""
    try:
        return digests.key(ascii_text(dict(sorted(fields.items()))))
    except RecursionError:
        return 0


def _describe(reader: Reader, fields: Fields, call: int, facts: Facts) -> None:
    command = text(fields, "command")
    found = reader.describer.describe(command, reader.memory.cwd)
    facts.cwd, facts.program = reader.name(found.cwd), reader.name(found.program)
    facts.command, facts.flags, facts.words = found.normal, found.flags, found.words[:_MOST_WORDS]
    if reader.describer.keeps_text and command:
        reader.learn(found.normal, command)
    if found.flags & event.TEST:
        reader.memory.tests.add(call)
    elif not found.flags & _KNOWN:
        reader.memory.others.add(call)


def _edit(fields: Fields, facts: Facts) -> None:
    """Note the hashes of the text an edit replaces and of the text it puts: of several in one call, of all."""
    if isinstance(fields.get("content"), str):
        facts.after, facts.flags = digests.key(text(fields, "content")), event.WHOLE_FILE
        return
    several = fields.get("edits")
    edits = list(blocks(several)) if isinstance(several, list) else [fields]
    for name, other in (("oldText", "before"), ("newText", "after")):
        texts = [edit[name] for edit in edits if isinstance(edit.get(name), str)]
        if texts and len(texts) == len(edits):
            setattr(facts, other, digests.key("\0".join(map(str, texts))))


def _number(found: object) -> int:
    """Return a line number or count, -1 where there is none."""
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= _LARGEST_RANGE:
        return -1
    return int(found)


def read_result(reader: Reader, message: Fields, line: int, part: int) -> None:
    """Pack the result of a call."""
    content, image = said(message.get("content"))
    call = digests.key(text(message, "toolCallId")) if text(message, "toolCallId") else 0
    memory = reader.memory
    flags = event.HAS_IMAGE if image else 0
    code = error = 0
    if message.get("isError") is True:
        flags |= event.IS_ERROR | outcomes.classify_error(content)
        if outcomes.is_transient(content, reader.vocabulary):
            flags |= event.TRANSIENT
        aborted = content[-_TAIL:].rstrip().endswith(_ABORTED)
        flags |= event.INTERRUPTED if aborted else 0
        code = event.NO_EXIT if aborted else outcomes.exit_code(content[-_TAIL:])
        error = outcomes.error_hash(content, reader.vocabulary)
    elif call in memory.tests and outcomes.has_failure_marks(content, reader.vocabulary):
        flags |= event.FAILURE_MARKERS
    elif content and call in memory.others:
        flags |= outcomes.success_marks(content, reader.vocabulary)
    memory.tests.discard(call)
    memory.others.discard(call)
    payload = digests.payload(content) if content else event.NO_HASH
    row = (line, part, 0, 0, call, len(content), code, flags, payload, event.NO_HASH, error, 0)
    reader.reading.results.append(event.RESULT_ROW.pack(*row))
