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
    end = last + 1 - _TAIL
    signs = signs_in(text)
    spoken = [at for at in range(_HEAD, end) if ": " in lines[at] and is_failure(lines[at], signs)] if signs else []
    sieve.reasons[_HEAD:end] = ["entries"] * (end - _HEAD)
    kinds = _kinds(lines[_HEAD:end])
    for at in spoken:
        sieve.reasons[at] = ""
        kinds[_kind(lines[at])] -= 1
    common = sorted(((kind, count) for kind, count in kinds.items() if count), key=lambda pair: (-pair[1], pair[0]))
    named = [f"{count:,} {kind}" for kind, count in common[:_KINDS]]
    rest = sum(count for _, count in common[_KINDS:])
    if rest:
        named.append(f"{rest:,} others")
    total = sum(kinds.values())
    sieve.before[_HEAD] = f"{marks.OPEN}{total:,} entries left out here: {', '.join(named)}]"
    return sieve.finish("listing", context, squeeze=False)


def _kinds(lines: list[str]) -> dict[str, int]:
    """How many entries of each kind lines name; an ending that was met before is known again without a closer look."""
    kinds: dict[str, int] = {}
    endings: dict[str, str] = {}
    for line in lines:
        stem, dot, ending = line.rpartition(".")
        kind = endings.get(ending)
        if not dot:
            kind = "folders" if line[-1:] in {"/", ":"} or line[:3] in {"drw", "dr-"} else "without ending"
        elif kind is None or not stem or stem[-1] in "/ " or stem[:3] in {"drw", "dr-"}:
            kind = _kind(line)
            if kind == f".{ending}":
                endings[ending] = kind
        kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def _kind(line: str) -> str:
    """What sort of entry a line names: a folder, or the ending of a file's name."""
    name = line.rstrip()
    name = name[max(name.rfind("/"), name.rfind(" ")) + 1 :]
    if line[-1:] in {"/", ":"} or line[:3] in {"drw", "dr-"}:
        return "folders"
    dot = name.rfind(".")
    ending = name[dot + 1 :]
    return f".{ending}" if dot > 0 and len(ending) < 8 and ending.isalnum() else "without ending"
