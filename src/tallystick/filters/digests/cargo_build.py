"""cargo build, check and clippy: every error whole, every warning once, with all the places where it was said.

Recognised by cargo's own progress lines. Left out: that progress, but for "Finished"; empty gutters, the note which
lint is on by default and links to explanations; of warnings that say the same all but the first, whose other places
follow in one line.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Diagnostic, Sieve, fold_same, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "cargo_build_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_PROGRESS = Pattern(
    r"(?m)^(?:\x1b\[[\d;]*m)* *(?:Compiling|Checking|Downloaded|Downloading|Updating|Locking|Adding|Fresh|Blocking|"
    r"Documenting|Packaging|Verifying|Removed|Dirty)(?:\x1b\[[\d;]*m)* \S"
)
_OWN = Pattern(
    r"(?m)^(?:\x1b\[[\d;]*m)* *(?:Compiling|Checking|Finished)(?:\x1b\[[\d;]*m)* (?:\S+ v\d|`?\w+`? profile|\w+ \[)"
)
_PLACE = Pattern(r" *--> (\S.*:\d+:\d+)$")
_NOISE = Pattern(
    r"= (?:note: (?:`#\[(?:warn|deny)\(|`#!?\[)|help: for further information visit |"
    r"note: requested on the command line)"
)
_HINTS = ("Some errors have detailed explanations: ", "For more information about ")


def applies(context: Context) -> bool:
    """Where the command is cargo, runs it, or is not known."""
    return may_run(context, "cargo", "rustc", "maturin")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the build with each warning once."""
    if is_digest(text) or not _OWN.search(text):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    found: list[Diagnostic] = []
    opened = -1
    for at, line in enumerate(lines):
        if opened >= 0 and not line:
            one = _trim(sieve, opened, at + 1)
            if one.said.startswith("warning: "):
                found.append(one)
            opened = -1
        if line.startswith(("warning", "error")):
            opened = at if at + 1 < len(lines) and _PLACE.match(lines[at + 1]) else -1
        elif line.startswith(_HINTS):
            reasons[at] = "hints"
        elif opened < 0 and line.startswith(" ") and line[:13].strip().isalpha() and _PROGRESS.match(line):
            reasons[at] = "lines of progress"
    fold_same(sieve, found)
    return sieve.finish("cargo", context)


def _trim(sieve: Sieve, start: int, end: int) -> Diagnostic:
    """The diagnostic of some lines, without what every one has."""
    place = ""
    for at in range(start + 1, end):
        line = sieve.lines[at].lstrip()
        if line == "|":
            sieve.reasons[at] = LAYOUT
        elif not place and line.startswith("--> "):
            place = line[4:]
        elif line.startswith("= ") and _NOISE.match(line):
            sieve.reasons[at] = "notes on lints"
    return Diagnostic(start, end, sieve.lines[start], place)
