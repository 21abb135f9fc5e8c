"""The client's object from standard input: whoever holds the pipe may never close it."""

from __future__ import annotations

# `signal` itself builds enums, which takes longer than all of a render
from _signal import SIGALRM, setitimer, signal  # type: ignore[import-not-found]
from posix import read

from tallystick.kernel.jsontext import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_SECONDS = 1.0
_CHUNK = 1 << 16
_LARGEST = 8 << 20
_REAL_TIME = 0


def take_object(handle: int) -> object:
    """Return the object as soon as it is whole; None where there is none within a second, or at the end."""
    before = signal(SIGALRM, _give_up)
    setitimer(_REAL_TIME, _SECONDS)
    try:
        return _take(handle)
    except (OSError, TimeoutError):
        return None
    finally:
        setitimer(_REAL_TIME, 0)
        signal(SIGALRM, before)


def _take(handle: int) -> object:
    parts: list[bytes] = []
    size = 0
    while size < _LARGEST:
        chunk = read(handle, _CHUNK)
        parts.append(chunk)
        size += len(chunk)
        # an object ends with a brace: to try at every chunk would load the library that explains the failure
        if chunk.rstrip(b" \t\r\n\0").endswith(b"}"):
            try:
                return decode(b"".join(parts).decode("utf-8", "surrogateescape"))
            except (ValueError, RecursionError):
                pass
        if not chunk:
            break
    return None


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TimeoutError
