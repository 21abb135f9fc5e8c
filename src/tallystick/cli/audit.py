"""`tally audit`: our cost beside the client's own, session by session."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import complain, screen
from tallystick.reports import audit as page
from tallystick.reports.spent import nothing_found
from tallystick.tasks.audit import audit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "Our cost beside the client's own, and why they differ."
OPTIONS = (Option("SESSION", "one session, to the last digit: its id, or as much of it as is unique", optional=True),)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the comparison."""
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        found = audit(place, arguments.text("SESSION"), progress)
    for note in found.notes:
        complain(note)
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if found.notes and not found.rows:
        return 0
    if not found.rows and not found.silent:
        lines = nothing_found([shorten(folder, place.environ) for folder in found.searched])
    elif arguments.text("SESSION") and found.rows:
        lines = page.detail(found.rows[0], width=target.width)
    else:
        lines = page.lines(found.rows, found.silent, width=target.width, colour=target.colour)
    print("\n".join(lines))
    return 0
