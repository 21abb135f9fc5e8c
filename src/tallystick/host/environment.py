"""What the command line and the environment say of places: the root folder, the config directories, the zone."""

from __future__ import annotations

import os
import sys

from tallystick import __version__
from tallystick.errors import UsageError
from tallystick.kernel.places import choose_root, home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Surroundings:
    """Where a command runs: root folder, config directories that replace the agents' own (None: theirs), environment,
    the moment (epoch ms).
    """

    __slots__ = ("config_dirs", "environ", "now_ms", "root")

    def __init__(self, root: str, config_dirs: list[str] | None, environ: Mapping[str, str], now_ms: int) -> None:
        self.root = root
        self.config_dirs = config_dirs
        self.environ = environ
        self.now_ms = now_ms


def find_root(option: str | None, environ: Mapping[str, str]) -> str:
    """Return the root folder: --root, TALLY_ROOT, $XDG_DATA_HOME/tallystick or ~/.local/share/tallystick."""
    if option is not None and not option:
        raise UsageError("--root is empty; name a folder")
    return os.path.abspath(choose_root(option, environ))


def stub_path(root: str) -> str:
    """Return where the program lies that a client runs for its status line, once that is installed."""
    return os.path.join(root, "statusline", "run")


def commit_stub_path(root: str) -> str:
    """Return where the program lies that a repository's commit hooks run, once they are installed."""
    return os.path.join(root, "commits", "run")


def hooks_stub_path(root: str) -> str:
    """Return where the program lies that a client's hooks run, once they are installed."""
    return os.path.join(root, "hooks", "run")


def installation() -> str:
    """Return the line by which that program names the installation that wrote it: version, Python, package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return f"# {__version__} {sys.executable} {package}".replace("\n", "?")


def shorten(path: str, environ: Mapping[str, str]) -> str:
    """Return a path with the home folder written as ~."""
    top = home(environ).rstrip("/")
    return "~" + path[len(top) :] if top and (path == top or path.startswith(top + "/")) else path


def zone_name(environ: Mapping[str, str]) -> str:
    """Return the name of the machine's own time zone as far as it is told, "local" where it is not."""
    named = environ.get("TZ", "").lstrip(":")
    if named:
        return named
    try:
        target = os.readlink("/etc/localtime")
    except OSError:
        return "local"
    _, found, name = target.partition("zoneinfo/")
    return name if found else "local"
