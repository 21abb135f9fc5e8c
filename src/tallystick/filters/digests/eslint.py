"""eslint and its like: each problem once below its file, with all its places; the count at the end.

Recognised by `line:column  error  message  rule` below a line that is a path. Of problems that say the same all but
the first are left out, and their places, each with its path below the folder of all, follow in one line; so are files
with nothing left.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Diagnostic, Sieve, fold_same, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "eslint_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_PROBLEM = Pattern(r" +(\d+:\d+) +((?:error|warning) +\S.*)$")
_PATH = Pattern(r"(?:/|\w:\\|\.{0,2}[\w@-]+[/\\.])\S*\.\w+$")
_ANY = Pattern(r"(?m)^ +\d+:\d+ +(?:error|warning) ")
_BLANKS = Pattern(r" {2,}")


def applies(context: Context) -> bool:
    """Where the command is eslint, runs it, or is not known."""
    return may_run(context, "eslint", "xo", "standard", "stylelint", "next", "nx", "turbo")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the problems, each once."""
    if is_digest(text) or not _ANY.search(plain(text)):
        return text, 0
    sieve = Sieve(text)
    path = -1
    below = _folder([line for line in sieve.lines if line and line[0] != " " and _PATH.match(line)])
    found: list[Diagnostic] = []
    files: dict[int, list[int]] = {}
    for at, line in enumerate(sieve.lines):
        if line and line[0] != " " and _PATH.match(line):
            path = at
            files[at] = []
        elif path >= 0 and line[:1] == " " and (problem := _PROBLEM.match(line)):
            files[path].append(at)
            place = f"{sieve.lines[path].removeprefix(below)}:{problem[1]}"
            found.append(Diagnostic(at, at + 1, _BLANKS.sub(" ", problem[2]), place))
    if not found:
        return text, 0
    fold_same(sieve, found, below)
    for heading, problems in files.items():
        if problems and all(sieve.reasons[at] for at in problems):
            sieve.reasons[heading] = "files with nothing else"
    return sieve.finish("eslint", context)


def _folder(paths: list[str]) -> str:
    """The folder that all paths are below, with its slash; "" where that is none."""
    if not paths:
        return ""
    first, last = min(paths), max(paths)
    same = 0
    while same < len(first) and first[same] == last[same : same + 1]:
        same += 1
    return first[: first.rfind("/", 0, same) + 1]
