"""Usage alone: what totals without an index need, by the rules of `usage`."""

from __future__ import annotations

from tallystick.accounting import digests
from tallystick.agents.pi import entries, usage
from tallystick.kernel.responses import UsageFold
from tallystick.kernel.times import Clockwork
from tallystick.kernel.usage import Fault


class TotalsReader:
    """Folds the usage of one file's entries: `folds` by response key << 1; `models` are their models' names."""

    __slots__ = ("_ms", "folds", "models", "rejected")

    def __init__(self) -> None:
        self.folds: dict[int, UsageFold] = {}
        self.models: dict[int, str] = {}
        self.rejected = 0
        self._ms = Clockwork().ms

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says."""
        start = 0
        for end in ends:
            self._feed(block[start:end])
            start = end + 1

    def feed_tail(self, rest: bytes, line: int) -> None:
        """Read what stands behind the last line feed: whole objects count, a torn one waits."""
        rejected = self.rejected
        self._feed(rest)
        self.rejected = rejected

    def _feed(self, record: bytes | memoryview) -> None:
        found, reasons = entries.read(record)
        self.rejected += len(reasons)
        for entry in found:
            try:
                report = usage.report(entry)
            except Fault:
                entry.fault, report = True, None
            self.rejected += entry.fault
            if report is not None:
                self._fold(report, entries.moment(entry, self._ms))

    def _fold(self, report: usage.Report, t: int) -> None:
        slot = digests.key(report.name) << 1
        fold = self.folds.get(slot)
        if fold is None:
            fold = self.folds[slot] = UsageFold(0, 0, t)
            if report.model:
                fold.model = digests.key(report.model)
                self.models[fold.model] = report.model
        fold.raise_to(*report.counts)
        fold.stopped |= report.ended
