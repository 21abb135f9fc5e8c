"""`tally instructions compile`: one prompt of tally's sections, the project's own in their place, and what it holds."""

from __future__ import annotations

from tallystick.cli.options import Option
from tallystick.host.environment import shorten
from tallystick.host.instruction_files import find_project
from tallystick.tasks import instructions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Compiles instructions for an agent into one prompt; sections of the project's CLAUDE.md stand in the place of "
    "those that come with tally."
)
OPTIONS = (
    Option("ACTION", "compile", choices=("compile",)),
    Option("--project", "the project's folder (default: the current one)", metavar="DIR"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Compile, and say what was made and where."""
    project = find_project(arguments.text("--project") or ".")
    compiled = instructions.compile_project(project)
    path = instructions.write(project, instructions.DEFAULT, compiled)
    print(f"{shorten(path, place.environ)}: {instructions.said(compiled)}")
    return 0
