"""Whole outputs that were shortened: kept for whoever wants to read them, named by what they hold.

`<root>/outputs/<id>`, readable by this user alone; the id is the start of the bytes' SHA-256, so that equal outputs are
one file and a mark that names it depends on nothing else. Old ones go first, by age and by room.
"""

from __future__ import annotations

import hashlib
import os
import time

from tallystick.host.whole_files import make_folder, replace

FOLDER = "outputs"
LARGEST = 64 << 20  # bytes of one output that is kept
_ROOM = 256 << 20  # bytes of all together
_AGE = 7 * 86_400  # seconds
_DIGITS = 12


def identify(raw: bytes) -> str:
    """Return an output's id: the first twelve hexadecimal digits of its SHA-256."""
    return hashlib.sha256(raw).hexdigest()[:_DIGITS]


def is_id(text: str) -> bool:
    """Say whether a text is the id of an output."""
    return len(text) == _DIGITS and all(letter in "0123456789abcdef" for letter in text)


def keep(root: str, raw: bytes) -> str | None:
    """Keep an output and return its id, None where it is too large or cannot be written."""
    if len(raw) > LARGEST:
        return None
    name = identify(raw)
    folder = os.path.join(root, FOLDER)
    path = os.path.join(folder, name)
    try:
        make_folder(folder)
        if os.path.isfile(path) and os.path.getsize(path) == len(raw):
            os.utime(path)
            return name
        replace(path, raw)
        _prune(folder, spared=name)
    except OSError:
        return None
    return name


def read(root: str, name: str) -> bytes | None:
    """Return a kept output, None where it is gone, is no regular file, or holds anything else."""
    try:
        handle = os.open(os.path.join(root, FOLDER, name), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError:
        return None
    return raw if identify(raw) == name else None


def listing(root: str) -> list[tuple[str, int, float]]:
    """Return id, size (bytes) and time (s) of every kept output, the newest first."""
    return sorted(_kept(os.path.join(root, FOLDER)), key=lambda kept: (-kept[2], kept[0]))


def _kept(folder: str) -> list[tuple[str, int, float]]:
    try:
        with os.scandir(folder) as entries:
            found = [(entry.name, entry.stat(follow_symlinks=False)) for entry in entries if is_id(entry.name)]
    except OSError:
        return []
    return [(name, status.st_size, status.st_mtime) for name, status in found]


def _prune(folder: str, *, spared: str) -> None:
    """Remove what is too old, and the oldest of what is too much."""
    oldest = time.time() - _AGE
    room = _ROOM
    for name, size, moment in sorted(_kept(folder), key=lambda kept: -kept[2]):
        room -= size
        if name != spared and (moment < oldest or room < 0):
            try:
                os.unlink(os.path.join(folder, name))
            except OSError:
                continue
