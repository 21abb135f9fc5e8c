"""Sums of one transformation ledger, line by line: what changed by surface and mechanism, and where chains break."""

from __future__ import annotations

import msgspec

from tallystick.accounting.chains import ChainWatch
from tallystick.accounting.oddchains import OddChains, place_of
from tallystick.accounting.transformlines import DECODER, TRANSFORMATION, read
from tallystick.model.transformation import BadLine, LegacySums, Sums, TaskChanges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.accounting.transformlines import Line

_KEPT = 100  # bad lines that are named; the others are counted


class LedgerSums:
    """Takes a ledger's lines block by block. A record that names no run or task belongs to the first that does."""

    __slots__ = ("_path", "_watch", "bad", "bad_count", "run", "sums", "task", "texts")

    def __init__(self, path: str) -> None:
        self._path = path
        self.run = self.task = ""
        self.sums: dict[tuple[str, str, str, str, str, str], Sums] = {}
        self.texts: dict[tuple[str, str, str], LegacySums] = {}
        self._watch = ChainWatch()
        self.bad: list[BadLine] = []
        self.bad_count = 0

    def feed_block(self, block: memoryview, ends: Sequence[int], line: int, offset: int) -> None:
        """Take whole lines, of which the first is line + 1."""
        quick, follow = DECODER.decode, self._watch.follow
        start = 0
        for number, end in enumerate(ends, line + 1):
            piece = block[start:end]
            start = end + 1
            try:
                record: Line | str = quick(piece)
            except (msgspec.MsgspecError, RecursionError):
                record = read(piece)
            if isinstance(record, str):
                self._refuse(number, record)
            elif (
                record.event == TRANSFORMATION
                and record.output_bytes - record.input_bytes == record.delta_bytes
                and record.output_chars - record.input_chars == record.delta_chars
                and record.schema_version == 1
                and record.input_bytes >= 0 <= record.output_bytes
                and record.input_chars >= 0 <= record.output_chars
            ):
                self._add(record)
                if record.chain_id:
                    key = hash(place_of(record))
                    follow(key, record.chain_step, record.input_sha256, record.output_sha256)
            else:
                self._add_other(number, piece)

    def refuse(self, line: int, offset: int) -> None:
        """Count a line that is too long to be read."""
        self._refuse(line, "longer than 64 MiB")

    def _add(self, record: Line) -> None:
        run, task = record.run, record.task
        if not self.run or not self.task:
            self.run, self.task = self.run or run, self.task or task
        key = (run, task, record.surface, record.layer, record.bucket, record.mechanism)
        sums = self.sums.get(key)
        if sums is None:
            sums = self.sums[key] = Sums()
        delta = record.output_bytes - record.input_bytes
        sums.events += 1
        sums.changes += record.change_count
        sums.input_bytes += record.input_bytes
        sums.output_bytes += record.output_bytes
        sums.delta_bytes += delta
        if delta < 0:
            sums.removed -= delta
        else:
            sums.added += delta
        sums.input_chars += record.input_chars
        sums.output_chars += record.output_chars
        sums.delta_chars += record.output_chars - record.input_chars

    def _add_other(self, number: int, piece: memoryview) -> None:
        record = read(piece)
        if isinstance(record, str):
            self._refuse(number, record)
            return
        delta = record.delta_chars or 0
        key = record.bucket, record.mechanism, record.layer
        sums = self.texts.setdefault(key, LegacySums())
        if record.measure_type == "estimate":
            sums.estimate_delta += delta
            sums.estimate_count += 1
        else:
            sums.exact_delta += delta
            sums.exact_count += 1
        if delta > 0:
            sums.costs += delta
        else:
            sums.savings += delta

    def _refuse(self, number: int, reason: str) -> None:
        if not reason:
            return
        self.bad_count += 1
        if len(self.bad) < _KEPT:
            self.bad.append(BadLine(self._path, number, reason))

    def odd_chains(self) -> OddChains:
        """Return what looks at the odd chains when the ledger is read again."""
        return OddChains(self._watch.odd, lambda record: (record.input_sha256, record.output_sha256))

    def tasks(self, run: str, task: str) -> dict[tuple[str, str], TaskChanges]:
        """Return what was summed, by run and task; the given names stand in where the ledger names none."""
        run, task = self.run or run, self.task or task
        found = {(run, task): TaskChanges(run, task, self._path)}
        for (own_run, own_task, *group), sums in self.sums.items():
            key = own_run or run, own_task or task
            tasks = found.setdefault(key, TaskChanges(*key, self._path)).groups
            surface, layer, bucket, mechanism = group
            tasks.setdefault((surface, layer, bucket, mechanism), Sums()).add(sums)
        found[run, task].legacy = self.texts
        return found
