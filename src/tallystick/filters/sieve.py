"""What every digest of a tool's output does around its own judgement: lines without colour in, a marked text out.

A digest gives each line that it does not need a reason, a noun in the plural; every line without one stays, byte for
byte. So whatever a digest does not know survives. The first line says how many of what were left out.
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.patterns import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.filters.context import Context

_LONG = 10_000  # characters
_UNKNOWN = "\0"  # what digests see of a longer line, so that it stays
LAYOUT = "blank lines and rules"
_COLOUR = Pattern(r"\x1b\[[0-9;:?]*[A-Za-z]|\x1b\]8;[^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b\(B")
_RUNNERS = frozenset(
    (
        *(
            "sh",
            "bash",
            "zsh",
            "make",
            "just",
            "task",
            "tox",
            "nox",
            "hatch",
            "npm",
            "yarn",
            "pnpm",
            "bun",
            "npx",
            "nx",
        ),
        *("uv", "uvx", "poetry", "pipenv", "pdm", "rye", "python", "python3", "coverage", "turbo", "pre-commit"),
    )
)


class Sieve:
    """A text's lines, each with the reason why it is left out, "" while it stays; and marks to set before a line."""

    __slots__ = ("before", "lines", "raw", "reasons", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.raw = text.split("\n")
        seen = plain(text)
        if seen is text and "\r" not in text:
            self.lines = self.raw
        else:
            self.lines = seen.replace("\r\n", "\n").split("\n")
        if len(self.lines) != len(self.raw):  # an escape sequence with a line feed in it: trust nothing
            self.lines = self.raw
        if len(text) > _LONG and max(map(len, self.lines)) > _LONG:  # no tool writes its own word so long
            self.lines = [line if len(line) <= _LONG else _UNKNOWN for line in self.lines]
        self.reasons = [""] * len(self.raw)
        self.before: dict[int, str] = {}

    def drop(self, start: int, end: int, reason: str) -> None:
        """Leave out the lines from `start` to before `end`, but those that have a reason already."""
        reasons = self.reasons
        for at in range(start, end):
            if not reasons[at]:
                reasons[at] = reason

    def finish(self, name: str, context: Context, *, squeeze: bool = True) -> tuple[str, int]:
        """Return the text that is left, under a line that says what is not; the whole text where that is no gain."""
        if squeeze:
            self._squeeze()
        reasons = self.reasons
        if not self.raw[-1]:
            reasons[-1] = ""  # a text that ended with a line feed ends with one
        counts = {reason: reasons.count(reason) for reason in dict.fromkeys(reasons) if reason}
        kept: list[str] = []
        start = 0
        for at in sorted({*self.before, len(self.raw)}):
            lines = zip(self.raw[start:at], reasons[start:at], strict=True)
            kept += [line for line, reason in lines if not reason]
            if at in self.before:
                kept.append(self.before[at])
            start = at
        count = sum(counts.values())
        if not count:
            return self.text, 0
        return marks.shorter(self.text, "\n".join([headline(name, counts, context), *kept]), count)

    def _squeeze(self) -> None:
        """Leave out all but one of the blank lines that stand together in what is left, and those at its start."""
        lines, reasons, before, last = self.lines, self.reasons, self.before, len(self.raw) - 1
        blank = True
        for at, reason in enumerate(reasons):
            if before and at in before:
                blank = False
            if not reason:
                empty = not lines[at] or lines[at].isspace()
                if empty and blank and at != last:
                    reasons[at] = LAYOUT
                blank = empty


def headline(name: str, counts: dict[str, int], context: Context) -> str:
    """The first line of a digest: what was left out, and where the whole text is where somebody keeps it."""
    if len(counts) > 1:
        counts.pop(LAYOUT, None)  # nobody misses those
    said = ", ".join(f"{count:,} {_noun(count, what)}" for what, count in counts.items())
    way = f"; all of it: {context.recover}" if context.recover else ""
    return f"{marks.DIGEST}{name}: {said} left out{way}"


def _noun(count: int, what: str) -> str:
    """What so many are called: of one the first word in the plural loses its last letter."""
    if count != 1:
        return what
    if what == LAYOUT:
        return "blank line or rule"
    words = what.split(" ")
    plural = next((at for at, word in enumerate(words) if word.endswith("s") and not word.endswith("ss")), 0)
    words[plural] = words[plural].removesuffix("s")
    return " ".join(words)


class Diagnostic:
    """One error or warning: its lines, what it says, where. Two that say the same fold into one."""

    __slots__ = ("end", "place", "said", "start")

    def __init__(self, start: int, end: int, said: str, place: str) -> None:
        self.start = start
        self.end = end
        self.said = said
        self.place = place


def fold_same(sieve: Sieve, found: Iterable[Diagnostic], below: str = "") -> None:
    """Of diagnostics that say the same keep the first, and below it the places of all others, in the folder `below`."""
    where = f"{marks.DIGEST}the same below {below} at" if below else f"{marks.DIGEST}the same at"
    groups: dict[str, list[Diagnostic]] = {}
    for one in found:
        if one.place:
            groups.setdefault(one.said, []).append(one)
    for first, *others in groups.values():
        places = list(dict.fromkeys(one.place for one in others))
        mark = f"{where} {', '.join(places)}"
        if not others or sum(len(sieve.raw[at]) + 1 for one in others for at in range(one.start, one.end)) <= len(mark):
            continue
        for one in others:
            sieve.drop(one.start, one.end, "lines of repeated diagnostics")
        end = first.end
        while end > first.start + 1 and not sieve.lines[end - 1].strip():
            end -= 1
        sieve.before[end] = mark


def plain(text: str) -> str:
    """A text without colours and links."""
    return _COLOUR.sub("", text) if "\x1b" in text else text


def is_digest(text: str) -> bool:
    """Whether a digest has been here: one is enough."""
    return text.startswith(marks.DIGEST) or f"\n{marks.DIGEST}" in text


def may_run(context: Context, *programs: str) -> bool:
    """Whether a command may be one of these, or run one of these: an unknown command and a runner of scripts may."""
    if not context.words:
        return True
    name = context.program.rsplit("/", 1)[-1]
    return name in programs or name in _RUNNERS
