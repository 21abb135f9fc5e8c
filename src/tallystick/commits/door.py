"""One run for one commit: the hook's words in, the message written anew or left alone, exit 0 whatever happens.

--message-file FILE   the message; without it the block is printed
--commit-source WORD  git's second argument to prepare-commit-msg
--hook NAME           the hook that calls, where both are installed
--root DIR            the root folder
"""

from __future__ import annotations

import posix

# `signal` itself builds enums, which takes longer than all of a run
from _signal import SIGALRM, setitimer, signal  # type: ignore[import-not-found]

from tallystick.kernel import places
from tallystick.kernel.sessionids import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import FrameType

_NAMES = (
    *("HOME", "TALLY_ROOT", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_SESSION_ID"),
    *("GIT_DIR", "GIT_EDITOR", "TALLY_SKIP_COMMIT_STATS", "TALLY_COMMIT_STATS_TIMEOUT"),
)
_OFF = ("", "0", "false", "no")
_SECONDS, _MOST = 2, 3600
_REAL_TIME = 0


def main(words: Sequence[str]) -> None:
    """Stamp a message or print the block, and end the process."""
    try:
        environ = environment()
        if environ.get("TALLY_SKIP_COMMIT_STATS", "").lower() in _OFF:
            signal(SIGALRM, _give_up)
            setitimer(_REAL_TIME, budget(environ))
            _run(words, environ)
    finally:
        # without the interpreter's own farewell, and with 0 for whatever it was: no commit fails for figures
        posix._exit(0)  # noqa: SLF001 - its only name


def _give_up(number: int, frame: FrameType | None) -> None:
    posix._exit(0)  # noqa: SLF001 - its only name


def environment() -> dict[str, str]:
    """Return the variables that matter here."""
    found = ((one, posix.environ.get(one.encode())) for one in _NAMES)
    return {one: value.decode("utf-8", "surrogateescape") for one, value in found if value is not None}


def budget(environ: Mapping[str, str]) -> int:
    """Return how long a commit may be held up, in seconds."""
    text = environ.get("TALLY_COMMIT_STATS_TIMEOUT", "")
    seconds = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return seconds if 0 < seconds <= _MOST else _SECONDS


def session_of(environ: Mapping[str, str]) -> str:
    """Return the session that this process was started in, "" where there is none."""
    found = environ.get("CLAUDE_CODE_SESSION_ID", "").strip()
    return found if is_plain(found) else ""


def option(words: Sequence[str], flag: str) -> str:
    """Return the word behind a flag, "" where it was not given."""
    return next((words[place + 1] for place, word in enumerate(words[:-1]) if word == flag), "")


def _run(words: Sequence[str], environ: Mapping[str, str]) -> None:
    root = places.choose_root(option(words, "--root"), environ).encode("utf-8", "surrogateescape")
    path, session = option(words, "--message-file"), session_of(environ)
    if path:
        from tallystick.commits.stamping import Commit, stamp

        message = path.encode("utf-8", "surrogateescape")
        source, hook = option(words, "--commit-source"), option(words, "--hook")
        stamp(Commit(message, source, hook, session=session, root=root, environ=environ))
    elif session:
        from tallystick.commits.figures import Gathering

        posix.write(1, b"".join(line + b"\n" for line in Gathering(root, session, environ).lines()))
