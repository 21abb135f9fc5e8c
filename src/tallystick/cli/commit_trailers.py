"""`tally commit-trailers`: what a session spent, as trailers for a commit; the hot door does it, as the hooks do."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "What a session spent, as trailers for a commit; printed, or put on its message."
OPTIONS = (
    Option("--message-file", "put them on the message in this file, and print nothing", metavar="FILE"),
    Option("--commit-source", "git's second argument to prepare-commit-msg: what the message is of", metavar="WORD"),
    Option(
        "--hook",
        "the hook that runs this: one for each, so that a message from an editor is stamped behind it",
        metavar="NAME",
        choices=("prepare-commit-msg", "commit-msg"),
    ),
)
_DOOR = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "commits", "__main__.py")


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the hot door."""
    words = [sys.executable, "-I", "-S", _DOOR, "--root", place.root]
    for name in ("--message-file", "--commit-source", "--hook"):
        value = arguments.text(name)
        words += [name, value] if value else []
    environ = dict(place.environ)
    if place.config_dirs:
        environ["CLAUDE_CONFIG_DIR"] = ",".join(place.config_dirs)
    sys.stdout.flush()
    os.execve(sys.executable, words, environ)  # noqa: S606 - no shell is wanted
