"""git diff and git show: every changed line, every header of a hunk, one line of context around changes.

Recognised by the command and `diff --git`. Left out: further lines of context, `index` lines and similarities; of
files that programs write (lock files, minified code) what changed from the fortieth line on. The first line says of
how many files and hunks, and how many lines were added and removed in all. A diff that was asked for more context, by
words, or in colours alone stays as it is, and so does a merge's (`diff --cc`).
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from tallystick.filters.context import Context

MECHANISM = "git_diff_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_HUNK = Pattern(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_WRITTEN = Pattern(
    r"\+\+\+ (?:\S*/)?(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|"
    r"poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|composer\.lock|Gemfile\.lock|flake\.lock|\S+\.min\.(?:js|css)|\S+\.map)\t?$"
)
_ASKED = (
    "-U",
    "--unified",
    "-W",
    "--function-context",
    "--word-diff",
    "--color-words",
    "--raw",
    "--binary",
    "--inter-hunk",
)
_NOISE = ("index ", "similarity index ", "dissimilarity index ")
_WRITTEN_KEPT = 40
_OWN = {"diff", "show", "stash"}
_CHANGED = frozenset("+-\\")


def applies(context: Context) -> bool:
    """Where the command is git diff or git show without a wish for detail."""
    words = context.words
    if not words or words[0].rsplit("/", 1)[-1] != "git" or not _OWN & set(words[1:4]):
        return False
    return not any(word.startswith(_ASKED) for word in words[1:])


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the diff with less around its changes."""
    if is_digest(text) or "diff --git " not in text or "\nGIT binary patch\n" in text:
        return text, 0
    sieve = Sieve(text)
    counts = _Counts()
    _sort(sieve, counts)
    found, count = sieve.finish("git diff", context, squeeze=False)
    if not count:
        return text, 0
    head, _, rest = found.partition("\n")
    said = f"{marks.DIGEST}git diff: {counts.said()}; {head.removeprefix(f'{marks.DIGEST}git diff: ')}"
    return marks.shorter(text, f"{said}\n{rest}", count)


class _Counts:
    """Files, hunks, added and removed lines of a whole diff, every hunk's own."""

    __slots__ = ("added", "files", "hunks", "removed")

    def __init__(self) -> None:
        self.files = self.hunks = self.added = self.removed = 0

    def said(self) -> str:
        """What the first line says of them."""
        files, hunks = ("" if count == 1 else "s" for count in (self.files, self.hunks))
        return f"{self.files:,} file{files}, {self.hunks:,} hunk{hunks}, +{self.added:,} -{self.removed:,}"


def _sort(sieve: Sieve, counts: _Counts) -> None:
    lines = sieve.lines
    at, written, kept = 0, False, 0
    while at < len(lines):
        line = lines[at]
        hunk = _HUNK.match(line) if line.startswith("@@") else None
        if hunk:
            counts.hunks += 1
            end = _hunk_end(lines, at + 1, hunk)
            kept = _hunk(sieve, at + 1, end, counts, kept if written else -1)
            at = end
            continue
        if line.startswith("diff --git "):
            counts.files += 1
            written, kept = False, 0
        elif line.startswith("+++ "):
            written = _WRITTEN.match(line) is not None
        elif line.startswith(_NOISE):
            sieve.reasons[at] = "lines of object names"
        at += 1


def _hunk_end(lines: list[str], at: int, hunk: Match[str]) -> int:
    """Behind the lines of a hunk, as many as its header says: a signature or another tool's word may follow it."""
    old, new = int(hunk[2] or 1), int(hunk[4] or 1)
    while at < len(lines) and (old > 0 or new > 0 or lines[at][:1] == "\\"):
        sign = lines[at][:1]
        if sign not in {"+", "-", " ", "\\"} and lines[at]:
            break
        old -= sign in {"-", " ", ""}
        new -= sign in {"+", " ", ""}
        at += 1
    return at


def _hunk(sieve: Sieve, start: int, end: int, counts: _Counts, kept: int) -> int:
    """Judge the lines of a hunk; `kept` counts the changed lines of a file that a program wrote, -1 for others."""
    lines, reasons = sieve.lines, sieve.reasons
    signs = [line[:1] for line in lines[start:end]]
    added, removed = signs.count("+"), signs.count("-")
    if not added + removed:  # changes that are marked in another way, by words or by colours
        return kept
    counts.added += added
    counts.removed += removed
    for at, sign in enumerate(signs, start):
        if sign in {" ", ""}:
            near = (at > start and signs[at - start - 1] in _CHANGED) or (
                at + 1 < end and signs[at - start + 1] in _CHANGED
            )
            if not near or kept > _WRITTEN_KEPT:
                reasons[at] = "lines of context"
        elif kept >= 0:
            kept += 1
            if kept > _WRITTEN_KEPT:
                reasons[at] = "changed lines of files that programs write"
    return kept
