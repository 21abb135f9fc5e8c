"""Finds the event behind an evidence and reads its line again; it does not sync, so that a change shows as one."""

from __future__ import annotations

from tallystick.accounting.periods import find_zone, moment
from tallystick.agents import AGENTS
from tallystick.errors import Ambiguous, NotFound, UsageError
from tallystick.host.environment import shorten
from tallystick.kernel.display import clean
from tallystick.model import event
from tallystick.model.exhibit import Exhibit
from tallystick.store import calls, events, queries
from tallystick.store.index import open_index
from tallystick.tasks import rereading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.model.answers import EventRow
    from tallystick.store.index import Index

    Fact = tuple[str, str]

_STATES = {
    rereading.SAME: "unchanged since it was read",
    rereading.CHANGED: "changed since it was read",
    rereading.GONE: "the transcript is gone, or ends before this line",
}
_ERROR_FLAGS = (
    (event.IS_ERROR, "error"),
    (event.DENIED, "denied"),
    (event.INTERRUPTED, "interrupted"),
    (event.HAS_IMAGE, "with an image"),
    (event.PERSISTED, "kept aside by the client"),
)


def show(place: Surroundings, evidence: str, *, content: bool = False) -> Exhibit:
    """Return what an evidence points at; NotFound and Ambiguous say what to do."""
    prefix, line, part = parse(evidence)
    shown = clean(evidence[:80])
    index = open_index(place.root)
    if index is None:
        raise NotFound(f"there is no index under {place.root} yet: run tally sync first")
    with index:
        found = events.find(index, prefix, line, part)
        if not found:
            raise NotFound(f"the index has no event {shown}: check the id and the line, or run tally sync")
        found.sort(key=lambda row: row.state)  # those that are still there first
        if not all(_is_copy(found[0], other) for other in found[1:]):
            raise Ambiguous(f"{shown} may be any of {_candidates(index, found, line, part)}: write one of them")
        exhibit = _exhibit(place, index, found[0], content=content)
        exhibit.facts += [("also in", shorten(other.path, place.environ)) for other in found[1:]]
        return exhibit


def _is_copy(one: EventRow, other: EventRow) -> bool:
    """Say whether two places hold the same event of one transcript, as a copied config folder has it."""
    return (one.transcript, one.moment, one.calls, one.results) == (
        other.transcript,
        other.moment,
        other.calls,
        other.results,
    )


def parse(evidence: str) -> tuple[str, int, int]:
    """Take an evidence apart: the start of a transcript's id, a line and a part ("8f2c91aa:e143.2")."""
    transcript, mark, place = evidence.rpartition(":e")
    line, dot, part = place.partition(".")
    numbers = [text for text in (line, part if dot else "1") if text.isascii() and text.isdigit() and len(text) < 10]
    if not transcript or not mark or len(numbers) < 2:
        raise UsageError(f"{evidence[:80]!r} is no evidence; it looks like 8f2c91aa:e143 or 8f2c91aa:e143.2")
    return transcript, int(numbers[0]), int(numbers[1])


def name_evidence(index: Index, row: EventRow, line: int, part: int) -> str:
    """Return the shortest evidence that names one event in this index."""
    return f"{events.unique_prefix(index, row.transcript)}:e{line}" + (f".{part}" if part > 1 else "")


def _candidates(index: Index, found: list[EventRow], line: int, part: int) -> str:
    named = [name_evidence(index, row, line, part) for row in found[:5]]
    if len(set(named)) < len(named):  # one transcript id in several places
        named = [f"{name} ({row.path})" for name, row in zip(named, found, strict=False)]
    return ", ".join(named) + (f" and {len(found) - 5} more" if len(found) > 5 else "")


