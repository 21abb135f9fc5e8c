"""What compilers in the manner of gcc print: which lines are one error or warning, and what below it can be spared.

Used by the digests of compilers and of the tools that call them; it judges lines and drops none on its own.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from tallystick.filters.sieve import Sieve

_HEAD = Pattern(r"([^\s:][^:\n]*:\d+(?::\d+)?): (fatal error|error|warning|note): (.*)$")
_GUTTER = Pattern(r" *\d* \| ?")
_SCOPE = Pattern(
    r"\S[^:\n]*: (?:In (?:function|member function|constructor|destructor|lambda|instantiation|substitution)|"
    r"At (?:global|top) )"
)
_INCLUDED = Pattern(r"(?:In file included from |                 from )\S+:\d+")
_NOTES_KEPT = 2  # below one error


def find(sieve: Sieve) -> list[Diagnostic]:
    """Return the warnings of a text, with their source lines spared; errors keep theirs, notes but the first two go."""
    lines = sieve.lines
    found: list[Diagnostic] = []
    at, notes = 0, 0
    while at < len(lines):
        head = _head(lines[at])
        if head is None:
            if ": " in lines[at] and _SCOPE.match(lines[at]) and not sieve.reasons[at]:
                sieve.reasons[at] = "lines on where a diagnostic stands"
            at += 1
            continue
        end = _end(lines, at + 1)
        kind = head[2]
        notes = notes + 1 if kind == "note" else 0
        if kind == "note" and found and found[-1].end == at:
            found[-1].end = end  # a note on a warning goes where the warning goes
            if head[3].startswith("in expansion of macro"):
                found[-1].place += f" ({head[1]})"  # the place that one would look at
        if kind == "warning":
            _spare(sieve, at + 1, end, kept=2)
            found.append(Diagnostic(at, end, f"{kind}: {head[3]}", head[1]))
        elif notes > _NOTES_KEPT:
            sieve.drop(at, end, "lines of notes")
        else:
            _spare(sieve, at + 1, end, kept=2 if kind != "note" else 1)
        at = end
    return found


def has_any(text: str) -> bool:
    """Whether a text may hold a diagnostic."""
    return ": error: " in text or ": warning: " in text or ": fatal error: " in text or ": note: " in text


def _head(line: str) -> Match[str] | None:
    if ": " not in line or not (
        ": error: " in line or ": warning: " in line or ": note: " in line or "fatal error: " in line
    ):
        return None
    return _HEAD.match(line)


def _end(lines: list[str], at: int) -> int:
    """Behind the source lines below a head."""
    while at < len(lines) and lines[at][:1] == " " and _GUTTER.match(lines[at]):
        at += 1
    return at


def _spare(sieve: Sieve, start: int, end: int, *, kept: int) -> None:
    """Of the source lines below a diagnostic keep the line itself and what is marked in it."""
    for at in range(start, end):
        rest = _GUTTER.sub("", sieve.lines[at], count=1)
        if not rest.strip():
            sieve.reasons[at] = LAYOUT
        elif at >= start + kept:
            sieve.reasons[at] = "source lines"


def is_context(line: str) -> bool:
    """Whether a line says where the next diagnostic stands."""
    return _INCLUDED.match(line) is not None
