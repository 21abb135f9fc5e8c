"""tsc: each error once with all its places; the count at the end.

Recognised by `path(line,column): error TS1234:` or, in the pretty manner, `path:line:column - error TS1234:`. Left
out: source lines and marks, the table of files; of errors that say the same all but the first, whose other places
follow in one line.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Diagnostic, Sieve, fold_same, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "tsc_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_HEAD = Pattern(r"([^\s(:][^(:\n]*(?:\(\d+,\d+\)|:\d+:\d+))(?::| -) ((?:error|warning) TS\d+: .*)$")
_SOURCE = Pattern(r" *\d+ |\d+$| +~+ *$| +~*$")
_ROW = Pattern(r" +\d+ +\S+:\d+$")


def applies(context: Context) -> bool:
    """Where the command is tsc, runs it, or is not known."""
    return may_run(context, "tsc", "vue-tsc", "tsgo", "node", "nx", "turbo")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the errors, each once."""
    if is_digest(text) or not ("error" in text and " TS" in text):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    found: list[Diagnostic] = []
    for at, line in enumerate(lines):
        if head := _HEAD.match(line):
            found.append(Diagnostic(at, at + 1, head[2], head[1]))
            continue
        if not found:
            continue
        last = found[-1]
        if line.startswith("Errors  Files") or _ROW.match(line):
            reasons[at] = "lines of the table of files"
        elif last.end == at and (not line.strip() or line[:1] in " 0123456789"):
            last.end = at + 1
            if not line.strip():
                reasons[at] = LAYOUT
            elif _SOURCE.match(line):
                reasons[at] = "source lines"
            else:
                last.said += "\n" + line.strip()
    fold_same(sieve, found)
    return sieve.finish("tsc", context)
