"""`tally`: spent, saved and wasted on one screen."""

from __future__ import annotations

import os
import sys

from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import screen
from tallystick.reports import overview as page
from tallystick.reports.spent import nothing_found
from tallystick.tasks.overview import overview

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments, Option
    from tallystick.host.environment import Surroundings

ABOUT = "Spent, saved and wasted on one screen; what tally without a command prints."
OPTIONS: tuple[Option, ...] = ()


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the overview."""
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        found = overview(place, progress)
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if found.coverage.files:
        lines = page.lines(found, width=target.width, colour=target.colour)
    else:
        lines = nothing_found([shorten(folder, place.environ) for folder in found.searched])
    print("\n".join(lines))
    return 0
