"""`tally statusline`: what the client's status line shows; the hot door does it, in an interpreter of its own."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.kernel.hotconfig import LAYOUTS
from tallystick.tasks import hot, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = "What the client's status line shows; its JSON on standard input, one to four lines on standard output."
OPTIONS = (
    Option("--layout", "full (four lines) or line; default: config.toml, else full", metavar="LAYOUT", choices=LAYOUTS),
    Option("--preview", "show what it looks like, on invented values"),
    Option("--repair", "write the program anew that the client runs: its settings ask for this where that is gone"),
)
_DOOR = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "statusline", "__main__.py")


def run(arguments: Arguments, place: Surroundings) -> int:
    """Become the hot door. A preview says what is wrong with the settings; a line for a client never does."""
    if arguments.has("--preview"):
        settings.load(place.root, None)
    if arguments.has("--repair"):
        hot.repair(place.root)
    hot.follow(place.root, place.environ)
    words = [sys.executable, "-I", "-S", _DOOR, "--root", place.root]
    layout = arguments.text("--layout")
    words += ["--layout", layout] if layout else []
    words += ["--preview"] if arguments.has("--preview") else []
    environ = dict(place.environ)
    if place.config_dirs:
        environ["CLAUDE_CONFIG_DIR"] = ",".join(place.config_dirs)
    if arguments.has("--no-color"):
        environ["NO_COLOR"] = "1"
    sys.stdout.flush()
    os.execve(sys.executable, words, environ)  # noqa: S606 - no shell is wanted
