"""Commands for which a host has a tool of its own that does it better: refused, with the name of what to use.

Reading one file whole (`cat`), a part of it (`head`, `tail`, `sed -n 3,9p`), searching a tree (`grep -r`, `rg`),
finding files by name (`find -name`). Any further flag means that somebody wants what the tool does not do: then it
runs.
"""

from __future__ import annotations

KIND = "redirect"
IS_FINAL = True
RULES = ("cat_file", "head_file", "tail_file", "sed_range", "grep_tree", "find_name")

_ADVICE = {
    "cat_file": "read this file with the reading tool",
    "head_file": "read the first lines of this file with the reading tool and a limit",
    "tail_file": "read the last lines of this file with the reading tool and an offset",
    "sed_range": "read these lines with the reading tool, an offset and a limit",
    "grep_tree": "search with the search tool: it leaves out what tools made, and it pages",
    "find_name": "find files with the tool for file names",
}


def rewrite(command: str, words: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Return the rule, no command, and what to do instead."""
    rule = _rule(words[0].rpartition("/")[2], words[1:])
    return (rule, "", f"Not run: {command.strip()}\n{_ADVICE[rule]}\n") if rule else None


def _rule(program: str, rest: tuple[str, ...]) -> str:
    if program == "cat":
        return "cat_file" if len(rest) == 1 and not rest[0].startswith("-") else ""
    if program in {"head", "tail"}:
        return f"{program}_file" if _is_part(rest) else ""
    if program == "sed":
        is_range = len(rest) == 3 and rest[0] == "-n" and rest[1].endswith("p") and not rest[2].startswith("-")
        return "sed_range" if is_range and set(rest[1][:-1]) <= set("0123456789,$") else ""
    if program in {"grep", "egrep", "fgrep"}:
        flags = [word for word in rest if word.startswith("-")]
        return "grep_tree" if len(flags) == 1 and flags[0] in {"-r", "-R", "-rn", "-nr", "-Rn", "--recursive"} else ""
    if program == "rg":
        return "grep_tree" if rest and not any(word.startswith("-") and word != "-n" for word in rest) else ""
    is_named = program == "find" and len(rest) == 3 and rest[1] in {"-name", "-iname"}
    return "find_name" if is_named and not rest[0].startswith("-") else ""


def _is_part(rest: tuple[str, ...]) -> bool:
    """Whether these are a number of lines, or nothing, and one file."""
    if len(rest) == 3 and rest[0] == "-n" and rest[1].isdigit():
        rest = rest[2:]
    elif len(rest) == 2 and rest[0][:1] == "-" and rest[0][1:].removeprefix("n").isdigit():
        rest = rest[1:]
    return len(rest) == 1 and not rest[0].startswith("-")
