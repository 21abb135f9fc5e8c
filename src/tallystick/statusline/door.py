"""One render: the client's object in, lines out, exit 0 whatever happens. It starts no other program but a refresh of
stale prices, no process but one that reads on in a session too long for a render, opens no connection, and writes
nothing outside the root folder.
"""

from __future__ import annotations

import posix
from time import monotonic, time

import tallystick
from tallystick.kernel import layouts, places
from tallystick.kernel.files import canonical, read_text
from tallystick.kernel.hotconfig import read
from tallystick.kernel.sessionids import is_plain
from tallystick.kernel.snapshot import Payload, take
from tallystick.kernel.styled import name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallystick.kernel.snapshot import Snapshot
    from tallystick.statusline.session import Work

_NAMES = (
    *("HOME", "TALLY_ROOT", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "GH_CONFIG_DIR", "CLAUDE_CONFIG_DIR"),
    *("COLUMNS", "NO_COLOR", "CLAUDE_CODE_EFFORT_LEVEL", "ANTHROPIC_MODEL", "CLAUDE_CODE_USE_BEDROCK"),
    *("AWS_REGION", "AWS_DEFAULT_REGION"),
)
_READ_UNTIL = 0.365  # seconds from the start; what is left of 0.4 is for starting and printing
HARMLESS = b"tally\n"


def main(words: Sequence[str]) -> None:
    """Print the status line and end the process."""
    started = monotonic()
    work = None
    try:
        if "--preview" in words:
            from tallystick.statusline.preview import preview

            text = preview(words, environment())
        else:
            from tallystick.kernel.intake import take_object

            text, work = render(take_object(0), words, environment(), started)
        data = text.encode("utf-8", "replace") or HARMLESS
    except Exception:  # noqa: BLE001 - a client blanks the line of a program that fails
        data = HARMLESS
    try:
        while data:
            data = data[posix.write(1, data) :]
        if work is not None:
            work.finish()
        if not hasattr(tallystick, "preload"):
            from tallystick.statusline.bundle import renew

            renew()
    finally:
        # without the interpreter's own farewell, which takes a sixth of the whole; what could not be kept is read again
        posix._exit(0)  # noqa: SLF001 - its only name


def environment() -> dict[str, str]:
    """Return the variables that matter here."""
    found = ((one, posix.environ.get(one.encode())) for one in _NAMES)
    return {one: value.decode("utf-8", "surrogateescape") for one, value in found if value is not None}


def option(words: Sequence[str], flag: str) -> str | None:
    """Return the value behind a flag, None where it was not given."""
    for place, word in enumerate(words):
        if word == flag and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(f"{flag}="):
            return word[len(flag) + 1 :]
    return None


def columns(environ: Mapping[str, str]) -> int:
    """Return the width of the terminal as the client tells it, 0 where it does not."""
    text = environ.get("COLUMNS", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def render(value: object, words: Sequence[str], environ: Mapping[str, str], started: float) -> tuple[str, Work | None]:
    """Return what to print, and what is left to be kept once it is printed."""
    payload = Payload(value)
    root = places.choose_root(option(words, "--root"), environ).encode("utf-8", "surrogateescape")
    config = read(read_text(root + b"/statusline/config"))
    layout = option(words, "--layout") or config.layout
    snapshot = take(payload)
    snapshot.effort = snapshot.effort or name(environ.get("CLAUDE_CODE_EFFORT_LEVEL"))
    preload = getattr(tallystick, "preload", None)
    if preload is not None and not preload("line" if layout == "line" else "full"):
        del tallystick.preload  # type: ignore[attr-defined] # a source has changed: this render leaves a new file
    rows = layouts.rows(layout, config.segments, has_usage=snapshot.used > 0)
    needs = {need for row in rows for one in row for need in layouts.load(one).NEEDS}
    session = payload.text("session_id")
    is_named = is_plain(session)
    transcript = _transcript(payload.text("transcript_path"), environ)
    work = None
    if is_named:
        from tallystick.statusline.session import Work

        work = Work(root, session, payload, transcript, int(time()))
        work.follow(snapshot, needs, config, environ, started + _READ_UNTIL)
        if needs & {"hooks", "wasted", "savings"}:
            _look_at_session(snapshot, root, session, transcript, needs)
    _look_around(snapshot, payload, needs, environ)
    room = columns(environ)
    lines = layouts.compose(snapshot, rows, is_full=layout != "line", columns=room)
    return layouts.finish(lines, columns=room, colour=not environ.get("NO_COLOR")), work


def _transcript(path: str, environ: Mapping[str, str]) -> bytes | None:
    """Return the canonical path of a transcript, None unless it is absolute and leads below a config folder."""
    if not path.startswith("/") or "/../" in f"{path}/" or "\0" in path:
        return None
    real = canonical(path.encode("utf-8", "surrogateescape"))
    if real is None:
        return None
    named = places.split_folders(environ.get(places.CONFIG_VARIABLE, ""))
    for folder in places.config_folders(named, places.CONFIG_DEFAULTS, environ):
        below = folder.rstrip("/").encode("utf-8", "surrogateescape")
        if real.startswith(below + b"/"):
            return real
        below = canonical(below) or b""
        if below and real.startswith(below + b"/"):
            return real
    return None


def _look_at_session(snapshot: Snapshot, root: bytes, session: str, transcript: bytes | None, needs: set[str]) -> None:
    from tallystick.statusline import looks

    looks.look_at_marks(snapshot, b"%s/statusline/%s" % (root, session.encode()), transcript, needs)
    if "savings" in needs:
        looks.look_at_savings(snapshot, root, session)


def _look_around(snapshot: Snapshot, payload: Payload, needs: set[str], environ: Mapping[str, str]) -> None:
    if "version" in needs:
        snapshot.version = tallystick.__version__
    snapshot.now_s = int(time())
    if needs & {"project", "login", "account"}:
        from tallystick.statusline import looks

        home = places.home(environ)
        if "project" in needs:
            looks.look_at_project(snapshot, payload)
        if "login" in needs:
            looks.look_at_login(snapshot, environ, home)
        if "account" in needs:
            looks.look_at_account(snapshot, environ, home)
