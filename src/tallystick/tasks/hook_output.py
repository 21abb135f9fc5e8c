"""Shortens what a call of a tool printed, for the client's hook, by the rules that `tally run` has.

What the model would have got is the measure: of an output that the client keeps in a file of its own, a preview of two
thousand characters and a pointer.
"""

from __future__ import annotations

import os
import stat

from tallystick.accounting.shown import persisted
from tallystick.host.clock import now_ms
from tallystick.host.environment import Surroundings
from tallystick.kernel import hooknotes
from tallystick.tasks.booking import SESSION
from tallystick.tasks.compress import Call, compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LARGEST = 8 << 20  # bytes: more would keep the client waiting, for a preview that is as short as any
_SAME = 1000  # characters at the start of a kept output by which it is known again


def shorten(
    output: str,
    root: bytes,
    environ: Mapping[str, str],
    *,
    session: str,
    call: str,
    tool: str,
    words: Sequence[str],
    kept: str = "",
) -> str | None:
    """Return less than `output`, None where it is to stay; `kept` is the file in which the client has all of it."""
    whole = _whole(output, kept) if kept else output.encode("utf-8", "surrogatepass")
    if whole is None:
        return None
    shown = persisted(output, kept, len(whole)) if kept else output
    place = Surroundings(os.fsdecode(root), None, {**environ, SESSION: session}, now_ms(environ))
    seconds = place.now_ms / 1000
    done = compress(
        whole,
        words,
        place,
        lambda message: hooknotes.note(root, message, seconds),
        exit_code=0 if words else None,
        call=Call(call, tool, shown),
    )
    return done.after.decode() if done.id else None


def _whole(output: str, path: str) -> bytes | None:
    """Return all of an output that the client keeps, None where the file is not what it showed the start of."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            return None
        data = file.read(_LARGEST + 1)
    start = output[:_SAME]
    return data if data[: 4 * _SAME].decode("utf-8", "replace").startswith(start) else None
