"""Builds the first index: two processes read, one writes a database that nobody sees until it is whole."""

from __future__ import annotations

import gc
import os

from tallystick.host import clock, mounts, words
from tallystick.model.transcript_file import NEW
from tallystick.store import backups, folding, writing
from tallystick.store import index as store
from tallystick.tasks.intakes import Intakes, Read
from tallystick.tasks.planning import new_job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.transcripts import Found
    from tallystick.model.syncing import SyncRun
    from tallystick.tasks.planning import Job

_WORTH_A_WORKER = 8 << 20  # bytes below which a second process costs more than it saves


def build(root: str, found: list[tuple[int, Found]], run: SyncRun) -> None:
    """Read every file into a new index and put it in place in one step; the caller holds the lock."""
    path = os.path.join(root, store.NAME)
    for left in os.listdir(root):
        if left.startswith(store.NAME + ".building"):
            os.unlink(os.path.join(root, left))  # a build that was killed
    jobs = [new_job(number, agent, one) for number, (agent, one) in enumerate(found, 1)]
    jobs.sort(key=lambda job: -job.bytes)
    collecting = gc.isenabled()
    gc.disable()  # nothing of a build is garbage before its end
    building = path + ".building"
    os.close(os.open(building, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    index = store.create(building, wal=not mounts.is_network(root))
    try:
        _fill(index, jobs, run)
        backups.note(index, clock.now_ms(run.environment))
        store.finish(index)
        os.replace(building, path)
    except BaseException:
        index.db.close()
        _remove(building)
        raise
    finally:
        if collecting:
            gc.enable()
    _sync_folder(root)


def _fill(index: store.Index, jobs: list[Job], run: SyncRun) -> None:
    total = sum(job.bytes for job in jobs)
    dirty = writing.Dirty()
    for read in _reads(jobs, total, run):
        writing.learn_names(index.db, read.names)
        writing.write(index.db, read.state, NEW, read.rows, dirty)
        read.count(run.report)
        run.tell(total)
    store.index_kept_tables(index)
    folding.fold_all(index.db)


def _reads(jobs: list[Job], total: int, run: SyncRun) -> Iterator[Read]:
    """Read every job, with a second process where that pays."""
    intakes = Intakes(words.load(), typed=True, command_texts=run.command_texts)
    if total < _WORTH_A_WORKER or (os.cpu_count() or 1) < 2:
        yield from map(intakes.read, jobs)
        return
    from tallystick.host.workers import Worker

    intakes.prepare()
    for values in Worker(len(jobs), lambda number: intakes.read(jobs[number]).pack()).results():
        yield Read.unpack(values)  # type: ignore[arg-type]


def _remove(path: str) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.unlink(path + suffix)


def _sync_folder(root: str) -> None:
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
