"""What a render leaves for others, each when it changes: the session's model and transcript, the official limits."""

from __future__ import annotations

from posix import O_NOFOLLOW, close, fstat, open, pread  # noqa: A004
from time import gmtime, strftime

from tallystick.kernel.files import READ, append, make_folder, put, read_file
from tallystick.kernel.jsontext import ascii_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Payload

_WINDOWS = ("five_hour", "seven_day")
_TAIL = 4096


def note_session(root: bytes, session: str, model: str, transcript: bytes | None) -> None:
    """Keep the model's id and the transcript's place, for processes that are told neither."""
    _note(root + b"/usage/session-model", session, model.strip().encode("utf-8", "surrogateescape"))
    _note(root + b"/usage/session-transcript", session, transcript or b"")


def _note(folder: bytes, session: str, value: bytes) -> None:
    path = folder + b"/" + session.encode()
    if value and b"\n" not in value and value != (read_file(path) or b"").strip() and make_folder(folder):
        put(path, value)


def note_limits(root: bytes, session: str, payload: Payload, before: str, now_s: int) -> str:
    """Record the official windows, which nothing else ever tells; return what is now the last that this session saw.

    A reading counts where it is new to this session and not what the last line of all sessions says.
    """
    windows = {
        window: {
            "used_percentage": payload.number("rate_limits", window, "used_percentage"),
            "resets_at": payload.number("rate_limits", window, "resets_at"),
        }
        for window in _WINDOWS
        if payload.number("rate_limits", window, "used_percentage") is not None
    }
    said = ascii_text(windows)[1:-1] if windows else before
    path = root + b"/usage/limits.jsonl"
    if said != before and f"{said}}}" not in _last_line(path) and make_folder(root + b"/usage"):
        head = ascii_text({"ts": strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(now_s)), "session_id": session})
        append(path, f"{head[:-1]},{said}}}".encode())
    return said


def _last_line(path: bytes) -> str:
    try:
        handle = open(path, READ | O_NOFOLLOW)
    except OSError:
        return ""
    try:
        data = pread(handle, _TAIL, max(0, fstat(handle).st_size - _TAIL))
    except OSError:
        return ""
    finally:
        close(handle)
    return data.rstrip(b"\n").rpartition(b"\n")[2].decode("utf-8", "replace")
