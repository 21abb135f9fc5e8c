"""`tally pi`: serves the pi coding agent; a door of its own does it, on the same streams."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "Keeps out of pi's context what it can do without; pi starts it: see tally install pi."
OPTIONS = (
    Option("WHAT", "serve: answer pi's extension, line by line, until it closes the connection", choices=("serve",)),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the server."""
    sys.stdout.flush()
    words = [sys.executable, "-P", "-m", "tallystick.pi", place.root]
    os.execve(sys.executable, words, dict(place.environ))  # noqa: S606 - no shell is wanted
