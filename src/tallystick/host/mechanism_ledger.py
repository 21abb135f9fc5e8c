"""Where the ledger of context mechanisms lies: one file of rows under the root folder, which every host appends to."""

from __future__ import annotations

import os

from tallystick.kernel.appending import AppendFile
from tallystick.kernel.files import READ, is_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "mechanisms"
NAME = "turns.jsonl"


def path_of(root: str) -> str:
    """Return the path of the ledger."""
    return os.path.join(root, FOLDER, NAME)


def append(root: str, line: bytes) -> bool:
    """Add a line, which ends with a line feed, whole; say whether it is there. Never raises for what a disk does."""
    try:
        ledger = AppendFile(path_of(root))
    except (OSError, ValueError):
        return False
    try:
        ledger.append(line)
    except OSError:
        return False
    else:
        return True
    finally:
        ledger.close()


def lines(root: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers (from 1); blank ones, and a ledger that is not there, have none."""
    try:
        handle = os.open(path_of(root), READ)
    except FileNotFoundError:
        return
    with open(handle, "rb") as file:
        if is_regular(os.fstat(handle)):
            yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())
