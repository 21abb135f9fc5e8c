"""go test, build and vet: what each failed test logged, build errors, panics; packages that failed.

Recognised by "--- FAIL/PASS:" or by lines of packages (`ok`, `FAIL`, `?`, with tabs). Left out: starts of tests that
ended, passed tests with what they logged, unless a line of that tells of trouble or tests run in parallel, so that
nobody knows whose it is; packages that passed or have no tests; in a panic's trace the frames of `testing` and
`runtime`.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "go_test_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_PACKAGE = Pattern(r"(?m)^(?:ok  \t|FAIL\t|\?   \t)\S+(?:\t| )")
_RESULT = Pattern(r"( *)--- (PASS|FAIL|SKIP|BENCH): (\S+) \([\d.]+s\)$")
_OWN_FRAME = Pattern(r"\t\S*/src/(?:testing|runtime|internal/\w+)/\S+\.(?:go|s):\d+")
_TELLING = Pattern(r"(?i)error|warn|fail|panic|fatal|race")


def applies(context: Context) -> bool:
    """Where the command is go, runs it, or is not known."""
    return may_run(context, "go", "gotestsum", "richgo")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or not ("--- PASS: " in text or "--- FAIL: " in text or _PACKAGE.search(text)):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    parallel = "=== PAUSE " in text or "=== CONT " in text
    ended = {line.split(" (", 1)[0].rsplit(": ", 1)[-1] for line in lines if "--- " in line and _RESULT.match(line)}
    since = 0  # the line behind the last top-level result: what follows belongs to the next test
    for at, line in enumerate(lines):
        if line.startswith("=== "):
            reasons[at] = "lines of progress" if line.rsplit(" ", 1)[-1] in ended else ""
        elif "--- " in line and (found := _RESULT.match(line)):
            reasons[at] = {"PASS": "passed tests", "SKIP": "skipped tests"}.get(found[2], "")
            if not found[1]:
                if reasons[at] and not parallel:
                    _quieten(sieve, since, at)
                since = at + 1
        elif line[:1] == "\t" and _OWN_FRAME.match(line):
            sieve.drop(at - 1, at + 1, "lines of frames of testing and runtime")
        elif reason := _package(line):
            reasons[at] = reason
            since = at + 1
    return sieve.finish("go", context)


def _quieten(sieve: Sieve, start: int, end: int) -> None:
    """Leave out what a passed test logged."""
    for at in range(start, end):
        line = sieve.lines[at]
        if line and not sieve.reasons[at] and not _TELLING.search(line) and not line.startswith("#"):
            sieve.reasons[at] = "lines logged by passed tests"


def _package(line: str) -> str:
    if line.startswith("ok  \t"):
        return "" if "coverage:" in line else "passed packages"
    if line.startswith("?   \t"):
        return "packages without tests"
    return "lines of progress" if line == "PASS" else ""
