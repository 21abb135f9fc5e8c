"""`tally saved`: what the ledger of savings says, row by row checked."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.saving import CHOICES
from tallystick.cli.options import Option
from tallystick.host.environment import shorten
from tallystick.host.terminal import screen
from tallystick.tasks.saved import saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "What was kept from being sent; by the ledger of savings, whose rows are checked."
OPTIONS = (
    Option(
        "--by", f"what a row stands for: {', '.join(CHOICES)} (default: technique)", metavar="WHAT", choices=CHOICES
    ),
    Option("--session", "only of this session, and its share of all that it would have sent", metavar="ID"),
    Option("--json", "print JSON with exact figures and every refused row"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the sums."""
    found = saved(place.root, arguments.text("--by") or CHOICES[0], arguments.text("--session"))
    if arguments.has("--json"):
        from tallystick.reports.saved_json import render

        sys.stdout.write(render(found))
        return 0
    from tallystick.reports.saved import lines

    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    page = lines(found, width=target.width, shorten=lambda path: shorten(path, place.environ), colour=target.colour)
    print("\n".join(page))
    return 0
