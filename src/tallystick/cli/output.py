"""`tally output ID`: the whole of an output that was shortened."""

from __future__ import annotations

import os
import sys

from tallystick.accounting.periods import find_zone, moment
from tallystick.cli.options import Option
from tallystick.errors import NotFound, UsageError
from tallystick.host import outputs
from tallystick.host.terminal import screen
from tallystick.reports.figures import size
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.reports.table import Cell

ABOUT = "The whole of an output that was shortened; without an ID, which ones are kept (a week, 256 MB at most)."
OPTIONS = (Option("ID", "as the mark in the shortened output names it", optional=True),)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print an output byte for byte, or list those that are kept."""
    name = arguments.text("ID")
    if name is None:
        _list(place)
        return 0
    if not outputs.is_id(name):
        raise UsageError(f"{name[:40]!r} is no output's id; it looks like 0f3a9c2b71de")
    raw = outputs.read(place.root, name)
    if raw is None:
        raise NotFound(f"output {name} is not kept any more: outputs stay for a week; run the command again")
    sys.stdout.buffer.write(raw)
    return 0


def _list(place: Surroundings) -> None:
    found = outputs.listing(place.root)
    if not found:
        print("No output is kept: none was shortened during the last week.")
        return
    zone = find_zone(None)
    rows: list[list[Cell]] = [[name, size(held), moment(int(second), zone)] for name, held, second in found]
    target = screen(sys.stdout, os.environ)
    columns = [Column("output"), Column("size", right=True), Column("kept")]
    print("\n".join(render(columns, rows, width=target.width, colour=target.colour)))
