"""The rows about several transcripts: children of one parent, and sessions of one project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.archive import Archive, command_and_place, finding
from tests.reference.repeats import FLOOR, PROBABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reference.archive import Finding
    from tests.reference.reading import Act, Thread

DAY_S = 86_400
FIRST_RESULTS, KEYS, TOKENS = 10, 3, 1000


def keys_of(act: Act) -> list[tuple[str, str]]:
    """What an act acquired: by path, or by command."""
    if act.tokens < FLOOR or not act.counts or act.failed:
        return []
    if act.reads:
        return [("path " + act.path, act.text)]
    return [("command " + command_and_place(act)[0], act.text)] if act.command else []


def children(archive: Archive, threads: list[Thread]) -> Iterator[Finding]:
    """Duplicate subagent work: of k children that acquire the same, k - 1 do so in vain."""
    acquired: dict[tuple[str, str], list[Act]] = {}
    for child in threads:
        if child.child:
            once: dict[tuple[str, str], Act] = {}
            for act in child.acts:
                for key in keys_of(act):
                    once.setdefault(key, act)
            for key, act in once.items():
                acquired.setdefault(key, []).append(act)
    for acts in acquired.values():
        acts.sort(key=lambda act: (act.ended, act.thread.name))
        for place, act in enumerate(acts[1:], 1):
            if archive.owned(act):
                yield finding("duplicate_subagent_work", PROBABLE, act, *acts[:place])


def opening(archive: Archive, thread: Thread) -> dict[tuple[str, str], Act]:
    """What a session's own first results acquired of files."""
    first = [act for act in thread.acts if act.answered][:FIRST_RESULTS]
    return {key: act for act in first if act.reads and archive.owned(act) for key in keys_of(act)}


def cold_starts(archive: Archive) -> Iterator[Finding]:
    """Cold start: a session's opening against that of an earlier one."""
    mains = [thread for thread in archive.threads if not thread.child]
    mains.sort(key=lambda thread: archive.start(thread.session))
    for place, thread in enumerate(mains):
        mine = opening(archive, thread)
        for other in reversed(mains[:place]):
            theirs = opening(archive, other) if other.cwd == thread.cwd else {}
            again = [key for key in mine if key in theirs and mine[key].ended - theirs[key].ended <= DAY_S]
            acts = [mine[key] for key in again]
            if len(again) >= KEYS and sum(act.tokens for act in acts) >= TOKENS:
                found = [finding("cold_start", PROBABLE, act, *(theirs[key] for key in again)) for act in acts]
                whole = {key: sum(one[key] for one in found) for key in ("payload_tokens", "exposure_token_turns")}
                yield {**found[0], **whole, "anywhere": [act.place for act in acts]}
                break
