"""The rows that are only counted: mistakes, oscillation, abandoned work; and what is shown apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.reference import shell
from tests.reference.archive import YES, Archive, finding, lies_between
from tests.reference.context import cut_between, exposure
from tests.reference.repeats import PROBABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reference.archive import Finding
    from tests.reference.reading import Act, Thread

MISTAKES = re.compile(
    r"command not found|No such file or directory|File does not exist|is not a git command"
    r"|(?i:unrecognized|unknown|invalid) (?:option|flag|argument|command|subcommand)|no such (?:command|option)"
)
HEAVY = 500_000


def mistaken(act: Act) -> bool:
    """Whether a call failed because what it names does not exist."""
    tried = act.command or act.tool == "Read"
    return bool(tried) and act.failed and not act.denied and MISTAKES.search(act.text) is not None


def changes(act: Act) -> bool:
    """Whether an act changed something, as far as one can tell."""
    return act.writes or (bool(act.command) and not shell.only_views(act.command) and not mistaken(act))


def mistakes(archive: Archive, act: Act) -> Iterator[Finding]:
    """Invocation mistake."""
    if not mistaken(act):
        return
    for one in archive.others(act):
        before = one.line < act.line if one.thread is act.thread else one.began < act.ended
        if before and changes(one):
            return
    yield finding("invocation_mistake", "UNKNOWN", act)


def oscillations(act: Act) -> Iterator[Finding]:
    """Edit oscillation."""
    if not act.writes:
        return
    acts = act.thread.acts
    before = [one for one in acts[: acts.index(act)] if one.writes and one.path == act.path and one.tool == act.tool]
    if act.tool == "Edit":
        inverse = (act.given["new_string"], act.given["old_string"])
        for one in reversed(before):
            if (one.given["old_string"], one.given["new_string"]) == inverse:
                yield finding("edit_oscillation", PROBABLE, act, one)
                return
    elif act.tool == "Write":
        same = [place for place, one in enumerate(before) if one.given["content"] == act.given["content"]]
        if same and any(one.given["content"] != act.given["content"] for one in before[same[-1] :]):
            yield finding("edit_oscillation", PROBABLE, act, *before[same[-1] :])


def net(edits: list[Act]) -> list[list[str]]:
    """What is left of edits, each joined to the one whose text it replaces."""
    left: list[list[str]] = []
    for act in edits:
        old, new = act.given["old_string"], act.given["new_string"]
        joined = next((pair for pair in reversed(left) if pair[1] == old), None)
        if joined is None:
            left.append([old, new])
        else:
            joined[1] = new
        left = [pair for pair in left if pair[0] != pair[1]]
    return left


def reads_the_same(archive: Archive, acts: list[Act]) -> bool:
    """Whether the whole file was read before the first edit and after the last one, with the same bytes."""
    first, last = acts[0], acts[-1]
    if any(one.writes and one.path == last.path and one.thread is not last.thread for one in archive.others(last)):
        return False
    whole = [one for one in last.thread.acts if one.reads and one.path == last.path]
    whole = [one for one in whole if not one.given.keys() & {"offset", "limit"}]
    before, after = [one for one in whole if one.line < first.line], [one for one in whole if one.line > last.line]
    if not before or not after or before[-1].text != after[-1].text:
        return False
    between = [one for one in archive.others(last) if lies_between(one, before[-1], first) == YES]
    return not any(one.command and shell.names(one.command, last.path) for one in between)


def abandoned(archive: Archive, thread: Thread) -> Iterator[Finding]:
    """Exact abandoned work."""
    by_path: dict[str, list[Act]] = {}
    for act in thread.acts:
        if act.writes:
            by_path.setdefault(act.path, []).append(act)
    for acts in by_path.values():
        edits_only = all(act.tool == "Edit" for act in acts)
        if len(acts) < 2 or not ((edits_only and not net(acts)) or reads_the_same(archive, acts)):
            continue
        first, last = acts[0], acts[-1]
        gained = [
            one
            for one in archive.others(last)
            if one.command and one.answered and not one.failed and shell.rung(one.command) and one.ended > first.ended
        ]
        if not gained:
            yield finding("abandoned_work", PROBABLE, last, first)


def cached(entry: Finding) -> tuple[int, int]:
    """What a response read from the cache, and what it wrote."""
    usage = entry["message"]["usage"]
    return usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]


def rebuilds(archive: Archive, thread: Thread) -> Iterator[Finding]:
    """Cache rebuild: less than half of what was cached could be read, and the rest was written again."""
    for (before, old), (line, new) in zip(thread.responses, thread.responses[1:], strict=False):
        held, (read, written) = sum(cached(old)), cached(new)
        lost = held - read
        collapsed = lost > held / 2 and written >= lost and not cut_between(thread, before, line)
        if collapsed and archive.owners[new["message"]["id"]] == thread.session:
            place = thread.name, line, line
            more = {"payload_tokens": lost, "exposure_token_turns": None, "session": thread.session}
            label = "AMPLIFICATION_RISK"
            earlier = [(thread.name, before, before)]
            yield {"signature": "cache_rebuild", "label": label, "later": place, "earlier": earlier, **more}


def heavy(act: Act, redundant: set[tuple[str, int, int]]) -> Iterator[Finding]:
    """Heavy payload: much exposure, and no row has it."""
    if act.counts and act.place not in redundant and exposure(act) >= HEAVY:
        yield finding("heavy_payload", "AMPLIFICATION_RISK", act)
