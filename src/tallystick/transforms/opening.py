"""Opens ledgers for a harness; what goes wrong is one line in its log."""

from __future__ import annotations

import os

from tallystick.tasks.recording import open_at, open_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.transformledger import Ledger

LOGGER = "tallystick.transforms"


def open_ledger(path: str | os.PathLike[str], *, run: str = "", task: str = "", mode: str = "counts") -> Ledger:
    """Open the ledger of one task at a path of the harness's own; with `with` it is the one that `get_ledger` returns.

    Where no names are given, the task is called like the file, and the run like the folder above it (above `savings`).
    ValueError for a mode that is neither counts nor debug; a file that cannot be opened is one warning and records
    nothing.
    """
    return open_at(os.fspath(path), run=run, task=task, mode=mode, warn=warn)


def open_task_ledger(run: str, task: str, *, root: str | None = None, mode: str | None = None) -> Ledger:
    """Open the ledger of a task where tally keeps its own: `<root>/transforms/<run>/<task>.jsonl`.

    The root is that of the `tally` command, the mode the one of `[transforms] mode` in its config.toml.
    """
    return open_own(run, task, root=root, mode=mode, environ=os.environ, warn=warn)


def warn(message: str) -> None:
    """Say once what is not recorded and why; `logging` is loaded when it is needed."""
    import logging

    logging.getLogger(LOGGER).warning(message)
