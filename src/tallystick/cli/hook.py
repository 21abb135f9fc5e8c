"""`tally hook NAME`: what a client's hook is answered; the hot door does it, as for hooks that were installed."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Answers a client's hook, from the event on stdin; the plugin runs it, and a hand may. Ends with 0, and prints "
    "nothing where it has nothing to say."
)
OPTIONS = (
    Option(
        "NAME",
        "session-start; post-tool-use, which shortens what a call printed; or divert-check, which refuses bulk reads",
        choices=("session-start", "post-tool-use", "divert-check"),
    ),
)
_DOOR = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "hooks", "__main__.py")


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the hot door."""
    words = [sys.executable, "-I", "-S", _DOOR, arguments.text("NAME") or "", "--root", place.root]
    environ = dict(place.environ)
    if place.config_dirs:
        environ["CLAUDE_CONFIG_DIR"] = ",".join(place.config_dirs)
    sys.stdout.flush()
    os.execve(sys.executable, words, environ)  # noqa: S606 - no shell is wanted
