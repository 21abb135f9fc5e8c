"""What the hook before the editor leaves for the one behind it, in the repository's own folder, until that has read it.

Without a note the hook behind the editor does nothing: whoever took the block out of a message wanted it out.
"""

from __future__ import annotations

from tallystick.kernel.files import put, read_file, remove

NAME = "tallystick-commit"
STAMPED = "stamped"  # the block stood in what the editor was given
LATER = "later"  # nothing was said yet, or only what a template says: then its lines follow


def leave(folder: bytes, kind: str, said: list[bytes]) -> None:
    """Leave a note of a kind, with the lines of a template."""
    put(_path(folder), b"\n".join([kind.encode(), *said]))


def take(folder: bytes) -> tuple[str, list[bytes]]:
    """Return the kind and the lines of the note, "" where there is none, and take it away."""
    found = read_file(_path(folder))
    if found is None:
        return "", []
    remove(_path(folder))
    kind, *said = found.split(b"\n")
    return kind.decode("ascii", "replace"), said


def _path(folder: bytes) -> bytes:
    return folder + b"/" + NAME.encode()
