"""One run for one event of the client: its object in, an answer out or nothing, exit 0 whatever happens.

session-start   notes that the session begins, and gives it what its launch saved
post-tool-use   puts a shorter output in the place of a successful call's
divert-check    refuses a bulk read where another way to the answer was asked for
--root DIR      the root folder
"""

from __future__ import annotations

import posix

# `signal` itself builds enums, which takes longer than all of a run
from _signal import SIGALRM, setitimer, signal  # type: ignore[import-not-found]

from tallystick.kernel import places
from tallystick.kernel.intake import take_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import FrameType

    from tallystick.hooks.payload import Event

OFF = "TALLY_DISABLE_HOOKS"
_NAMES = (
    *("HOME", "PATH", "TALLY_ROOT", "XDG_DATA_HOME", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "TALLY_SCOPE"),
    *("TALLY_DIVERT_MIN_LINES", "TALLY_COMPRESS_NO_RTK", OFF),
)
_NO = ("", "0", "false", "no")
_SECONDS = 8  # for one call; the client waits for that long at most
_REAL_TIME = 0


def main(words: Sequence[str]) -> None:
    """Answer one event and end the process."""
    try:
        environ = environment()
        if environ.get(OFF, "").lower() in _NO:
            answer = _answer(words, environ)
            while answer:
                answer = answer[posix.write(1, answer) :]
    finally:
        # without the interpreter's own farewell, and with 0 for whatever it was: no call of a tool fails for figures
        posix._exit(0)  # noqa: SLF001 - its only name


def environment() -> dict[str, str]:
    """Return the variables that matter here."""
    found = ((one, posix.environ.get(one.encode())) for one in _NAMES)
    return {one: value.decode("utf-8", "surrogateescape") for one, value in found if value is not None}


def option(words: Sequence[str], flag: str) -> str:
    """Return the word behind a flag, "" where it was not given."""
    return next((words[place + 1] for place, word in enumerate(words[:-1]) if word == flag), "")


def _answer(words: Sequence[str], environ: Mapping[str, str]) -> bytes:
    """Return what the client is told, b"" for nothing."""
    name = words[0] if words else ""
    event = take_object(0)
    if not isinstance(event, dict):
        return b""
    signal(SIGALRM, _give_up)
    setitimer(_REAL_TIME, _SECONDS)
    root = places.choose_root(option(words, "--root"), environ).encode("utf-8", "surrogateescape")
    try:
        return _dispatch(name, event, root, environ)
    except Exception as error:  # noqa: BLE001 - no call of a tool fails for a hook; `tally doctor` tells it
        from time import time

        from tallystick.kernel.hooknotes import note

        note(root, f"{name} failed: {type(error).__name__}: {error}", time())
        return b""


def _dispatch(name: str, event: Event, root: bytes, environ: Mapping[str, str]) -> bytes:
    if name == "post-tool-use":
        from tallystick.hooks.shortening import answer

        return answer(event, root, environ)
    if name == "divert-check":
        from tallystick.hooks.reading import refuse

        return refuse(event, root, environ)
    if name == "session-start":
        from tallystick.hooks.starting import start

        start(event, root, environ)
    return b""


def _give_up(number: int, frame: FrameType | None) -> None:
    posix._exit(0)  # noqa: SLF001 - its only name
