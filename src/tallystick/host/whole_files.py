"""Writes small files whole or not at all: beside their place first, then over it in one step."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def replace(path: str, data: bytes, mode: int = 0o600, dress: Callable[[int], None] | None = None) -> None:
    """Put `data` at `path` with these permissions; whoever reads it sees the old file or the new one.

    A link at `path` is replaced, not followed. `dress` gives the open file what else it must have. OSError where it
    cannot be done; then the old file is as it was.
    """
    temporary = f"{path}.{os.getpid()}-{time.monotonic_ns()}.new"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            write_all(handle, data)
            if dress is not None:
                dress(handle)
            os.fchmod(handle, mode)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write_all(handle: int, data: bytes) -> None:
    """Write every byte: a disk that fills up takes a part first and fails afterwards."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def make_folder(path: str) -> None:
    """See that a folder of ours is there, for this user alone."""
    os.makedirs(path, mode=0o700, exist_ok=True)