def _exhibit(place: Surroundings, index: Index, row: EventRow, *, content: bool) -> Exhibit:
    answered = [calls.find(index, row.file, int(str(result[4]))) for result in row.results]
    names = queries.names_of(index, _keys((*row.calls, *(call for call in answered if call))))
    line, part, offset = _where(row)
    facts = [
        *_what(row, answered, names),
        *_usage(index, row),
        ("agent", row.agent),
        ("session", row.session),
        ("transcript", shorten(row.path, place.environ)),
        ("at", f"line {line}" + (f", part {part}" if part > 1 else "") + (f", byte {offset}" if offset >= 0 else "")),
    ]
    if row.moment is not None and row.moment[5] >= 0:
        facts.append(("time", moment(row.moment[5] // 1000, find_zone(None), offset=True)))
    state = rereading.compare(row)
    texts: list[Fact] = []
    if content and offset >= 0 and state != rereading.GONE:
        record = rereading.read_line(row.path, offset) or b""
        texts = next((agent.texts(record, part) for agent in AGENTS if row.agent == agent.NAME), [])
    named = name_evidence(index, row, line, part)
    return Exhibit(named, facts, state=_STATES[state], is_intact=state == rereading.SAME, texts=texts)


def _where(row: EventRow) -> tuple[int, int, int]:
    if row.moment is not None:
        return row.moment[0], row.moment[1], row.moment[4]
    first = (*row.calls, *row.results)[0]
    return int(str(first[0])), int(str(first[1])), -1


def _keys(found: tuple[tuple[int, ...], ...]) -> set[int]:
    return {key for call in found for key in (call[4], call[7], call[12], call[13]) if key}


def _what(row: EventRow, answered: list[tuple[int, ...] | None], names: dict[int, str]) -> Iterator[Fact]:
    if row.moment is not None:
        kind = event.MOMENT_KINDS[row.moment[2]]
        characters = row.moment[10]
        yield "what", kind + (f", {characters:,} characters" if characters else "")
    for call in row.calls:
        yield from _call(call, names)
    for result, asked in zip(row.results, answered, strict=True):
        yield from _result(result, asked, names)


def _usage(index: Index, row: EventRow) -> Iterator[Fact]:
    """Yield what a response reported, over all lines that show it."""
    if row.moment is None or row.moment[2] != event.RESPONSE:
        return
    found = queries.response(index, row.moment[8])
    if found is not None:
        model, fresh, written, read, output, stopped = found
        yield "model", model
        at_least = "" if stopped else "at least "
        yield "tokens", f"{fresh:,} input, {written:,} cache write, {read:,} cache read, {at_least}{output:,} output"


def _call(call: tuple[int, ...], names: dict[int, str]) -> Iterator[Fact]:
    kind, tool, program = call[3], call[4], call[13]
    text = f"{event.CALL_KINDS[kind]} by {names.get(tool, 'an unknown tool')}"
    if program:
        text += f", program {names.get(program, 'unknown')}"
    yield "call", text
    yield from _path(call, names)


def _path(call: tuple[int, ...], names: dict[int, str]) -> Iterator[Fact]:
    path, first, count = call[7], call[8], call[9]
    if path:
        lines = f", lines {first} to {first + count - 1}" if first >= 0 and count > 0 else ""
        yield "path", names.get(path, "unknown") + lines


def _result(result: tuple[object, ...], asked: tuple[int, ...] | None, names: dict[int, str]) -> Iterator[Fact]:
    _, _, _, _, _, characters, exit_code, flags, payload, *_ = result
    marks = [name for bit, name in _ERROR_FLAGS if isinstance(flags, int) and flags & bit]
    text = f"{characters:,} characters"
    if isinstance(characters, int) and characters:
        text += f" (estimated {(characters + 3) // 4:,} payload tokens)"
    text += "".join(f", {name}" for name in marks)
    if asked is not None and asked[3] == event.COMMAND and exit_code != event.NO_EXIT:
        text += f", exit code {exit_code}"
    yield "result", text
    if asked is not None:
        yield (
            "answers",
            f"the {event.CALL_KINDS[asked[3]]} by {names.get(asked[4], 'an unknown tool')} of line {asked[0]}",
        )
        yield from _path(asked, names)
    if isinstance(payload, bytes) and payload != event.NO_HASH:
        yield "hash", f"{payload.hex()} (xxh3-128 of the text the model saw)"
