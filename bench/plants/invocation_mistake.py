"""Invocation mistake: a path, flag, subcommand or program that does not exist, before anything was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import UNKNOWN

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "invocation_mistake"


def mistaken(s: Scene, command: str, text: str, code: int) -> None:
    """A command that is found."""
    s.between()
    s.expect(NAME, UNKNOWN, s.run(command, text, code=code))


def no_such_program(s: Scene) -> None:
    """The shell does not know it."""
    mistaken(s, "pyhton3 check.py", "/bin/bash: line 1: pyhton3: command not found", 127)


def no_such_path(s: Scene) -> None:
    """A listing of nothing."""
    mistaken(s, "ls kilm", "ls: cannot access 'kilm': No such file or directory", 2)


def no_such_subcommand(s: Scene) -> None:
    """A git that knows no such word."""
    mistaken(s, "git stauts", "git: 'stauts' is not a git command. See 'git --help'.", 1)


def no_such_flag(s: Scene) -> None:
    """A flag that nobody knows."""
    mistaken(s, "grep --recursively glaze src", "grep: unrecognized option '--recursively'", 2)


def no_such_file(s: Scene) -> None:
    """The reading tool says so itself."""
    s.between()
    words = f"File does not exist. Note: your current working directory is {s.cwd}."
    found = s.read(s.path("gone"), words, failed=True, toolUseResult="Error: " + words)
    s.expect(NAME, UNKNOWN, found)


def after_a_write(s: Scene) -> None:
    """Something was written before."""
    s.edit(s.path(), "glaze", "slip")
    s.between()
    s.run("ls kilm", "ls: cannot access 'kilm': No such file or directory", code=2)


def after_a_command(s: Scene) -> None:
    """A command that is no viewer ran before."""
    s.run("mkdir -p kiln/out", "")
    s.between()
    s.run("pyhton3 check.py", "/bin/bash: line 1: pyhton3: command not found", code=127)


def it_ran_well(s: Scene) -> None:
    """The words stand in the output of a command that succeeded."""
    s.between()
    s.run("cat fire.log", "12:01 stoke: command not found\n12:02 No such file or directory")


def it_failed_otherwise(s: Scene) -> None:
    """A failure that blames nothing of the kind."""
    s.between()
    s.run("python3 check_glaze.py", "AssertionError: 1240 is not 1260", code=1)


def refused(s: Scene) -> None:
    """A hook refused it, whatever it says."""
    s.between()
    words = "PreToolUse:Bash hook error: gzrep: command not found here, use grep"
    block = s.t.call("Bash", {"command": "gzrep glaze src"})
    s.t.respond([block])
    more = {"failed": True, "toolDenialKind": "permission-rule", "toolUseResult": "Error: " + words}
    s.t.give(block, len(s.t.lines), words, -(-len(words) // 4), **more)


HITS = (no_such_program, no_such_path, no_such_subcommand, no_such_flag, no_such_file)
NEAR = (after_a_write, after_a_command, it_ran_well, it_failed_otherwise, refused)
WHERE: dict[object, tuple[str, ...]] = {}
