"""Has a cheap model read files in the session's stead, and notes what that spared the session.

The helper is the client itself, in print mode: without tools, settings, servers or hooks, and with nothing of the
session in its environment. Whatever goes wrong with it, the caller is told to read the files itself.
"""

from __future__ import annotations

import os
import shutil

from tallystick.accounting.diverting import BUDGET, ROLE, compose, read_reply
from tallystick.errors import NotFound, TallyError
from tallystick.host import piped
from tallystick.kernel.files import READ, is_regular
from tallystick.tasks import settings
from tallystick.tasks.booking import book_diverted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tallystick.accounting.diverting import Reply
    from tallystick.host.environment import Surroundings

PROGRAM = "claude"
MODEL_VARIABLE, NO_HOOKS = "TALLY_DIVERT_MODEL", "TALLY_DISABLE_HOOKS"
_MOST = 4 << 20  # bytes of a helper's output; an answer has a few thousand
# What names the session, or would make the helper behave as a part of it.
STRIPPED = (
    *("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_EXECPATH", "CLAUDE_CODE_SESSION_ID"),
    *("CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN"),
    *("CLAUDE_CODE_MAX_OUTPUT_TOKENS", "CLAUDE_EFFORT", "CLAUDE_PID", "CLAUDE_CODE_SESSION_ATTENDED"),
    *("CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS", "CLAUDE_ENV_FILE", "CLAUDE_PROJECT_DIR", "AI_AGENT", "TALLY_SCOPE"),
)


class Diverted:
    """An answer, or why there is none; `notes` are what the reader must know of what was left out."""

    __slots__ = ("answer", "fault", "notes")

    def __init__(self, answer: str, fault: str, notes: Sequence[str]) -> None:
        self.answer = answer
        self.fault = fault
        self.notes = tuple(notes)


def bulk_read(
    paths: Sequence[str], question: str, seconds: float, place: Surroundings, warn: Callable[[str], object]
) -> Diverted:
    """Ask a helper about files; NotFound or TallyError where one of them cannot be read."""
    asked = compose([(path, _text(path)) for path in paths], question)
    notes = [f"{asked.cut} was cut: no more than 400 KiB of files are read at once"] if asked.cut else []
    if asked.dropped:
        notes.append(f"not read, for the same reason: {', '.join(asked.dropped)}")
    reply = _ask(asked.text, seconds, place)
    if isinstance(reply, str):
        return Diverted("", reply, notes)
    book_diverted(place, asked.shown, len(reply.text.encode("utf-8", "surrogatepass")), reply, warn)
    return Diverted(reply.text, "", notes)


def _text(path: str) -> str:
    """Return the text of a file, as far as a helper may be given it."""
    try:
        handle = os.open(path, READ)
        with open(handle, "rb") as file:
            if not is_regular(os.fstat(handle)):
                raise TallyError(f"{path}: is not a file of text; name files")
            raw = file.read(BUDGET + 4)  # with what a character may have behind the cut
    except FileNotFoundError:
        raise NotFound(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise TallyError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and len(raw) > BUDGET:
            return raw[: error.start].decode()
        raise TallyError(f"{path}: is not UTF-8 text; a helper reads nothing else") from None


def _ask(text: bytes, seconds: float, place: Surroundings) -> Reply | str:
    """Return the helper's answer, or why there is none."""
    program = shutil.which(PROGRAM, path=place.environ.get("PATH", os.defpath))
    if program is None:
        return f"{PROGRAM} is not on PATH"
    model = place.environ.get(MODEL_VARIABLE, "").strip() or settings.load(place.root, None).divert_model
    try:
        done = piped.run(command(program, model), text, environment(place.environ), seconds=seconds, most=_MOST)
    except OSError as error:
        return f"{PROGRAM} cannot be started ({error.strerror})"
    if done.fault == piped.LATE:
        return f"{PROGRAM} did not answer within {seconds:g} s"
    if done.fault == piped.TOO_MUCH:
        return f"{PROGRAM} printed more than {_MOST >> 20} MiB"
    reply = read_reply(done.output)
    if done.code and not (isinstance(reply, str) and reply.startswith("it reports")):
        said = next((line for line in done.errors.decode("utf-8", "replace").splitlines() if line.strip()), "")
        return f"{PROGRAM} ended with {done.code}" + (f": {said.strip()[:200]}" if said else "")
    return f"{PROGRAM}: {reply}" if isinstance(reply, str) else reply


def command(program: str, model: str) -> list[str]:
    """Return the helper's command line; 2.1.332 of the client knows each of these words."""
    return [
        *(program, "-p", "--model", model, "--output-format", "json", "--system-prompt", ROLE),
        *("--restricted", "--strict-mcp-config", "--disable-slash-commands", "--permission-prompts", "none"),
        "--tools=",  # text in a file may ask for one
    ]


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a helper: the caller's, without its session, and with hooks off."""
    return {name: value for name, value in environ.items() if name not in STRIPPED} | {NO_HOOKS: "1"}
