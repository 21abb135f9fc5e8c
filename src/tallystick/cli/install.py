"""`tally install`: lets a client or a repository run what tally brings, with a way back to the byte."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.environment import shorten
from tallystick.host.terminal import screen
from tallystick.reports import hooking
from tallystick.reports import installing as page
from tallystick.tasks import git_hooks, install_hooks, install_mcp, install_pi
from tallystick.tasks.install import draw_once, install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.model.hooking import Hooking
    from tallystick.model.installing import Installation

ABOUT = "Shows the status line, shortens outputs, serves pi, commits; lets agents ask; with a way back, byte for byte."
WHAT = ("statusline", "hooks", "mcp", "pi", "git-hook")
OPTIONS = (
    Option(
        "WHAT",
        "statusline; hooks, which shorten what an agent is about to read; mcp, the server that agents ask; pi, its "
        "extension; or git-hook in the current repository",
        choices=WHAT,
    ),
    Option("--replace", "put it in the place of another tool's status line, which is remembered, or server"),
    Option("--dry-run", "print what would change, and change nothing"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Install, or print the difference that it would make."""
    dry_run = arguments.has("--dry-run")
    if arguments.text("WHAT") == "git-hook":
        if arguments.has("--replace"):
            raise UsageError("--replace is for the status line: a hook that is there stays, and runs first")
        print_hooks(git_hooks.install(place, dry_run=dry_run), arguments, place)
        return 0
    if arguments.text("WHAT") == "mcp":
        print_servers(install_mcp.install(place, replace=arguments.has("--replace"), dry_run=dry_run), arguments, place)
        return 0
    if arguments.text("WHAT") == "hooks":
        if arguments.has("--replace"):
            raise UsageError("--replace is for the status line: hooks that are there stay, and run too")
        print_settings(install_hooks.install(place, dry_run=dry_run), arguments, place)
        return 0
    if arguments.text("WHAT") == "pi":
        if arguments.has("--replace"):
            raise UsageError("--replace is for the status line: an extension of another make stays")
        print_extension(install_pi.install(place, dry_run=dry_run), arguments, place)
        return 0
    done = install(place, replace=arguments.has("--replace"), dry_run=dry_run)
    print_settings(done, arguments, place)
    if not dry_run:
        draw_once(place)
    return 0


def print_settings(done: Installation, arguments: Arguments, place: Surroundings) -> None:
    """Say what was done to a client's settings, or would be."""
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if arguments.has("--dry-run"):
        print("\n".join(page.diff_lines(done, colour=target.colour)))
    else:
        print("\n".join(page.lines(done, width=target.width, shorten=lambda path: shorten(path, place.environ))))


def print_servers(done: Installation, arguments: Arguments, place: Surroundings) -> None:
    """Say what was done to a client's list of servers, or would be."""
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if arguments.has("--dry-run"):
        print("\n".join(page.diff_lines(done, colour=target.colour)))
    else:
        print("\n".join(page.server_lines(done, target.width, lambda path: shorten(path, place.environ))))


def print_extension(done: Installation, arguments: Arguments, place: Surroundings) -> None:
    """Say what was done to pi's extensions, or would be."""
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if arguments.has("--dry-run"):
        print("\n".join(page.diff_lines(done, colour=target.colour)))
    else:
        print("\n".join(page.extension_lines(done, target.width, lambda path: shorten(path, place.environ))))


def print_hooks(done: Hooking, arguments: Arguments, place: Surroundings) -> None:
    """Say what was done to a repository's hooks, or would be."""
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    dry_run = arguments.has("--dry-run")
    text = hooking.lines(done, dry_run=dry_run, width=target.width, shorten=lambda path: shorten(path, place.environ))
    print("\n".join(text))
