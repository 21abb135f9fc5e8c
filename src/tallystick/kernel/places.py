"""Where things lie: the root folder of tally, the user's home, the folders in which Claude Code writes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CONFIG_VARIABLE = "CLAUDE_CONFIG_DIR"
_REGION = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
CONFIG_DEFAULTS = ("~/.claude", "~/.config/claude")


def home(environ: Mapping[str, str]) -> str:
    """Return the user's home folder."""
    if environ.get("HOME"):
        return environ["HOME"]
    from posix import getuid
    from pwd import getpwuid

    try:
        return getpwuid(getuid()).pw_dir
    except KeyError:
        return "/"


def expand(path: str, environ: Mapping[str, str]) -> str:
    """Return a path with a leading ~ replaced by the home folder."""
    return home(environ) + path[1:] if path == "~" or path.startswith("~/") else path


def choose_root(option: str | None, environ: Mapping[str, str]) -> str:
    """Return the root folder: the option, else TALLY_ROOT, $XDG_DATA_HOME/tallystick or ~/.local/share/tallystick."""
    chosen = option or environ.get("TALLY_ROOT")
    if chosen:
        return expand(chosen, environ)
    data = environ.get("XDG_DATA_HOME", "")
    if not data.startswith("/"):  # the XDG specification: a relative one is to be ignored
        data = home(environ) + "/.local/share"
    return data + "/tallystick"


def split_folders(named: str) -> list[str]:
    """Return the folders that a variable names, with commas between."""
    return [part.strip() for part in named.split(",") if part.strip()]


def config_folders(named: Iterable[str], defaults: Iterable[str], environ: Mapping[str, str]) -> list[str]:
    """Return an agent's folders: those named, else the defaults."""
    return [expand(path, environ) for path in list(named) or defaults]


def aws_region(environ: Mapping[str, str]) -> str | None:
    """Return the AWS region: AWS_REGION, AWS_DEFAULT_REGION, else us-east-1; None where that is no region's name."""
    name = environ.get("AWS_REGION") or environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    return name if len(name) <= 32 and _REGION.issuperset(name) else None


def prices_name(environ: Mapping[str, str]) -> str | None:
    """Return where under the root a refresh keeps the prices of the region; None where the region has no name."""
    name = aws_region(environ)
    return f"prices/bedrock-{name}.json" if name else None
