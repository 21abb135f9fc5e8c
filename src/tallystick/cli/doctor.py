"""`tally doctor`: what is read and what is not, what only the index still knows, how old the prices are."""

from __future__ import annotations

import os
import sys

from tallystick.host.progress import Progress
from tallystick.host.terminal import screen
from tallystick.reports import doctor as page
from tallystick.tasks.doctor import diagnose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments, Option
    from tallystick.host.environment import Surroundings

ABOUT = "What is read and what is not; what only the index still knows, and how old the prices are."
OPTIONS: tuple[Option, ...] = ()


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the diagnosis; whatever it is, this succeeds."""
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        remarks = diagnose(place, progress)
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    print("\n".join(page.lines(remarks, width=target.width, colour=target.colour)))
    return 0
