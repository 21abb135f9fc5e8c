"""Looks: what on disk the output of a viewer depends on, as far as its words say.

The answer errs towards too much or towards "nobody can say", never towards too little.
"""

from __future__ import annotations

import re

from tallystick.accounting.commandwords import QUOTED

# Where a look gets its output from: from files that it names, from a whole folder, from a work tree; or unknown.
NAMED, FOLDER, WORK_TREE, UNKNOWN = range(4)

_BY_NAME = frozenset(
    (
        *("cat", "head", "tail", "wc", "nl", "sed", "less", "more", "bat", "stat", "file", "sort", "uniq", "cut", "tr"),
        *("column", "diff", "cmp", "comm", "grep", "egrep", "fgrep", "awk", "jq", "md5sum", "sha256sum", "echo", "cd"),
    )
)
_BY_FOLDER = frozenset(("ls", "find", "fd", "tree", "rg", "ag", "ack", "du", "grep", "egrep", "fgrep"))
_SINGLE_QUOTED = re.compile(r"'[^']*'")
_QUOTED = re.compile(QUOTED, re.DOTALL)
_SUBSTITUTED = re.compile(r"[$`]|(?:^|[\s=:])~|<\(")
_PATTERN = re.compile(r"[*?\[{]")
_JOINTS = re.compile(r"[|;&\n]+")
_RECURSIVE = re.compile(r"\s(?:-[A-Za-z]*[rR][A-Za-z]*|--(?:dereference-)?recursive)\b")


def depends_on(command: str) -> int:
    """Return where a command's output comes from; UNKNOWN where a variable, a pattern or another program decides."""
    if _SUBSTITUTED.search(_SINGLE_QUOTED.sub("", command)):
        return UNKNOWN
    bare = _QUOTED.sub("''", command)
    if _PATTERN.search(bare):
        return UNKNOWN
    found = NAMED
    for segment in _JOINTS.split(bare):
        words = segment.split()
        if words:
            found = max(found, _of_program(words[0], segment))
    return found


def _of_program(program: str, segment: str) -> int:
    if program == "git":
        return WORK_TREE
    if program in _BY_NAME and not (program in _BY_FOLDER and _RECURSIVE.search(segment)):
        return NAMED
    return FOLDER if program in _BY_FOLDER else UNKNOWN
