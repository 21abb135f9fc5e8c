"""node --test, in its spec, tap and dot manners: each failed test with its message, its diff and own frames; counts.

Recognised by the line of counts that each manner ends with. Left out: passed and skipped tests, suites that passed,
frames of Node itself, counts that are zero, and whatever is told again word for word below "failing tests:".
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "node_test_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_AGAIN = ("✖ failing tests:", "Failed tests:")
_INNER = Pattern(r" +(?:at )?(?:.* )?\(?(?:node:internal|node:async_hooks|node:\w+)[/:].*\)?(?: \{)?$")
_PUT_OFF = "# \x54ODO"  # a directive of TAP: a failure that counts as none
_PASSED = Pattern(r" *[✔✓] .*\([\d.]+ms\)(?: #.*)?$")
_COUNT = Pattern(r"(?:ℹ|#) (?:(?:suites|cancelled|skipped|todo|fail) 0|duration_ms [\d.]+)$")
_TAP_RESULT = Pattern(r" *(not )?ok \d+ - ")
_TAP_DETAILS = Pattern(r" *---$")
_TAP_NOISE = Pattern(r" *(?:duration_ms: |type: '|1\.\.\d+$|# Subtest: |TAP version \d+$|failureType: ')")


def applies(context: Context) -> bool:
    """Where the command is node, runs it, or is not known."""
    return may_run(context, "node", "tsx", "c8", "nyc")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    spec = "ℹ tests " in text or any(again in text for again in _AGAIN)
    tap = "TAP version 1" in text or "# tests " in text
    if is_digest(text) or not (spec or tap):
        return text, 0
    sieve = Sieve(text)
    if tap and not spec:
        _sort_tap(sieve)
    else:
        _sort_spec(sieve)
    return sieve.finish("node --test", context)


def _sort_spec(sieve: Sieve) -> None:
    lines, reasons = sieve.lines, sieve.reasons
    again = next((at for at, line in enumerate(lines) if line in _AGAIN), len(lines))
    told = {line.strip() for line in lines[again + 1 :]}
    told.discard("")
    for at, line in enumerate(lines):
        text = line.strip()
        if not text:
            reasons[at] = LAYOUT
        elif _PASSED.match(line):
            reasons[at] = "passed tests"
        elif text.startswith("﹣ "):
            reasons[at] = "skipped tests"
        elif text.startswith("▶ ") or not text.strip(".X"):
            reasons[at] = "lines of progress"
        elif _COUNT.match(line):
            reasons[at] = "counts"
        elif "node:" in line and _INNER.match(line):
            reasons[at] = "frames of Node"
        elif at < again and text in told and line[:1] in {" ", "✖"}:
            reasons[at] = "lines that are told again"


def _sort_tap(sieve: Sieve) -> None:
    lines, reasons = sieve.lines, sieve.reasons
    quiet = False  # inside the account of a test that passed
    result = 0  # the line that this account belongs to
    # what ends the details of a failed test; until then nothing is a result, and less is noise. A text that was cut off
    # within them has no end of theirs, but for a line that is not set in
    end = "cut" if lines[0][:1] == " " else ""
    for at, line in enumerate(lines):
        end = "" if end == "cut" and line[:1] != " " else end
        if end:
            reasons[at] = _detail(line, end)
            end = "" if line == end else end
            continue
        if not quiet and _TAP_DETAILS.match(line):
            reasons[at] = "lines of progress"
            end = line.replace("---", "...")
            continue
        if found := _TAP_RESULT.match(line):
            quiet, result = not found[1], at
            skipped = quiet and ("# SKIP" in line or _PUT_OFF in line)
            reasons[at] = "skipped tests" if skipped else "passed tests" if quiet else ""
            continue
        text = line.strip()
        if text.startswith("#") and not text.startswith("# Subtest: "):
            quiet = False
            reasons[at] = "counts" if _COUNT.match(line) else ""
        elif quiet or _TAP_NOISE.match(line) or text in {"---", "..."}:
            reasons[at] = "lines of progress"
            if quiet and text == "type: 'suite'":
                reasons[result] = "passed suites"
            quiet = quiet and text != "..."


def _detail(line: str, end: str) -> str:
    """Judge a line of what TAP says below a failed test; what it says itself stands as deep as the end of it."""
    text = line.strip()
    if line == end or (len(line) - len(line.lstrip()) == len(end) - 3 and _TAP_NOISE.match(line)):
        return "lines of progress"
    if ("node:" in line and _INNER.match(line)) or (text.startswith("async ") and "(index " in text):
        return "frames of Node"
    return ""
