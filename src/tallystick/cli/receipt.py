"""`tally receipt`: one five-hour window, its waste beside its outcome; or one row a window."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.periods import find_zone
from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import screen
from tallystick.tasks.receipt import ALL, LAST, receipts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.model.receipt import Statement

ABOUT = "The statement of a five-hour window; what arrived twice, what that weighed, how far the work got."
OPTIONS = (
    Option(
        "WHEN",
        "a time in the window (2026-01-15T13:30), a day (2026-01-15, today, yesterday) or how long ago (5h); "
        "without it the window of now",
        optional=True,
    ),
    Option("--last", "the last window with a turn"),
    Option("--all", "every window with a turn, one row each"),
    Option("--json", "print JSON with exact figures and every finding"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the receipt."""
    when = arguments.text("WHEN") or ""
    if sum((bool(when), arguments.has("--last"), arguments.has("--all"))) > 1:
        raise UsageError("WHEN, --last and --all name different windows: choose one")
    which = LAST if arguments.has("--last") else ALL if arguments.has("--all") else when
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        statement = receipts(place, which, progress)
    if arguments.has("--json"):
        from tallystick.reports.receipt_json import render

        sys.stdout.write(render(statement))
        return 0
    _print(statement, arguments, place)
    return 0


def _print(statement: Statement, arguments: Arguments, place: Surroundings) -> None:
    from tallystick.reports import receipt as page
    from tallystick.reports.spent import nothing_found

    if not statement.files:
        lines = nothing_found([shorten(folder, place.environ) for folder in statement.searched])
    else:
        target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
        lines = page.lines(statement, find_zone(None), width=target.width, colour=target.colour)
    print("\n".join(lines))
