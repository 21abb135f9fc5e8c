"""`tally backup`: copies the index now."""

from __future__ import annotations

from tallystick.host.environment import shorten
from tallystick.reports.figures import plural
from tallystick.tasks.backup import back_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments, Option
    from tallystick.host.environment import Surroundings

ABOUT = "Copies the index now; one copy a week is made by itself, and two are kept."
OPTIONS: tuple[Option, ...] = ()


def run(arguments: Arguments, place: Surroundings) -> int:
    """Make the copy and say where it is."""
    path, copies = back_up(place)
    print(f"Copied the index to {shorten(path, place.environ)}; {plural(copies, 'copy', 'copies')} kept.")
    return 0
