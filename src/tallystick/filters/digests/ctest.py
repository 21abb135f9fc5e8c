"""ctest: each test that did not pass with what it printed, and the summary.

Recognised by "Test project" and its line of the share that passed, or by numbered results. Left out: starts of tests
that ended, passed tests and what they printed, unless a line of that tells of trouble, and ctest's account of its own
preparations.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "ctest_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_RESULT = Pattern(r" *\d+/\d+ Test +#(\d+): ")
_START = Pattern(r" +Start +(\d+): ")
_PASSED = Pattern(r" Passed +[\d.]+ sec$")
_PREPARING = (
    *("Internal ctest changing", "UpdateCTestConfiguration", "Constructing a list of tests", "Test project "),
    *("Done constructing a list", "Updating test list for", "Checking test dependency", "Parse Config file"),
)
_ADDED = Pattern(r"(?:Added \d+ tests to meet|test \d+$)")
_TELLING = Pattern(r"(?i)error|warn|fail|assert|abort|exception")


def applies(context: Context) -> bool:
    """Where the command is ctest, runs it, or is not known."""
    return may_run(context, "ctest", "cmake", "ninja")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or " Test " not in text or not ("Test project " in text or " tests passed, " in text):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    passed, ended = set(), set()
    for at, line in enumerate(lines):
        if line.endswith(" sec") and (found := _RESULT.match(line)):
            ended.add(found[1])
            if _PASSED.search(line, max(0, len(line) - 30)):
                passed.add(found[1])
                reasons[at] = "passed tests"
    for at, line in enumerate(lines):
        if reasons[at]:
            continue
        if line[:1] == " " and (found := _START.match(line)) and found[1] in ended:
            reasons[at] = "lines of progress"
        elif line[:1].isdigit():
            if line.partition(": ")[0] in passed and not _TELLING.search(line):
                reasons[at] = "lines printed by passed tests"
        elif line.startswith(_PREPARING) or _ADDED.match(line):
            reasons[at] = "lines of progress"
    return sieve.finish("ctest", context)
