"""Opens the transformation ledger of a task, where our own surfaces keep it or where a host says."""

from __future__ import annotations

import os

from tallystick.kernel.places import choose_root
from tallystick.kernel.transformledger import Ledger
from tallystick.kernel.transformmodes import COUNTS
from tallystick.kernel.transformplaces import ledger_path, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def open_at(path: str, *, run: str, task: str, mode: str, warn: Callable[[str], object]) -> Ledger:
    """Open a ledger at a path; a run or task that is not given has the name that the path says."""
    path = _absolute(path)
    by_path = names_of(path)
    return Ledger(path, run=run or by_path[0], task=task or by_path[1], mode=mode, warn=warn)


def open_own(
    run: str,
    task: str,
    *,
    root: str | None,
    mode: str | None,
    environ: Mapping[str, str],
    warn: Callable[[str], object],
) -> Ledger:
    """Open the ledger of a task under the root folder; the mode is that of its config.toml where none is given."""
    folder = os.path.abspath(choose_root(root, environ))
    return Ledger(ledger_path(folder, run, task), run=run, task=task, mode=mode or _mode(folder, warn), warn=warn)


def message_list(messages: Sequence[object]) -> str:
    """Return a list of messages as compact JSON: equal lists give equal text, roles, ids and contents together.

    Record it with `ctx={"encoding": MESSAGE_LIST}`. What JSON does not know becomes its `str`.
    """
    import json

    return json.dumps(messages, ensure_ascii=False, separators=(",", ":"), default=str)


def _absolute(path: str) -> str:
    try:
        return os.path.abspath(path)
    except OSError:  # the working folder has gone; opening will say so
        return path


def _mode(root: str, warn: Callable[[str], object]) -> str:
    """Return the mode that the settings ask for; settings that cannot be used ask for the least."""
    from tallystick.errors import TallyError
    from tallystick.tasks.settings import load

    try:
        return load(root, None).transforms_mode
    except TallyError as error:
        warn(str(error))
        return COUNTS
