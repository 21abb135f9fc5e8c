"""ruff check and flake8: each violation once with its rule, all its places, its line of source and the hint.

Recognised by `CODE message` above ` --> path:line:column`, or by `path:line:column: CODE message`. Left out: source
around the marked line, the edits that a hint draws; of violations that say the same all but the first, whose other
places follow in one line. Text grouped by file stays as it is.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Diagnostic, Sieve, fold_same, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "ruff_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_HEAD = Pattern(r"(?:[A-Z]{1,5}\d{2,4}|invalid-syntax:) (?:\[\*\] )?\S")
_PLACE = Pattern(r" *--> (\S.*:\d+:\d+)$")
_CONCISE = Pattern(r"([^\s:][^:]*:\d+:\d+): ([A-Z]{1,5}\d{2,4} .*|invalid-syntax: .*)$")
_ANY = Pattern(r"(?m) --> \S|:\d+:\d+: (?:[A-Z]{1,5}\d|invalid-syntax)")
_SOURCE = Pattern(r" *\d* \|")
_MARK = Pattern(r" *\| *[\^_|]*\^")


def applies(context: Context) -> bool:
    """Where the command is ruff or flake8, runs one, or is not known."""
    return may_run(context, "ruff", "flake8", "pycodestyle", "pyflakes", "pre-commit")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the violations, each once."""
    if is_digest(text) or not _ANY.search(plain(text)):
        return text, 0
    sieve = Sieve(text)
    lines = sieve.lines
    found: list[Diagnostic] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        place = _PLACE.match(lines[at + 1]) if at + 1 < len(lines) and " --> " in lines[at + 1] else None
        if place and _HEAD.match(line):
            end = _end(lines, at + 2)
            _spare(sieve, at + 2, end)
            found.append(Diagnostic(at, end, line, place[1]))
            at = end
            continue
        if concise := _CONCISE.match(line):
            found.append(Diagnostic(at, at + 1, concise[2], concise[1]))
        at += 1
    if not found:
        return text, 0
    fold_same(sieve, found)
    return sieve.finish("lint", context)


def _end(lines: list[str], at: int) -> int:
    """Behind the blank line that ends a violation; the edits of a hint stand before it."""
    while at < len(lines) and lines[at] and not lines[at].startswith("Found "):
        at += 1
    return min(at + 1, len(lines)) if at < len(lines) and not lines[at] else at


def _spare(sieve: Sieve, start: int, end: int) -> None:
    lines, reasons = sieve.lines, sieve.reasons
    hinted = False
    for at in range(start, end):
        line = lines[at]
        hinted = hinted or line.startswith("help: ")
        if hinted:
            reasons[at] = "" if line.startswith("help: ") or not line else "lines of suggested edits"
        elif _SOURCE.match(line) and not _MARK.match(line):
            if line.strip() == "|":
                reasons[at] = LAYOUT
            elif at + 1 >= end or not _MARK.match(lines[at + 1]):
                reasons[at] = "source lines"
