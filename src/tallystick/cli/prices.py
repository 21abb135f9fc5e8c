"""`tally prices`: the price list, which price a model gets and why, and Bedrock's newest prices when asked for."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.terminal import screen
from tallystick.reports import prices as page
from tallystick.tasks import prices as task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "The price list with dates and sources; `tally prices explain MODEL` says which price a model gets and why, "
    "`tally prices refresh` fetches Bedrock's prices of your region from AWS."
)
OPTIONS = (
    Option(
        "ACTION",
        "list (default), explain, or refresh: fetch the AWS Price List of AWS_REGION, AWS_DEFAULT_REGION or us-east-1",
        choices=("list", "explain", "refresh"),
        optional=True,
    ),
    Option("MODEL", "the model to explain; with list, only its prices", optional=True),
    Option("--at", "explain: the price at this time (2026-01-15 or 2026-01-15T13:30; default: now)", metavar="WHEN"),
    Option("--prices", "auto (default), api or bedrock", metavar="LIST", choices=("auto", "api", "bedrock")),
    Option("--price-file", "use the prices of this JSON file (so does TALLY_PRICE_FILE)", metavar="FILE"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the list, the explanation, or what a refresh brought."""
    if arguments.text("ACTION") == "refresh":
        return _refresh(place)
    prices, model = arguments.text("--prices"), arguments.text("MODEL")
    book = task.open_book(place, prices=prices, price_file=arguments.text("--price-file"))
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if arguments.text("ACTION") == "explain":
        if not model:
            raise UsageError("explain needs a model: tally prices explain claude-opus-5-5")
        lines = page.explain_lines(
            model, task.explain(book, model, _moment(arguments, place)), book, width=target.width
        )
    else:
        rows = [row for row in book.rows if _is_asked(row.tier, prices) and model in {None, row.model}]
        lines = page.list_lines(book, rows, width=target.width, colour=target.colour)
    print("\n".join(lines))
    return 0


def _refresh(place: Surroundings) -> int:
    from tallystick.reports import price_refresh
    from tallystick.tasks.price_refresh import refresh

    done = refresh(place)
    print("\n".join(price_refresh.lines(done, width=screen(sys.stdout, os.environ).width)))
    return 0


def _is_asked(tier: str, prices: str | None) -> bool:
    return prices in {None, "auto"} or tier.startswith(str(prices)) or tier == "any"


def _moment(arguments: Arguments, place: Surroundings) -> int:
    at = arguments.text("--at")
    if at is None:
        return place.now_ms
    from tallystick.accounting.bounds import since_ms
    from tallystick.accounting.periods import find_zone

    return since_ms(at, find_zone("UTC"), place.now_ms)
