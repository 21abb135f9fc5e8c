"""`tally sync`: brings the index up to date."""

from __future__ import annotations

import os
import sys

from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import screen
from tallystick.reports import sync as page
from tallystick.reports.spent import nothing_found
from tallystick.tasks.held import count
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments, Option
    from tallystick.host.environment import Surroundings

ABOUT = "Brings the index up to date; every report does so by itself."
OPTIONS: tuple[Option, ...] = ()


def run(arguments: Arguments, place: Surroundings) -> int:
    """Sync, and print what that found."""
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        report = refresh(place, progress)
    held = count(place)
    if not report.files and not held.responses:
        print("\n".join(nothing_found([shorten(folder, place.environ) for folder in report.searched])))
    else:
        target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
        print("\n".join(page.lines(report, held.responses, held.rejections, width=target.width)))
    return 0
