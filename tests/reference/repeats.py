"""The rows about one transcript that acquires the same thing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference import shell
from tests.reference.archive import NO, YES, Archive, command_and_place, finding, lies_between
from tests.reference.context import ALIVE, BOUNDARY, cleared_between, fate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.reference.archive import Finding
    from tests.reference.reading import Act

FLOOR = 100
PROVEN, PROBABLE = "PROVEN_DUPLICATE", "PROBABLE_WASTE"


def earlier_ones(act: Act, asked: Callable[[Act, Act], bool], alike: Callable[[Act, Act], bool]) -> list[Act]:
    """Earlier acts of the thread that asked the same and got the same, the nearest first, up to the one that got
    something else: that one proves that the state had changed.
    """
    found: list[Act] = []
    for one in reversed(act.thread.acts[: act.thread.acts.index(act)]):
        if asked(one, act):
            if not alike(one, act):
                break
            found.append(one)
    return found


def in_context(act: Act, candidates: list[Act]) -> Act | None:
    """The nearest that is still in the context."""
    return next((one for one in candidates if fate(one, act.line)[1] == ALIVE), None)


def same_lines(one: Act, other: Act) -> bool:
    """A reading of the same path and range."""
    span = [[act.given.get(key) for key in ("offset", "limit")] for act in (one, other)]
    return one.reads and one.path == other.path and span[0] == span[1]


def same_text(one: Act, other: Act) -> bool:
    """The same bytes."""
    return one.text == other.text


def state_between(archive: Archive, first: Act, last: Act) -> str | None:
    """The label that what happened between two readings of a path leaves; none where the path may have changed."""
    label = PROVEN
    for one in archive.others(last):
        when = lies_between(one, first, last)
        touched = (one.writes and one.path == last.path) or (one.command and shell.names(one.command, last.path))
        if when == YES and touched:
            return None
        if when != NO and (touched or one.unjudged or (one.command and not shell.only_views(one.command))):
            label = PROBABLE
    return label


def readings(archive: Archive, act: Act) -> Iterator[Finding]:
    """Exact re-read and rehydration."""
    if not act.reads or act.tokens < FLOOR:
        return
    candidates = earlier_ones(act, same_lines, same_text)
    first = in_context(act, candidates)
    if first is not None:
        label = state_between(archive, first, act)
        if label:
            yield finding("exact_reread", label, act, first)
        return
    dropped = [one for one in candidates if fate(one, act.line)[1] == BOUNDARY]
    for first in dropped[:1]:
        if not cleared_between(act.thread, first.line, act.line) and state_between(archive, first, act):
            yield finding("rehydration", PROBABLE, act, first)


def same_command(one: Act, other: Act) -> bool:
    """The same command from the same place."""
    return bool(one.command) and command_and_place(one) == command_and_place(other)


def same_look(one: Act, other: Act) -> bool:
    """The same result, and no failure."""
    return one.counts and not one.failed and one.text == other.text


def looks(archive: Archive, act: Act) -> Iterator[Finding]:
    """Duplicate inspection."""
    if not act.command or not act.counts or act.failed or not shell.only_views(act.command):
        return
    first = in_context(act, earlier_ones(act, same_command, same_look))
    if first is None:
        return
    label = PROVEN
    for one in archive.others(act):
        when = lies_between(one, first, act)
        mutates = one.writes or (one.command and not shell.only_views(one.command))
        if mutates and when == YES:
            return
        if (mutates or one.unjudged) and when != NO:
            label = PROBABLE
    yield finding("duplicate_inspection", label, act, first)


def same_failure(one: Act, other: Act) -> bool:
    """It failed in the same way."""
    return one.counts and one.failed and shell.error_text(one.text) == shell.error_text(other.text)


def retries(archive: Archive, act: Act) -> Iterator[Finding]:
    """No-state retry."""
    if not act.command or not act.counts or not act.failed or shell.reaches_out(act.command):
        return
    for first in earlier_ones(act, same_command, same_failure)[:1]:
        if fate(first, act.line)[1] not in {ALIVE, BOUNDARY} or cleared_between(act.thread, first.line, act.line):
            return  # another talk, or another branch of it
        label = PROVEN
        for one in archive.others(act):
            when = lies_between(one, first, act)
            if one.writes and when == YES:
                return
            succeeded = one.command and one.answered and not one.failed
            if when != NO and (one.writes or succeeded or one.unjudged):
                label = PROBABLE
        yield finding("no_state_retry", label, act, first)
