"""Totals straight from the transcripts, nothing stored: what `--no-index` reports.

Copies are counted once and nested usage only where no line of its own is found, as in the index; which session owns a
response is not asked, so only groupings by time and model can be answered.
"""

from __future__ import annotations

import os

from tallystick.agents import AGENTS
from tallystick.host import transcripts
from tallystick.host.records import RecordBuffer
from tallystick.kernel.variants import prompt_bits
from tallystick.model.usage import UsageRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.host.transcripts import Found

    Fold = tuple[int, ...]
    FileTotals = tuple[list[Fold], dict[int, str], int]

_WORTH_A_WORKER = 8 << 20
_NEVER = 1 << 62
# A fold as it travels: slot, time, model, variant, subagent, stopped, then the seven counts.
_T, _MODEL, _VARIANT, _SIDE, _STOPPED, _COUNTS = 1, 2, 3, 4, 5, 6


class Totals:
    """Sums by quarter of an hour, model and variant; names of the models; what was looked at and refused; the times
    (ms) of the first and the last response, None where none has one.
    """

    __slots__ = ("bytes", "files", "first", "folds", "last", "names", "rejections", "rows", "searched")

    def __init__(self) -> None:
        self.folds: dict[int, Fold] = {}
        self.rows: list[UsageRow] = []
        self.names: dict[int, str] = {}
        self.files = self.bytes = self.rejections = 0
        self.first: int | None = None
        self.last: int | None = None
        self.searched: list[str] = []

    def responses(self, models: set[int]) -> Iterator[tuple[UsageRow, int, int]]:
        """Yield each response of these models, with its whole prompt (tokens) and its time (ms, -1 unknown)."""
        for slot, t, model, variant, side, stopped, *counts in self.folds.values():
            if model in models and not (slot & 1 and slot ^ 1 in self.folds):
                prompt = sum(counts[:5])
                usage = (1, 1 - stopped, *counts)
                yield UsageRow(_quarter(t), 0, 0, model, variant | prompt_bits(prompt), 0, side, *usage), prompt, t


def read_totals(directories: list[str] | None, environment: Mapping[str, str]) -> Totals:
    """Return the totals of every transcript."""
    totals = Totals()
    found: list[tuple[int, Found]] = []
    for number, agent in enumerate(AGENTS):
        scan = transcripts.scan(
            agent.SOURCE, transcripts.config_dirs(agent.SOURCE, environment, tuple(directories or ()))
        )
        found += [(number, one) for one in scan.files]
        totals.searched += scan.searched
    found.sort(key=lambda pair: -pair[1].size)
    totals.files, totals.bytes = len(found), sum(one.size for _, one in found)
    folds = totals.folds
    for read, models, rejected in _read_all(found, totals.bytes):
        totals.names.update(models)
        totals.rejections += rejected
        for fold in read:
            known = folds.get(fold[0])
            folds[fold[0]] = fold if known is None else _merge(known, fold)
    _group(totals)
    return totals


def _quarter(t: int) -> int:
    return t // 900_000 if t >= 0 else -1


def _read_all(found: list[tuple[int, Found]], size: int) -> Iterator[FileTotals]:
    buffer = RecordBuffer()
    if size < _WORTH_A_WORKER or (os.cpu_count() or 1) < 2:
        for agent, one in found:
            yield _read(agent, one, buffer)
        return
    from tallystick.host.workers import Worker

    for agent in {number for number, _ in found}:
        AGENTS[agent].totals_reader(AGENTS[agent].place(""))  # loaded once, before there are two of us
    yield from Worker(len(found), lambda number: _read(*found[number], buffer)).results()  # type: ignore[misc]


def _read(agent: int, one: Found, buffer: RecordBuffer) -> FileTotals:
    """Return one file's folds; one that cannot be opened has none."""
    reader = AGENTS[agent].totals_reader(AGENTS[agent].place(one.relative))
    try:
        handle = os.open(one.path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return [], {}, 0
    refused: list[int] = []
    try:
        _, lines, rest = buffer.read(handle, 0, 0, reader.feed_block, lambda _, offset: refused.append(offset))
    finally:
        os.close(handle)
    if rest:
        reader.feed_tail(rest, lines + 1)
    folds: list[Fold] = [
        (
            slot,
            f.t,
            f.model,
            f.variant,
            f.side,
            f.stopped,
            f.input,
            f.write_5m,
            f.write_1h,
            f.write_unknown,
            f.read,
            f.output,
            f.searches,
        )
        for slot, f in reader.folds.items()
    ]
    return folds, reader.models, reader.rejected + len(refused)


def _merge(one: Fold, other: Fold) -> Fold:
    """Fold two files' views of one response: maxima, the earliest known time, what any of them states."""
    times = [t for t in (one[_T], other[_T]) if t >= 0]
    first = one if one[_T] == (min(times) if times else -1) else other
    head = (
        one[0],
        min(times) if times else -1,
        first[_MODEL] or one[_MODEL] or other[_MODEL],
        one[_VARIANT] | other[_VARIANT],
    )
    return (
        *head,
        min(one[_SIDE], other[_SIDE]),
        one[_STOPPED] | other[_STOPPED],
        *map(max, one[_COUNTS:], other[_COUNTS:]),
    )


def _group(totals: Totals) -> None:
    """Sum the responses; a nested view counts where there is no other."""
    sums: dict[tuple[int, int, int, int], list[int]] = {}
    folds = totals.folds
    first, last = _NEVER, -1
    for slot, t, model, variant, side, stopped, *counts in folds.values():
        if slot & 1 and slot ^ 1 in folds:
            continue
        if t > last:
            last = t
        if 0 <= t < first:
            first = t
        prompt = counts[0] + counts[1] + counts[2] + counts[3] + counts[4]
        bits = variant | prompt_bits(prompt) if prompt > 100_000 else variant
        group = (t // 900_000 if t >= 0 else -1, model, bits, side)
        known = sums.get(group)
        if known is None:
            sums[group] = [1, 1 - stopped, *counts]
        else:
            known[0] += 1
            known[1] += 1 - stopped
            for at, count in enumerate(counts, 2):
                known[at] += count
    if last >= 0:
        totals.first, totals.last = first, last
    totals.rows = [
        UsageRow(q, 0, 0, model, variant, 0, side, *counts) for (q, model, variant, side), counts in sums.items()
    ]
