"""`tally run -- COMMAND`: runs a command and shortens what it prints."""

from __future__ import annotations

import os

from tallystick.cli.compress import put
from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host import children, outputs
from tallystick.host.terminal import complain
from tallystick.tasks.compress import compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Runs a command and shortens what it prints; its input, errors, signals and exit code are its own, and no shell "
    "looks at it."
)
OPTIONS = (
    Option("--tool", "whose output it is, where the command's own name does not say it", metavar="COMMAND"),
    Option("COMMAND", "the command and its arguments, behind --", repeat=True, optional=True),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Run it, print what it printed, shortened where that can be, and return its exit code."""
    command = arguments.texts("COMMAND")
    if not command:
        raise UsageError("tally run needs a command, behind --: tally run -- cargo test")
    try:
        done = children.run(command, outputs.LARGEST, put)
    except OSError as error:
        complain(f"{command[0]}: {error.strerror or error}")
        return children.NOT_FOUND if isinstance(error, FileNotFoundError) else children.NOT_RUN
    if done.output:
        words = (arguments.text("--tool") or "").split() or [os.path.basename(command[0]), *command[1:]]
        put(compress(done.output, words, place, complain, exit_code=done.code).after)
    return done.code
