"""`tally install`: lets a client run what tally brings, with a way back to the byte."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.host.environment import shorten
from tallystick.host.terminal import screen
from tallystick.reports import installing as page
from tallystick.tasks.install import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "Shows the status line in Claude Code; every other byte of its settings stays, and there is a way back."
OPTIONS = (
    Option("WHAT", "what to install: statusline", choices=("statusline",)),
    Option("--replace", "put it in the place of another tool's status line, which is remembered"),
    Option("--dry-run", "print what would change in settings.json, and change nothing"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Install, or print the difference that it would make."""
    dry_run = arguments.has("--dry-run")
    done = install(place, replace=arguments.has("--replace"), dry_run=dry_run)
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if dry_run:
        print("\n".join(page.diff_lines(done, colour=target.colour)))
    else:
        print("\n".join(page.lines(done, width=target.width, shorten=lambda path: shorten(path, place.environ))))
    return 0
