"""`tally divert bulk-read`: a cheap model reads long files, and its answer is what the session gets of them."""

from __future__ import annotations

import sys

from tallystick.accounting.diverting import QUESTION
from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.terminal import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Has a cheap model read long files and prints its answer; where it gives none, `divert: fall-through` and exit "
    "code 3: read them yourself, with offset and limit."
)
OPTIONS = (
    Option("ACTION", "bulk-read: 400 KiB of UTF-8 text at most", choices=("bulk-read",)),
    Option("FILES", "the files to read", repeat=True),
    Option(
        "--prompt", "what is wanted of them (default: what they are for, and what of them others use)", metavar="TEXT"
    ),
    Option("--timeout-secs", "how long the answer may take (default: 60)", metavar="N"),
)
FALL_THROUGH, NO_ANSWER = "divert: fall-through", 3
_SECONDS, _MOST = 60, 3600


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the answer; or say that there is none, and why."""
    files = arguments.texts("FILES")
    if not files:
        raise UsageError("divert bulk-read needs a file: tally divert bulk-read src/app.py --prompt 'Where is ...?'")
    seconds = _seconds(arguments.text("--timeout-secs"))
    from tallystick.tasks.divert import bulk_read

    question = (arguments.text("--prompt") or "").strip() or QUESTION
    found = bulk_read(files, question, seconds, place, complain)
    for note in found.notes:
        complain(note)
    if found.fault:
        print(FALL_THROUGH)
        complain(f"{found.fault}; read the files yourself, with offset and limit")
        return NO_ANSWER
    print(_shown(found.answer) if sys.stdout is not None and sys.stdout.isatty() else found.answer)
    return 0


def _shown(answer: str) -> str:
    """Return an answer for a terminal: what somebody wrote into a file must not act upon it."""
    from tallystick.kernel.display import clean

    return "\n".join(map(clean, answer.splitlines()))


def _seconds(text: str | None) -> float:
    if text is None:
        return _SECONDS
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= _MOST and len(text) < 9):
        raise UsageError(f"--timeout-secs {text[:20]}: write whole seconds from 1 to {_MOST}")
    return int(text)
