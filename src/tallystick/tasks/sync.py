"""Brings the index up to date with the transcripts: find, read what is new, write, fold."""

from __future__ import annotations

import errno
import os
import time

from tallystick.agents import AGENTS
from tallystick.errors import IndexFull, RootUnusable
from tallystick.host import transcripts
from tallystick.host.locks import Lock
from tallystick.model.syncing import SyncRun
from tallystick.store import index as store
from tallystick.tasks.planning import make_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from tallystick.host.transcripts import Found
    from tallystick.model.syncing import Progress, SyncReport

_LOCK_WAIT = 30.0  # seconds that a sync waits for another one
_MODE = 0o700


def make_root(root: str) -> None:
    """See that the root folder is there, for this user alone."""
    try:
        os.makedirs(root, mode=_MODE, exist_ok=True)
    except OSError as error:
        raise RootUnusable(
            f"{root} cannot be made ({error.strerror}): name another place with --root or TALLY_ROOT"
        ) from error


def sync(
    root: str,
    directories: list[str] | None,
    environment: Mapping[str, str],
    progress: Progress | None = None,
    *,
    command_texts: bool = False,
) -> SyncReport:
    """Bring the index under `root` up to date with the transcripts in the config directories.

    `command_texts` lets the index keep the text of the shell commands that are read now, not only their hashes.
    """
    started = time.monotonic()
    run = SyncRun(environment, progress, command_texts=command_texts)
    report = run.report
    found: list[tuple[int, Found]] = []
    for number, agent in enumerate(AGENTS):
        where = transcripts.config_dirs(agent.SOURCE, environment, tuple(directories or ()))
        scan = transcripts.scan(agent.SOURCE, where)
        found += [(number, one) for one in scan.files]
        report.searched += scan.searched
        report.unreadable += len(scan.unreadable)
    report.files = len(found)
    with _Explained(root):
        _bring_up_to_date(root, found, run)
    report.seconds = time.monotonic() - started
    return report


def _bring_up_to_date(root: str, found: list[tuple[int, Found]], run: SyncRun) -> None:
    opened = store.open_index(root)
    if opened is None and found:
        from tallystick.tasks import first_build

        make_root(root)
        with locked(root):
            if not store.is_there(root):
                first_build.build(root, found, run)
                return
            opened = store.open_index(root)
    if opened is None:
        return
    with opened as index:
        if make_plan(index, found).is_empty():
            return
        from tallystick.tasks import catch_up

        with locked(root):
            catch_up.catch_up(index, make_plan(index, found), run)
            catch_up.back_up(index, run.environment)


def locked(root: str) -> Lock:
    """Return the lock without which nothing may be written under a root folder."""
    return Lock(os.path.join(root, "index.lock"), wait=_LOCK_WAIT)


class _Explained:
    """Turns what the disk or the database refuses into the line a user can act on."""

    __slots__ = ("_root",)

    def __init__(self, root: str) -> None:
        self._root = root

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        path = os.path.join(self._root, store.NAME)
        if isinstance(error, store.BROKEN):
            raise store.explain(error, path) from error
        if isinstance(error, OSError):
            if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
                raise IndexFull(
                    f"no room to write {path}: free some space and run the command again; nothing was lost"
                ) from error
            place = error.filename or self._root
            raise RootUnusable(
                f"{place} cannot be used ({error.strerror}): check its permissions, or use another --root"
            ) from error
