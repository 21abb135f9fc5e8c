"""jest: each failed test with its message, its diff, the marked line of source and its own frames; the counts.

Recognised by "Test Suites:" beside "Tests:" at the end. Left out: passed and skipped tests and the files and groups
that hold nothing else, source around the marked line, frames below node_modules, times, and the second account of
all failures that jest gives after a long run.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "jest_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_FRAME = Pattern(r" +\d+ \|")
_OWN = Pattern(r" +at .*(?:/node_modules/|\(node:|\bnode:internal).*")
_CLOSING = Pattern(r"(?:Snapshots: +0 total|Time: +[\d.]+ m?s.*|Ran all test suites.*)$")


def applies(context: Context) -> bool:
    """Where the command is jest, runs it, or is not known."""
    return may_run(context, "jest", "node", "react-scripts", "nx", "turbo")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or "Test Suites: " not in text or "Tests: " not in text:
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    again = next((at for at, line in enumerate(lines) if line.startswith("Summary of all failing tests")), len(lines))
    told = set(lines[:again])
    passing = False  # below a file of which all passed
    said = True  # in what a failed test says, or what any printed: up to the next file
    for at, line in enumerate(lines):
        if line.startswith((" PASS ", " FAIL ")):  # in colours, on a ground of its own
            line = line[1:]  # noqa: PLW2901 - the same line
        if line.startswith(("  ● ", "  console.", "PASS ", "FAIL ")):
            said = line[0] == " "
        if line.startswith("PASS "):
            reasons[at] = "passed files"
            passing = True
        elif not line.startswith(" ") and line:
            passing = False
            reasons[at] = "lines of progress" if _CLOSING.match(line) else ""
            if at > again and line.startswith("FAIL ") and line in told:
                reasons[at] = "lines that are told again"
        elif at > again and line in told:
            reasons[at] = "lines that are told again"
        else:
            reasons[at] = _inside(sieve, at, passing=passing, said=said)
    return sieve.finish("jest", context)


def _inside(sieve: Sieve, at: int, *, passing: bool, said: bool) -> str:
    line = sieve.lines[at]
    text = line.strip()
    if not text:
        return LAYOUT
    if text[0] in "✓√○✎" and not said:
        return "passed tests" if text[0] in "✓√" else "skipped tests"
    if text[0].isdigit() and _FRAME.match(line):
        return "source lines"
    if text.startswith("at ") and _OWN.match(line):
        return "frames of libraries"
    if passing and text[0] != "●" and _leads_to_passed(sieve.lines, at):
        return "lines of progress"
    return ""


def _leads_to_passed(lines: list[str], at: int) -> bool:
    """Whether a line is the name of a group: more tests or groups stand below it, further in."""
    below = lines[at + 1] if at + 1 < len(lines) else ""
    inner = len(below) - len(below.lstrip())
    return inner == len(lines[at]) - len(lines[at].lstrip()) + 2 and below.strip()[:1] in set("✓√○✎")
