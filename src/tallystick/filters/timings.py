"""Takes from the lines of a test run how long it took, so that two runs with one result are one text.

Where a runner writes it: ` in 0.12s` on a line that says what passed or failed, `(0.00s)` behind a test, `Time:`,
`duration_ms`, the last column of go and ctest. The words around it stay.

Edits lines: a line without its time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from tallystick.filters.context import Context

MECHANISM = "runner_timing_normalization"
BUCKET = "tool_output_normalize"
KIND = "reducer"

# what stands in a line for it to be looked at, and the time with what goes with it
_RULES = (
    (" in ", r" in \d++(?:\.\d++)?s(?: \(\d++:\d\d:\d\d\))?(?![\w.])"),  # 3 passed in 0.12s; Ran 3 tests in 0.001s
    ("--- ", r"(?<=\S) \(\d++\.\d++s\)$"),  # go: --- PASS: TestA (0.00s)
    ("\t", r"(?<=\S)\t\d++\.\d++s$"),  # go: ok <tab> package <tab> 0.012s
    ("ms)", r" \(\d++(?:\.\d++)? ?ms\)$"),  # node, jest, mocha: ✓ fires (3 ms)
    ("duration_ms", r"(?<=duration_ms)(?::? )\d++(?:\.\d++)?"),
    ("Time:", r"(?<=^Time:) ++\d++(?:\.\d++)? m?s(?:, estimated \d++ m?s)?"),  # jest
    (" sec", r" ++\d++\.\d++ sec(?:\*proc)?$"),  # ctest
)
_RESULTS = (
    *("passed", "failed", "error", "warning", "deselected", "skipped", "xfailed", "no tests ran", "no tests collected"),
    *("Ran ", "finished"),
)
_TESTS = ("--- PASS: ", "--- FAIL: ", "--- SKIP: ")
_TICKS = ("✓", "✕", "✔", "✖", "√", "×", "○", "▶")
_compiled: dict[str, re.Pattern[str]] = {}


def applies(context: Context) -> bool:
    """Always: lines that are no results keep their words."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text without the times of its results, and the number of lines that lost one."""
    rules = [rule for rule in _RULES if rule[0] in text]
    if not rules:
        return text, 0
    lines = text.split("\n")
    count = 0
    for at, line in enumerate(lines):
        for sign, pattern in rules:
            if sign in line and _is_result(line, sign):
                lines[at] = _found(sign, pattern).sub("", line)
                count += lines[at] != line
                break
    return ("\n".join(lines), count) if count else (text, 0)


def _is_result(line: str, sign: str) -> bool:
    """Whether a line is one on which a runner writes times of this kind."""
    if sign == " in ":
        return any(word in line for word in _RESULTS)
    if sign == "--- ":
        return line.lstrip().startswith(_TESTS)
    if sign == "\t":
        return line.startswith(("ok", "FAIL"))
    if sign == "ms)":
        return line.lstrip().startswith(_TICKS)
    if sign == "duration_ms":
        return line.lstrip(" #\u2139").startswith(sign)
    if sign == "Time:":
        return line.startswith(sign)
    return " Test " in line or "Total Test time" in line


def _found(sign: str, pattern: str) -> re.Pattern[str]:
    if sign not in _compiled:
        import re

        _compiled[sign] = re.compile(pattern)
    return _compiled[sign]
