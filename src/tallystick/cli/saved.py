"""`tally saved`: what the ledger of savings says, row by row checked."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.saving import CHOICES as OF_THE_LEDGER
from tallystick.cli.options import Option
from tallystick.host.environment import shorten
from tallystick.host.progress import Progress
from tallystick.host.terminal import screen
from tallystick.tasks.mechanisms import booked
from tallystick.tasks.recovered import find
from tallystick.tasks.saved import saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallystick.accounting.netting import Again
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.model.saved import Saved

MECHANISM = "mechanism"
CHOICES = (*OF_THE_LEDGER, MECHANISM)
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
    by, session = arguments.text("--by") or CHOICES[0], arguments.text("--session")
    if arguments.has("--json"):
        sys.stdout.write(_json(place, by, session))
        return 0
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    print("\n".join(_page(place, by, session, target.width, colour=target.colour)))
    return 0


def _json(place: Surroundings, by: str, session: str | None) -> str:
    if by == MECHANISM:
        from tallystick.reports.mechanisms import as_json

        return as_json(booked(place.root, session))
    from tallystick.reports.saved_json import render

    return render(_saved(place, by, session))


def _saved(place: Surroundings, by: str, session: str | None) -> Saved:
    def again(kept: Mapping[str, Iterable[str]]) -> Mapping[str, list[Again] | None]:
        with Progress(sys.stderr, place.environ) as progress:
            return find(place, kept, progress)

    return saved(place.root, by, session, again)


def _page(place: Surroundings, by: str, session: str | None, width: int, *, colour: bool) -> list[str]:
    from tallystick.reports import mechanisms
    from tallystick.reports import saved as ledger

    found = booked(place.root, session)
    if by == MECHANISM:
        return mechanisms.lines(found, width=width, shorten=lambda path: shorten(path, place.environ), colour=colour)
    rows = _saved(place, by, session)
    page = ledger.lines(rows, width=width, shorten=lambda path: shorten(path, place.environ), colour=colour)
    return [*page, *mechanisms.beside(found, width)]
