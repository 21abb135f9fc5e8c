"""ls, find, fd, tree and other lists of files: of more than sixty lines the first twenty-five and the last ten.

Recognised by the command alone. The line of what was left out counts it by kind of file. Lines that speak of an error
stay wherever they stand.
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.failures import is_failure, signs_in
from tallystick.filters.sieve import Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "listing_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_PROGRAMS = frozenset(("ls", "find", "fd", "fdfind", "tree", "exa", "eza", "lsd", "locate", "dir"))
_COMMANDS = frozenset(("git ls-files", "git ls-tree", "rg --files", "hg files"))
_WHOLE = 60
_HEAD, _TAIL = 25, 10
_KINDS = 6


def applies(context: Context) -> bool:
    """Where the command lists files."""
    words = context.words
    name = context.program.rsplit("/", 1)[-1]
    if name == "find" and not {"-exec", "-execdir", "-ok", "-printf", "-delete"}.isdisjoint(words):
        return False
    return name in _PROGRAMS or f"{name} {words[1] if len(words) > 1 else ''}" in _COMMANDS


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the ends of a long list."""
    if is_digest(text) or text.count("\n") <= _WHOLE:
        return text, 0
    sieve = Sieve(text)
    lines = sieve.lines
    last = len(lines) - (1 if lines[-1] else 2)  # the last line with text
    kinds: dict[str, int] = {}
    signs = signs_in(text)
    for at in range(_HEAD, last + 1 - _TAIL):
        line = lines[at]
        if ": " in line and is_failure(line, signs):
            continue
        sieve.reasons[at] = "entries"
        kind = _kind(line)
        kinds[kind] = kinds.get(kind, 0) + 1
    common = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    named = [f"{count:,} {kind}" for kind, count in common[:_KINDS]]
    rest = sum(count for _, count in common[_KINDS:])
    if rest:
        named.append(f"{rest:,} others")
    total = sum(kinds.values())
    sieve.before[_HEAD] = f"{marks.OPEN}{total:,} entries left out here: {', '.join(named)}]"
    return sieve.finish("listing", context, squeeze=False)


def _kind(line: str) -> str:
    """What sort of entry a line names: a folder, or the ending of a file's name."""
    name = line.rstrip().rsplit("/", 1)[-1].rsplit(" ", 1)[-1]
    if line.endswith(("/", ":")) or line.startswith(("drw", "dr-")):
        return "folders"
    stem, dot, ending = name.rpartition(".")
    return f".{ending}" if dot and stem and ending.isalnum() and len(ending) < 8 else "without ending"
