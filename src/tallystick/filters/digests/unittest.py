"""unittest: each failure and error under its heading, with its traceback; the last lines with their counts.

Recognised by its rule of seventy signs above `FAIL:` or `ERROR:`, or by "Ran N tests in". Left out: tests that passed
or were skipped, progress, headings that come again, rules, frames of unittest itself, the signs below source lines.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "unittest_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_RAN = Pattern(r"(?m)^(?:\x1b\[[\d;]*m)*Ran \d+ tests? in ")
_HEADING = Pattern(r"(?:FAIL|ERROR|UNEXPECTED SUCCESS): (.*)")
_TEST = Pattern(r" *(\w\S* \([\w.<>]+\)(?: [\[(].*[\])])?)(?: \.\.\. (.*))?$")
_OWN = Pattern(r'  File "[^"]*/unittest/(?:case|loader|suite|runner|main|mock|async_case)\.py", line')
_RULE, _LINE = "=" * 70, "-" * 70


def applies(context: Context) -> bool:
    """Where the command is Python, runs it, or is not known."""
    return may_run(context, "unittest", "python", "python3", "manage.py")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or not (_RAN.search(text) and _LINE in text):
        return text, 0
    sieve = Sieve(text)
    told = {found[1] for line in sieve.lines if (found := _HEADING.match(line))}
    _sort(sieve, told)
    return sieve.finish("unittest", context)


def _sort(sieve: Sieve, told: set[str]) -> None:
    lines, reasons = sieve.lines, sieve.reasons
    own = False
    alone = -1  # a test's name whose docstring, with the result, is the next line
    inside = False  # in what is told of failures, behind the list of tests
    for at, line in enumerate(lines):
        if line.startswith("  "):
            if own and line.startswith("    "):
                reasons[at] = "lines of frames of unittest"
                continue
            own = _OWN.match(line) is not None
            if own:
                reasons[at] = "lines of frames of unittest"
            elif line.startswith("    ") and not line.strip(" ^~"):
                reasons[at] = LAYOUT
            elif line.endswith((" ... FAIL", " ... ERROR")) and line.strip().rpartition(" ... ")[0] in told:
                reasons[at] = "lines of progress"
            continue
        own = False
        if line in {_RULE, _LINE, ""}:
            reasons[at] = LAYOUT
        elif inside or _HEADING.match(line):
            inside = not _RAN.match(line)
        elif line.strip(".FEsxu") == "" or line in {"ok", "OK"}:
            reasons[at] = "lines of progress" if line != "OK" else ""
        elif " (" in line or " ... " in line:
            alone = _test(sieve, at, alone, told)


def _test(sieve: Sieve, at: int, alone: int, told: set[str]) -> int:
    """Judge a line of the list of tests; return it where the result is on the next one."""
    line = sieve.lines[at]
    found = _TEST.match(line)
    if found is None:
        if alone != at - 1 or " ... " not in line:
            return -1
        name, result = sieve.lines[alone], line.rpartition(" ... ")[2]
    elif found[2] is None:
        return at
    else:
        name, result, alone = found[1], found[2], -1
    reason = _reason(result, name, told)
    if reason:
        sieve.reasons[at] = reason
        if alone >= 0:
            sieve.reasons[alone] = "lines of progress"
    return -1


def _reason(result: str, name: str, told: set[str]) -> str:
    if result == "ok":
        return "passed tests"
    if result.startswith("skipped "):
        return "skipped tests"
    if result == "expected failure":
        return "tests that failed as expected"
    return "lines of progress" if result in {"FAIL", "ERROR", "unexpected success", ""} and name in told else ""
