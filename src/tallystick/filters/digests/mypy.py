"""mypy and pyright: each error once with all its places; notes; the count at the end.

Recognised by `path:line: error: message  [code]`. Left out: source lines and marks of the pretty manner, links to
pages; of errors and notes that say the same all but the first, whose other places follow in one line.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Diagnostic, Sieve, fold_same, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "mypy_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_HEAD = Pattern(r" *([^\s:][^:]*:\d+(?::\d+)?(?::\d+:\d+)?)(?::| -) ((?:error|warning|note|information): .*)$")
_CODED = Pattern(r"error: [^\n\[]*\[[a-z-]+\]")
_CODE = Pattern(r" *\[[a-z-]+\]$")


def applies(context: Context) -> bool:
    """Where the command is mypy or pyright, runs one, or is not known."""
    return may_run(context, "mypy", "dmypy", "pyright", "basedpyright", "pre-commit")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the errors, each once."""
    if is_digest(text) or not _is_mypy(plain(text)):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    found: list[Diagnostic] = []
    for at, line in enumerate(lines):
        if head := _HEAD.match(line):
            if ": note: See http" in line:
                reasons[at] = "links"
                continue
            found.append(Diagnostic(at, at + 1, head[2], head[1]))
        elif found and found[-1].end == at and line.startswith("    "):
            _below(sieve, found[-1], at)
    fold_same(sieve, found)
    return sieve.finish("types", context)


def _is_mypy(text: str) -> bool:
    """Whether the last lines are mypy's or pyright's, or rules stand in brackets behind the errors."""
    if not (": error: " in text or " - error: " in text):
        return False
    tail = text[-300:]
    return "Found " in tail or " errors, " in tail or _CODED.search(text) is not None


def _below(sieve: Sieve, one: Diagnostic, at: int) -> None:
    """A line below an error: more of its message, up to its code, and then source and marks."""
    line = sieve.lines[at]
    if _CODE.search(one.said):
        sieve.reasons[at] = "source lines"
    else:
        one.said += "\n" + line.strip()
    one.end = at + 1
