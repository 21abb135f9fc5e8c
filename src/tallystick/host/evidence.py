"""Reads the whole texts that lie beside a transformation ledger; a path in a record leads nowhere else."""

from __future__ import annotations

import os
import stat

from tallystick.kernel.sidecars import SUFFIX, stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LARGEST = 1 << 28


def beside(ledger: str) -> Callable[[str], bytes | str]:
    """Return what gives the bytes of a file by its path from the ledger's folder, or the reason why it cannot."""
    folder = os.path.dirname(os.path.abspath(ledger))

    def look(path: str) -> bytes | str:
        if not path or path.startswith("/") or "\0" in path or ".." in path.split("/"):
            return "leads out of the ledger's folder"
        try:
            return _read(os.path.join(folder, path))
        except OSError as error:
            return str(error.strerror)

    return look


def texts(ledger: str) -> list[str]:
    """Return the paths, from the ledger's folder, of all texts in the folder that is called after it."""
    folder, name = os.path.split(os.path.abspath(ledger))
    own = stem(name) + SUFFIX
    try:
        return [f"{own}/{one}" for one in os.listdir(os.path.join(folder, own))]
    except OSError:
        return []


def _read(path: str) -> bytes | str:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return "is no regular file"
        if found.st_size > _LARGEST:
            return "is larger than 256 MiB"
        return file.read()
