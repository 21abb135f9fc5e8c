"""grep and rg, one line a match or below headings: of more than sixty lines the first of each file; long lines cut.

Recognised by the command alone. Of the first ten files five matches stay, of the next twenty two; a gap says how many
more there were in its file. What was found in further files is counted by file in one line. A line of more than 400
characters is cut behind 240 and says so. Numbers of lines are never touched; lines that are no match stay.
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "search_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_PROGRAMS = frozenset(("grep", "egrep", "fgrep", "rg", "ripgrep", "ag", "ack", "zgrep"))
_MATCH = Pattern(r"(.+?)[:-](\d+)[:-]")
_NUMBERED = Pattern(r"\d+[:-]")
_WHOLE = 60
_LONG, _CUT = 400, 240
_ROOM = ((10, 5), (30, 2))  # (up to this file, so many matches)
_NAMED = 30  # files of which the counts are told


def applies(context: Context) -> bool:
    """Where the command searches in files for reading, not for a list that another program reads."""
    words = context.words
    name = context.program.rsplit("/", 1)[-1]
    if name == "git":
        return "grep" in words[1:3]
    return name in _PROGRAMS and "--files" not in words and "--json" not in words


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the first matches of each file."""
    if is_digest(text):
        return text, 0
    sieve = Sieve(text)
    cut = _cut_long(sieve)
    if len(sieve.lines) <= _WHOLE + 1:
        after = "\n".join(sieve.raw)
        return marks.shorter(text, after, cut)
    _sort(sieve)
    return sieve.finish("search", context, squeeze=False)


def _cut_long(sieve: Sieve) -> int:
    """Cut long lines, in `raw` as in `lines`; return how many."""
    count = 0
    for at, line in enumerate(sieve.raw):
        if len(line) > _LONG and marks.OPEN not in line:
            sieve.raw[at] = f"{line[:_CUT]} {marks.OPEN}{len(line) - _CUT:,} characters left out]"
            count += 1
    return count


def _sort(sieve: Sieve) -> None:
    """Put every match to its file, and leave out what goes beyond the room that it has."""
    groups: dict[str, list[int]] = {}
    loose: list[int] = []  # lines that are a file's name alone, or a file's name and a count
    heading, known = "", ""
    for at, line in enumerate(sieve.lines):
        if known and line.startswith(known):
            groups[known[:-1]].append(at)
        elif _NUMBERED.match(line):
            groups.setdefault(heading, []).append(at)
        elif (found := _MATCH.match(line, 0, _LONG)) and not found[1].isdigit():
            known = line[: found.end(1) + 1]
            groups.setdefault(found[1], []).append(at)
        elif line and line[0] != "-":
            heading = line
            loose.append(at)
    headings = {sieve.lines[at]: at for at in loose if sieve.lines[at] in groups}
    if not groups:
        _mark(sieve, loose[_WHOLE:], f"{len(loose) - _WHOLE:,} more entries")
    elif len(groups) == 1:
        (matches,) = groups.values()
        _mark(sieve, matches[_WHOLE:], f"{len(matches) - _WHOLE:,} more matches")
    else:
        _spare(sieve, groups, headings)


def _spare(sieve: Sieve, groups: dict[str, list[int]], headings: dict[str, int]) -> None:
    rest: list[tuple[str, int]] = []
    first = -1
    for number, (file, matches) in enumerate(groups.items()):
        room = next((room for files, room in _ROOM if number < files), 0)
        gone = matches[room:]
        if room:
            if len(gone) > 2:
                _mark(sieve, gone, f"{len(gone):,} more{f' in {file}' if file not in headings else ''}")
            continue
        start = headings.get(file, matches[0])
        first = start if first < 0 else first
        sieve.reasons[start] = "headings"
        for at in matches:
            sieve.reasons[at] = "matches"
        rest.append((file, len(matches)))
    if rest:
        rest.sort(key=lambda pair: -pair[1])
        named = ", ".join(f"{file} {count:,}" for file, count in rest[:_NAMED])
        others = f" and {len(rest) - _NAMED:,} more" if len(rest) > _NAMED else ""
        total = sum(count for _, count in rest)
        sieve.before[first] = f"{marks.OPEN}{total:,} more left out in {len(rest):,} files: {named}{others}]"


def _mark(sieve: Sieve, gone: list[int], what: str) -> None:
    """Leave lines out, and say so in place of the first."""
    for at in gone:
        sieve.reasons[at] = "matches"
    if gone:
        sieve.before[gone[0]] = f"{marks.OPEN}{what} left out]"
