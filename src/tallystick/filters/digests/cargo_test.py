"""cargo test and cargo nextest: what each failed test printed, the compiler's errors and warnings, each result line.

Recognised by "running N tests" beside "test result:", or by nextest's summary. Left out: passed and ignored tests,
build progress, lists of failures whose details stand above, results of targets without tests, frames of the standard
library in backtraces.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "cargo_test_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_HEADING = Pattern(r"---- (.+?) (?:stdout|stderr) ----$")
_TEST = Pattern(r"test (.+?)(?: - should panic)? \.\.\. (ok|ignored|FAILED)\b")
_QUIET = Pattern(r"(?:[.iF]+ *(?:\d+/\d+)?|(.+) --- FAILED)$")
_BUILD = Pattern(
    r" *(?:Compiling|Checking|Downloaded|Downloading|Updating|Locking|Adding|Fresh|Finished|Blocking|Running|Doc-tests|"
    r"Executable|Building|Packaging|Verifying|Starting) \S"
)
_NEXTEST = Pattern(r" +(PASS|SKIP) \[ *[\d.]+s\]")
_STD_FRAME = Pattern(r" +at /rustc/")


def applies(context: Context) -> bool:
    """Where the command is cargo, runs it, or is not known."""
    return may_run(context, "cargo", "cargo-nextest")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or not ("test result: " in text or " tests run: " in text):
        return text, 0
    sieve = Sieve(text)
    told = {found[1] for line in sieve.lines if line[:4] == "----" and (found := _HEADING.match(line))}
    listing = False  # inside the second list of failures, which holds names alone
    for at, line in enumerate(sieve.lines):
        if listing and line.startswith("    ") and line.strip() in told:
            sieve.reasons[at] = "lines of progress"
            continue
        listing = line == "failures:" or (listing and line.startswith("    "))
        sieve.reasons[at] = _reason(sieve, at, told)
    return sieve.finish("cargo test", context)


def _reason(sieve: Sieve, at: int, told: set[str]) -> str:
    line = sieve.lines[at]
    if line.startswith("test "):
        return _result(line, told)
    if line.startswith("running ") and line.endswith((" tests", " test")):
        return "lines of progress"
    if line.startswith("note: run with `RUST_BACKTRACE"):
        return "hints"
    if line.startswith(" "):
        if _NEXTEST.match(line):
            return "passed tests" if "PASS" in line[:15] else "skipped tests"
        if _STD_FRAME.match(line):
            sieve.reasons[at - 1] = sieve.reasons[at - 1] or "lines of frames of the standard library"
            return "lines of frames of the standard library"
        return "lines of progress" if line[:13].endswith(" ") and _BUILD.match(line) else ""
    quiet = _QUIET.match(line) if line else None
    if quiet:
        return "lines of progress" if quiet[1] is None or quiet[1] in told else ""
    return ""


def _result(line: str, told: set[str]) -> str:
    if line.endswith(" ... ok"):
        return "passed tests"
    if line.startswith("test result: "):
        return "empty results" if ". 0 passed; 0 failed; 0 ignored; 0 measured" in line else ""
    found = _TEST.match(line)
    if found is None:
        return ""
    if found[2] == "FAILED":
        return "lines of progress" if found[1] in told else ""
    return "passed tests" if found[2] == "ok" else "ignored tests"
