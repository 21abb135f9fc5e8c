"""`tally show EVIDENCE`: what stands behind a number, and where."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.host.terminal import screen
from tallystick.reports import show as page
from tallystick.tasks.show import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "What stands behind an evidence like 8f2c91aa:e143; where that is, its hash, and whether it has changed since."
OPTIONS = (
    Option("EVIDENCE", "the start of a transcript's id, a line, and where a line holds several events, which"),
    Option("--content", "also print the text, read from the transcript now"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the event; an evidence that names nothing, or several, is a failure."""
    exhibit = show(place, arguments.text("EVIDENCE") or "", content=arguments.has("--content"))
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    print("\n".join(page.lines(exhibit, width=target.width, colour=target.colour)))
    return 0
