"""git status, and what git says of merges, pulls and pushes: branch, every changed and conflicting path, new paths.

Recognised by "On branch" or "HEAD detached" and git's own headings. Left out: the hints in parentheses and, of more
than twenty new paths under one heading, all but the first ten.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "git_status_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_KNOWN = Pattern(
    r"(?m)^(?:\x1b\[[\d;]*m)*(?:On branch \S|HEAD detached |Untracked files:|"
    r"Changes (?:not staged|to be committed)|\?\? )"
)
_HINT = Pattern(r"\s+\(?(?:use |commit or discard |fix conflicts and |all conflicts fixed)[^()]*\)?$")
_NEW = ("Untracked files:", "Ignored files:")
_MANY = 20
_KEPT = 10


def applies(context: Context) -> bool:
    """Where the command is git status, or is not known."""
    words = context.words
    return not words or (words[0].rsplit("/", 1)[-1] == "git" and "status" in words[1:4])


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the status without advice."""
    if is_digest(text) or not _KNOWN.search(text):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    news: list[list[int]] = []
    inside = False
    for at, line in enumerate(lines):
        if line.startswith(_NEW):
            inside = True
            news.append([])
        elif not line.strip():
            inside = inside and at + 1 < len(lines) and lines[at + 1].startswith("\t")
            reasons[at] = LAYOUT
        elif line[0] in " \t" and _HINT.match(line):
            reasons[at] = "hints"
        elif inside and line.startswith("\t"):
            news[-1].append(at)
        else:
            inside = False
    short = [at for at, line in enumerate(lines) if line.startswith(("?? ", "!! "))]
    for group in (*news, short):
        for at in group[_KEPT:] if len(group) > _MANY else ():
            reasons[at] = "new paths"
    return sieve.finish("git status", context)
