"""`tally uninstall`: takes out of a client or a repository what `tally install` put in."""

from __future__ import annotations

from tallystick.cli.install import WHAT, print_extension, print_hooks, print_servers, print_settings
from tallystick.cli.options import Option
from tallystick.tasks import git_hooks, install_mcp, install_pi
from tallystick.tasks.settings_parts import HOOKS, LINE
from tallystick.tasks.uninstall import uninstall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Takes out what tally install put in; status line settings and hooks are what they were, byte for byte, and of the "
    "servers that agents ask ours alone goes."
)
OPTIONS = (
    Option("WHAT", "statusline, hooks, mcp, pi, or git-hook in the current repository", choices=WHAT),
    Option("--dry-run", "print what would change, and change nothing"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Uninstall, or print the difference that it would make."""
    dry_run = arguments.has("--dry-run")
    if arguments.text("WHAT") == "git-hook":
        print_hooks(git_hooks.uninstall(dry_run=dry_run), arguments, place)
        return 0
    if arguments.text("WHAT") == "mcp":
        print_servers(install_mcp.uninstall(place, dry_run=dry_run), arguments, place)
        return 0
    if arguments.text("WHAT") == "pi":
        print_extension(install_pi.uninstall(place, dry_run=dry_run), arguments, place)
        return 0
    part = HOOKS if arguments.text("WHAT") == "hooks" else LINE
    print_settings(uninstall(place, part, dry_run=dry_run), arguments, place)
    return 0
