"""`tally spent`: tokens by class and their list price, by period, session, project, model and more."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.periods import find_zone
from tallystick.cli.options import WHEN, Option
from tallystick.errors import UsageError
from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import complain, screen
from tallystick.tasks.choosing import Question
from tallystick.tasks.grouping import CHOICES
from tallystick.tasks.spent import spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.model.spending import Spending

ABOUT = "Tokens by class and their list price; rows add up to the total."
OPTIONS = (
    Option("--by", f"what a row stands for: {', '.join(CHOICES)} (default: day)", metavar="WHAT", choices=CHOICES),
    Option("--since", f"leave out what is earlier: {WHEN}", metavar="WHEN"),
    Option("--until", f"leave out what is later: {WHEN}; a day is counted to its end", metavar="WHEN"),
    Option("--timezone", "zone of days, weeks and months, like Europe/Berlin (default: this machine's)", metavar="TZ"),
    Option("--project", "only this project: a path, or the last part of one", metavar="PROJECT"),
    Option("--model", "only this model", metavar="MODEL"),
    Option("--session", "only this session: its id, or as much of it as is unique", metavar="ID"),
    Option("--agent", "only this agent, like claude-code", metavar="NAME"),
    Option("--json", "print JSON with exact figures"),
    Option("--csv", "print the rows as CSV"),
    Option("--no-index", "read every transcript afresh and keep nothing"),
    Option(
        "--prices",
        "which price list applies: auto (by model names and the environment; the default), api or bedrock",
        metavar="LIST",
        choices=("auto", "api", "bedrock"),
    ),
    Option("--price-file", "use the prices of this JSON file and no others (so does TALLY_PRICE_FILE)", metavar="FILE"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the report."""
    if arguments.has("--json") and arguments.has("--csv"):
        raise UsageError("--json and --csv are two formats: choose one")
    question = ask(arguments, place)
    if arguments.has("--no-index"):
        from tallystick.tasks.spent_direct import spend_directly

        spending = spend_directly(question, place)
    else:
        with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
            spending = spend(question, place, progress)
    for note in spending.notes:
        complain(note)
    if arguments.has("--json") or arguments.has("--csv"):
        from tallystick.exporters import EXPORTERS

        sys.stdout.write(EXPORTERS["json" if arguments.has("--json") else "csv"].render(spending))
        return 0
    _print(spending, arguments, place)
    return 0


def ask(arguments: Arguments, place: Surroundings) -> Question:
    """Return the question that the options put."""
    zone = find_zone(arguments.text("--timezone"))
    since, until = arguments.text("--since"), arguments.text("--until")
    if since or until:
        from tallystick.accounting import bounds as read
    return Question(
        arguments.text("--by") or "day",
        zone,
        since_ms=read.since_ms(since, zone, place.now_ms) if since else None,
        until_ms=read.until_ms(until, zone, place.now_ms) if until else None,
        project=arguments.text("--project"),
        model=arguments.text("--model"),
        session=arguments.text("--session"),
        agent=arguments.text("--agent"),
        prices=arguments.text("--prices"),
        price_file=arguments.text("--price-file"),
    )


def _print(spending: Spending, arguments: Arguments, place: Surroundings) -> None:
    from tallystick.reports import spent as page

    if not spending.coverage.files:
        lines = page.nothing_found([shorten(folder, place.environ) for folder in spending.searched])
    else:
        target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
        lines = page.lines(spending, width=target.width, colour=target.colour)
    print("\n".join(lines))
