"""The door: finds the command, imports it and nothing else, and turns failures into one line and an exit code.

0: done, also for an empty history. 1: a failure, one line on stderr. 2: bad usage. 130: interrupted.
"""

from __future__ import annotations

import os
import sys

from tallystick import __version__
from tallystick.cli import options
from tallystick.errors import TallyError, UsageError
from tallystick.host.clock import now_ms
from tallystick.host.environment import (
    Surroundings,
    commit_stub_path,
    find_root,
    hooks_stub_path,
    installation,
    stub_path,
)
from tallystick.host.terminal import accept_any_text, complain
from tallystick.tasks import hot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from tallystick.cli.options import Arguments, Option

    class Command(Protocol):
        """What a module of this folder must have."""

        ABOUT: str
        OPTIONS: tuple[Option, ...]

        def run(self, arguments: Arguments, place: Surroundings) -> int:
            """Do it, print, and return the exit code."""


COMMANDS = {
    "overview": "tallystick.cli.overview",
    "spent": "tallystick.cli.spent",
    "wasted": "tallystick.cli.wasted",
    "receipt": "tallystick.cli.receipt",
    "saved": "tallystick.cli.saved",
    "sync": "tallystick.cli.sync",
    "prices": "tallystick.cli.prices",
    "audit": "tallystick.cli.audit",
    "transforms": "tallystick.cli.transforms",
    "compress": "tallystick.cli.compress",
    "run": "tallystick.cli.run",
    "output": "tallystick.cli.output",
    "divert": "tallystick.cli.divert",
    "instructions": "tallystick.cli.instructions",
    "launch": "tallystick.cli.launch",
    "doctor": "tallystick.cli.doctor",
    "show": "tallystick.cli.show",
    "forget": "tallystick.cli.forget",
    "backup": "tallystick.cli.backup",
    "install": "tallystick.cli.install",
    "uninstall": "tallystick.cli.uninstall",
    "statusline": "tallystick.cli.statusline",
    "mcp": "tallystick.cli.mcp",
    "pi": "tallystick.cli.pi",
    "commit-trailers": "tallystick.cli.commit_trailers",
    "hook": "tallystick.cli.hook",
}
_DEFAULT = "overview"
_LASTING = ("install", "uninstall")  # what they write would point into a folder that is gone


def main(words: list[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    accept_any_text()
    try:
        code = _run(sys.argv[1:] if words is None else words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except TallyError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; the interpreter must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}: check the place and its permissions, and try again", 1)
    return code


def _fail(message: str, code: int) -> int:
    complain(message)
    return code


def _run(words: list[str]) -> int:
    name, rest = split(words)
    if name in {"--version", "--help", "-h"}:
        print(f"tally {__version__}" if name == "--version" else overall_help())
        return 0
    command = _load(name)
    arguments = options.parse(name, command.ABOUT, (*command.OPTIONS, *options.COMMON), rest)
    if arguments.has("--demo") and name in _LASTING and not arguments.has("--dry-run"):
        raise UsageError(f"--demo leaves nothing behind, so there is nothing to {name}: leave it out, or add --dry-run")
    if arguments.has("--demo"):
        from tallystick.tasks.demo import staged

        complain("this is the sample, not your own history: add --demo to the commands that it names")
        with staged(os.environ) as place:
            return command.run(arguments, place)
    root = find_root(arguments.text("--root"), os.environ)
    _follow(root)
    directories = arguments.texts("--config-dir") or None
    code = command.run(arguments, Surroundings(root, directories, os.environ, now_ms(os.environ)))
    hot.follow(root, os.environ)
    return code


def _follow(root: str) -> None:
    """Let an installed status line, hooks and commit hooks run this installation: each names the one that wrote it."""
    if _is_outdated(stub_path(root)):
        from tallystick.host.stub import follow

        follow(root)
    if _is_outdated(commit_stub_path(root)):
        from tallystick.host.commit_stub import follow

        follow(root)
    if _is_outdated(hooks_stub_path(root)):
        from tallystick.host.hooks_stub import follow

        follow(root)


def _is_outdated(path: str) -> bool:
    """Say whether a program of ours is there and names another installation."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            text = os.read(handle, 4096)
        finally:
            os.close(handle)
    except OSError:
        return False
    return os.fsencode(f"\n{installation()}\n") not in text


def _load(name: str) -> Command:
    command: Command = __import__(COMMANDS[name], fromlist=["run"])  # importlib's own function costs an import more
    return command


def _brief(name: str) -> str:
    return _load(name).ABOUT.partition(";")[0].rstrip(".")


def split(words: list[str]) -> tuple[str, list[str]]:
    """Return the command and the words left for it; options that every command takes may stand before its name."""
    common = {option.name: option for option in options.COMMON}
    place = 0
    while place < len(words) and words[place].startswith("-"):
        if words[place] in {"--version", "--help", "-h"}:
            return words[place], []
        name, equals, _ = words[place].partition("=")
        if name not in common:
            return _DEFAULT, words
        place += 2 if common[name].takes_value and not equals else 1
    if place >= len(words):
        return _DEFAULT, words
    if words[place] not in COMMANDS:
        raise UsageError(f"there is no command {words[place][:40]!r}; there are {', '.join(COMMANDS)}")
    return words[place], words[:place] + words[place + 1 :]


def overall_help() -> str:
    """Return what `tally --help` prints: the commands with what each is for, and the options of all."""
    lines = [
        "usage: tally [COMMAND] [OPTIONS]",
        "",
        "What your coding agents spent, from their own transcripts, on this machine.",
        "Without a command: today, the five-hour window and all history on one screen.",
        "",
        "commands:",
    ]
    room = max(map(len, COMMANDS)) + 1
    lines += [f"  {name:<{room}}{_brief(name)}" for name in COMMANDS]
    lines += ["", "with every command:"]
    for option in options.COMMON:
        lines += [f"  {option.name} {option.metavar}".rstrip(), f"      {option.help}"]
    lines += ["  --version", "      print the version", "", "tally COMMAND --help says more."]
    return "\n".join(lines)
