"""Reads a shell's command line as far as nothing can be misread: one simple command, or nothing.

A simple command is a program and its words. Pipes, lists, redirections, substitutions, variables, escapes, comments and
heredocs are the shell's business, and so is what runs another command or another machine's: all of that is no simple
command here, and nobody touches it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_OPERATORS = frozenset("|&;<>()$`\\\n\r")
_EXPANDED = frozenset("$`\\")  # what a shell still reads between double quotes
_RESERVED = frozenset(
    {
        *("if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "select"),
        *("function", "coproc", "time", "{", "}", "[[", "!"),
    }
)
_OTHERS = frozenset(  # programs that run what their words say, as somebody else or elsewhere
    {
        *(
            "sudo",
            "doas",
            "su",
            "ssh",
            "env",
            "xargs",
            "nohup",
            "eval",
            "exec",
            "command",
            "builtin",
            "watch",
            "timeout",
        ),
        *(
            "nice",
            "ionice",
            "setsid",
            "chroot",
            "unshare",
            "strace",
            "docker",
            "podman",
            "kubectl",
            "vagrant",
            "parallel",
        ),
        *("bash", "sh", "zsh", "dash", "fish", "source", ".", "trap", "alias"),
    }
)
_RUNNERS = {
    **dict.fromkeys(("npx", "bunx", "pnpx"), 1),
    **dict.fromkeys(("uv", "poetry", "pipenv", "pdm", "rye", "hatch"), 2),  # run
    "pnpm": 2,
    "yarn": 2,
    "npm": 2,
    "bundle": 2,  # exec
}
_WRAPPERS = {**dict.fromkeys(("sudo", "doas", "env", "nohup", "nice", "command", "exec"), 1), "timeout": 2}
_PYTHONS = ("python", "python3", "pypy", "pypy3")


def simple_words(command: str) -> tuple[str, ...]:
    """The words of one simple command, without their quotes; none where it is anything else."""
    words = _plain_words(command)
    return () if not words or _name(words[_assignments(words)]) in _OTHERS else words


def bare_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words from the program on that does the work: `CI=1 uv run python3 -m pytest -q` is `pytest -q`."""
    rest = list(words)
    while rest:
        rest = rest[_assignments(rest) :]
        rest[:1] = [_name(word) for word in rest[:1]]
        if rest[:1] and rest[0] in _WRAPPERS and len(rest) > 1 and not rest[1].startswith("-"):
            rest = rest[_WRAPPERS[rest[0]] :]
            continue
        if not rest:
            break
        skipped = _RUNNERS.get(rest[0], 0)
        if skipped and len(rest) > skipped and (skipped == 1 or rest[1] in {"run", "exec", "x"}):
            if (rest[0] == "npm" and rest[1] == "run") or rest[skipped].startswith("-"):
                break
            rest = rest[skipped:]
        elif _is_python(rest[0]) and rest[1:2] == ["-m"] and len(rest) > 2:
            rest = rest[2:]
        else:
            break
    return tuple(_without_globals(rest))


def without_settings(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words from the program on, without the variables that are set for it."""
    return words[_assignments(words) :]


def words_of(command: str) -> tuple[str, ...]:
    """The bare words of the one command whose output a command line prints, none where that cannot be told.

    A change of directory before it prints nothing, and `2>&1` behind it adds what it would have printed elsewhere.
    """
    command = command.strip().removesuffix("2>&1").rstrip() if command.rstrip().endswith(" 2>&1") else command.strip()
    while command.startswith("cd "):
        before, operator, after = command.partition("&&")
        if not operator or not _plain_words(before):
            break
        command = after.strip()
    return bare_words(_plain_words(command))


def _plain_words(command: str) -> tuple[str, ...]:
    """The words of one simple command, whatever its program."""
    words = _words(command.strip())
    rest = words[_assignments(words) :]
    return tuple(words) if rest and rest[0] not in _RESERVED else ()


def _words(command: str) -> list[str]:
    """The words, none where an operator, an expansion or an open quote is met."""
    words: list[str] = []
    word: list[str] | None = None
    at = 0
    while at < len(command):
        letter = command[at]
        if letter in "'\"":
            end = command.find(letter, at + 1)
            inner = command[at + 1 : end]
            if end < 0 or (letter == '"' and not _EXPANDED.isdisjoint(inner)):
                return []
            word = [*(word or []), inner]
            at = end
        elif letter in _OPERATORS or (letter == "#" and word is None):
            return []
        elif letter in " \t":
            if word is not None:
                words.append("".join(word))
                word = None
        elif word is None:
            word = [letter]
        else:
            word.append(letter)
        at += 1
    return words if word is None else [*words, "".join(word)]


def _assignments(words: Sequence[str]) -> int:
    """How many words before the program set a variable for it."""
    for at, word in enumerate(words):
        name, equals, _ = word.partition("=")
        if not equals or not name.isidentifier():
            return at
    return len(words)


def _name(program: str) -> str:
    return program.rpartition("/")[2]


def _is_python(program: str) -> bool:
    return program in _PYTHONS or (program.startswith("python3.") and program[8:].isdigit())


def _without_globals(words: list[str]) -> list[str]:
    """Words without what stands between a program and its verb: `git -C kiln diff`, `cargo +nightly test`."""
    if words[:1] == ["cargo"] and words[1:2] and words[1].startswith("+"):
        return [words[0], *words[2:]]
    if words[:1] != ["git"]:
        return words
    rest = words[1:]
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in {"-C", "-c"} else rest[1:]
    return ["git", *rest]
