"""`tally wasted`: what provably arrived twice, and how long it sat in the context."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.wasting import BY_SIGNATURE, CHOICES
from tallystick.cli.options import WHEN, Option
from tallystick.host.terminal import screen
from tallystick.model.finding import SIGNATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.model.wasted import Wasted

ABOUT = "What provably arrived twice, by detectors over the index; how long it sat in the context, evidence for each."
OPTIONS = (
    Option(
        "--by", f"what a row stands for: {', '.join(CHOICES)} (default: signature)", metavar="WHAT", choices=CHOICES
    ),
    Option("--since", f"leave out what is earlier: {WHEN}", metavar="WHEN"),
    Option("--json", "print JSON with exact figures and every finding"),
    Option(
        "--explain",
        f"print what a signature claims, what it does not, and how false alarms are kept out: {', '.join(SIGNATURES)}",
        metavar="SIGNATURE",
        choices=SIGNATURES,
    ),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print the findings, or one detector's page."""
    explained = arguments.text("--explain")
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if explained:
        print("\n".join(_explain(explained, target.width, colour=target.colour)))
        return 0
    from tallystick.accounting.bounds import since_ms
    from tallystick.accounting.periods import find_zone
    from tallystick.host.progress import Progress
    from tallystick.tasks.wasted import waste

    since = arguments.text("--since")
    with Progress(sys.stderr, place.environ, no_color=arguments.has("--no-color")) as progress:
        wasted = waste(
            place,
            arguments.text("--by") or BY_SIGNATURE,
            since_ms(since, find_zone(None), place.now_ms) if since else None,
            progress,
        )
    if arguments.has("--json"):
        from tallystick.reports.wasted_json import render

        sys.stdout.write(render(wasted, with_rows=arguments.text("--by") is not None))
        return 0
    print("\n".join(_page(wasted, place, target.width, colour=target.colour)))
    return 0


def _page(wasted: Wasted, place: Surroundings, width: int, *, colour: bool) -> list[str]:
    if not wasted.files:
        from tallystick.host.environment import shorten
        from tallystick.reports.spent import nothing_found

        return nothing_found([shorten(folder, place.environ) for folder in wasted.searched])
    from tallystick.reports.wasted import lines

    return lines(wasted, width=width, colour=colour)


def _explain(signature: str, width: int, *, colour: bool) -> list[str]:
    from tallystick.detectors import DETECTORS
    from tallystick.reports.detector import page

    (detector,) = [one for one in DETECTORS if signature == one.SIGNATURE]
    return page(detector.SIGNATURE, detector.VERSION, str(detector.__doc__), width=width, colour=colour)
