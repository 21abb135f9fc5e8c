"""Brings an index up to date: batches of files are read first, then written and folded in one transaction each."""

from __future__ import annotations

import time
from sqlite3 import DatabaseError

from tallystick.host import clock, words
from tallystick.model.transcript_file import GONE, PRESENT
from tallystick.store import backups, folding, queries, writing
from tallystick.tasks.intakes import Intakes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.model.syncing import SyncRun
    from tallystick.store.index import Index
    from tallystick.tasks.intakes import Read
    from tallystick.tasks.planning import Job, Plan

_SMALL = 512 << 10  # bytes up to which decoding with the standard library beats importing msgspec
_FILES, _BYTES = 25, 16 << 20  # what one transaction takes


def catch_up(index: Index, plan: Plan, run: SyncRun) -> None:
    """Do what a plan says; the caller holds the lock."""
    if plan.moved or plan.gone or plan.returned:
        with index.write() as db:
            dirty = writing.Dirty()
            for file, path in plan.moved:
                writing.move(db, file, path, dirty)
            folding.fold(db, dirty)
            writing.mark(db, [(GONE, file) for file in plan.gone] + [(PRESENT, file) for file in plan.returned])
        run.report.moved, run.report.gone = len(plan.moved), len(plan.gone)
    total = sum(job.bytes for job in plan.jobs)
    intakes = Intakes(words.load(), typed=total > _SMALL, command_texts=run.command_texts)
    outdated = [job for job in plan.jobs if job.is_outdated()]
    before = queries.token_sums(index) if outdated else ()
    for batch in _batches(outdated):
        _write(index, [intakes.read(job) for job in batch], run, total)
    if outdated:
        after = queries.token_sums(index)
        run.report.difference = tuple(new - old for new, old in zip(after, before, strict=True))
    for batch in _batches([job for job in plan.jobs if not job.is_outdated()]):
        _write(index, [intakes.read(job) for job in batch], run, total)


def back_up(index: Index, environment: Mapping[str, str]) -> None:
    """Copy the index if the last copy is older than a week; a copy that cannot be made is tried again next time."""
    now = clock.now_ms(environment)
    if not backups.due(index, now):
        return
    day = time.strftime("%Y-%m-%d", time.gmtime(now // 1000))
    try:
        backups.copy(index, day, now)
    except (OSError, DatabaseError):
        return


def _batches(jobs: list[Job]) -> Iterator[list[Job]]:
    batch: list[Job] = []
    size = 0
    for job in jobs:
        if batch and (len(batch) >= _FILES or size + job.bytes > _BYTES):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job.bytes
    if batch:
        yield batch


def _write(index: Index, reads: list[Read], run: SyncRun, total: int) -> None:
    """Write a prepared batch: rows, what they change in the folds, and cursors become visible together."""
    dirty = writing.Dirty()
    with index.write() as db:
        for read in reads:
            writing.learn_names(db, read.names)
            writing.write(db, read.state, read.relation, read.rows, dirty)
        folding.fold(db, dirty)
    for read in reads:
        read.count(run.report)
    run.tell(total)
