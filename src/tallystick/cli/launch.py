"""`tally launch`: starts Claude Code with the project's compiled instructions."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.terminal import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Starts Claude Code with the project's compiled instructions; what they save is noted once the session has begun, "
    "if the hooks are installed."
)
OPTIONS = (Option("ARGS", "what Claude Code itself is given, behind --", repeat=True, optional=True),)
_DEBUG = "TALLY_DEBUG"


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the client."""
    if arguments.has("--demo"):
        raise UsageError("--demo leaves nothing behind, and launch starts the real client: leave one of them out")
    from tallystick.tasks.launch import prepare

    found = prepare(arguments.texts("ARGS"), place, complain, complain if place.environ.get(_DEBUG) else _nothing)
    sys.stdout.flush()
    os.execve(found.program, found.words, found.environ)  # noqa: S606 - nothing of ours is left to do


def _nothing(text: str) -> None:
    """Say nothing: who wants to know sets TALLY_DEBUG."""
