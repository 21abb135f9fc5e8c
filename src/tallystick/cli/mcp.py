"""`tally mcp`: answers agents through the Model Context Protocol; a door of its own does it, on the same streams."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments, Option
    from tallystick.host.environment import Surroundings

ABOUT = "Answers an agent that asks before it repeats itself; its client starts it: see tally install mcp."
OPTIONS: tuple[Option, ...] = ()


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the server, which ends when its client closes the connection."""
    sys.stdout.flush()
    words = [sys.executable, "-P", "-m", "tallystick.mcp", place.root, *(place.config_dirs or ())]
    os.execve(sys.executable, words, dict(place.environ))  # noqa: S606 - no shell is wanted
