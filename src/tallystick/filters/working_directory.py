"""Writes paths below the working directory from there: `/home/ada/kiln/src/a.py:3` becomes `./src/a.py:3`.

Both names that the directory may have are known: the one it was entered by and the one it really has, the longer first.
Only a whole name counts: `/home/ada/kiln2` and `/mnt/home/ada/kiln` are other places. Line numbers stay what they are.

Edits lines: a path is the shorter one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "cwd_path_normalization"
BUCKET = "tool_output_normalize"
KIND = "reducer"

_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~@+%")


def applies(context: Context) -> bool:
    """Where the directory is known and is not the root."""
    return len(context.cwd) > 1


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with its paths from here, and their number."""
    count = 0
    for folder in sorted({context.cwd.rstrip("/"), context.real_cwd.rstrip("/")}, key=len, reverse=True):
        if len(folder) > 1 and folder in text:
            text, changed = _from_here(text, folder)
            count += changed
    return text, count


def _from_here(text: str, folder: str) -> tuple[str, int]:
    first, *parts = text.split(folder)
    kept = [first]
    before = first[-1:]
    count = 0
    for part in parts:
        is_whole = part[:1] not in _NAME if part[:1] else True
        if is_whole and (not before or (before not in _NAME and before != "/")):
            kept.append(".")
            count += 1
        else:
            kept.append(folder)
        kept.append(part)
        before = part[-1:] or folder[-1]
    return "".join(kept), count
