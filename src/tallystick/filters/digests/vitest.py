"""vitest: each failed test with its message, its diff, the marked line of source and its frames; the counts.

Recognised by its lines "Test Files" and "Tests". Left out: passed and skipped tests and files, the list of failures
that are told below, source around the marked line, rules, times.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "vitest_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_FILES = Pattern(r"(?m)^ +Test Files +\d+ ")
_TIME = Pattern(r" [\d.]+m?s$")
_FRAME = Pattern(r" +\d+\| ")
_CARET = Pattern(r" +\| +\^")
_CLOSING = Pattern(r" +(?:Start at|Duration) ")
_PRINTED = ("stdout | ", "stderr | ")
_LISTED = Pattern(r" {3,}\S | \S .*(?: > |\(\d+ tests?\b)")  # a test below its file; a test or file with its path
_RULE = Pattern(r"⎯[⎯ ]*(?:\[\d+/\d+\]⎯*)?$")


def applies(context: Context) -> bool:
    """Where the command is vitest, runs it, or is not known."""
    return may_run(context, "vitest", "vite", "nx", "turbo")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or " Test Files " not in text or not _FILES.search(plain(text[-4000:])):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    told = {line.strip().removeprefix("FAIL").strip() for line in lines if line.startswith(" FAIL ")}
    listed = False  # below a failure of the list that is told again
    printed = False  # in what a test printed, up to a blank line
    for at, line in enumerate(lines):
        text_of = line.strip()
        printed = line.startswith(_PRINTED) or (printed and bool(text_of))
        if printed:
            continue
        if text_of.startswith("→") and listed:
            reasons[at] = "lines that are told again"
            continue
        listed = False
        if not text_of:
            reasons[at] = LAYOUT
        elif text_of[0] in "✓✔↓" and _LISTED.match(line):
            file = " > " not in line and "tests)" in line
            reasons[at] = "skipped tests" if text_of[0] == "↓" else "passed files" if file else "passed tests"
        elif text_of[0] in "×✗❯" and line[:2] != "  ":
            listed = _TIME.sub("", text_of[1:].strip()) in told
            reasons[at] = "lines that are told again" if listed else ""
        else:
            reasons[at] = _other(lines, at)
    return sieve.finish("vitest", context)


def _other(lines: list[str], at: int) -> str:
    line = lines[at]
    if line[:1] == "⎯" and _RULE.match(line):
        return LAYOUT
    if line[:1] == " " and _FRAME.match(line):
        marked = at + 1 < len(lines) and _CARET.match(lines[at + 1]) is not None
        return "" if marked else "source lines"
    if line.startswith(" RUN ") or _CLOSING.match(line):
        return "lines of progress"
    return ""
