"""Counts, in the output of a test run that no digest knows, the lines that say of one test that it passed.

Which lines those are each runner's own way of writing decides: `test_x.py::test_a PASSED [ 50%]`, `test a ... ok`, `---
PASS: TestA (0.00s)`, `✓ a`, `ok 3 - a`, `Test #3: a .... Passed`. A line that speaks of a failure as well stays. Before
the first of them that goes stands how many went: lines, for some runners write one for a whole file of tests.
"""

from __future__ import annotations

from tallystick.filters.marks import left_out, shorter
from tallystick.filters.sieve import is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "passed_line_stripping"
BUCKET = "bash_output_condense"
KIND = "reducer"

RUNNERS = frozenset(
    {
        *("pytest", "py.test", "cargo", "go", "jest", "vitest", "mocha", "ava", "tap", "ctest", "node", "deno", "bun"),
        *("npm", "pnpm", "yarn", "tox", "nox", "unittest", "nose2", "rspec", "minitest", "rake", "phpunit", "pest"),
        *(
            "mvn",
            "gradle",
            "gradlew",
            "dotnet",
            "swift",
            "zig",
            "mix",
            "bats",
            "make",
            "just",
            "meson",
            "ninja",
            "bazel",
        ),
        *("stack", "cabal", "dune", "lein", "sbt", "dart", "flutter", "prove", "trial", "stestr", "green", "manage.py"),
    }
)
_FAILED = ("FAIL", "ERROR", "not ok", "✕", "✗", "✘", "✖", "❌", "panicked", "XPASS")
_TICKS = ("✓ ", "✔ ", "√ ", "✅ ", "PASS ", "PASSED ", "Passed ")
_WORDS = (" PASSED", "... ok", "--- PASS: ", "✓ ", "✔ ", "√ ", "✅ ", "ok ", "Passed ", "PASS ")


def applies(context: Context) -> bool:
    """Where a program that can run tests printed it."""
    return context.program in RUNNERS


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text without lines of passed tests, and how many they were."""
    if is_digest(text):  # what it left are failures, and such a line may be of what a failed test printed
        return text, 0
    words = [word for word in _WORDS if word in text]
    lines = text.split("\n")
    # word by word, so that of most lines nothing is asked but whether the word stands in them
    passed = {at for word in words for at, line in enumerate(lines) if word in line and is_passed(line)}
    if passed and ("not ok " in text or " failing" in text):
        passed -= _said(lines)
    begun = _begun(lines, passed)
    gone = passed | begun | _details(lines, passed)
    if not passed:
        return text, 0
    mark = left_out(len(passed), "passed-test lines")
    first = min(gone)
    kept = [mark if at == first else line for at, line in enumerate(lines) if at == first or at not in gone]
    return shorter(text, "\n".join(kept), len(passed))


def is_passed(line: str) -> bool:
    """Whether a line says of one test that it passed, and nothing else."""
    body = line.strip()
    if not body or not _is_shaped(body):
        return False
    for word in _FAILED:  # noqa: SIM110  (a generator costs twice the time, once a line)
        if word in body:
            return False
    return True


def _is_shaped(body: str) -> bool:
    if body.endswith(" ... ok"):
        return True
    if body.startswith(("--- PASS: ", *_TICKS)):
        return not body.endswith(":")
    if body.startswith("ok "):  # TAP; go's `ok  package` and a suite's summary begin so too
        number = body[3:].partition(" ")[0]
        return number.isascii() and number.isdigit() and "# SKIP" not in body and "# TO" not in body
    name, found, rest = body.partition(" PASSED")
    if found:
        known = "::" in name or " > " in name  # pytest, Gradle; `+ PASSED` is a line of a diff
        return known and (not rest or (rest.lstrip().startswith("[") and rest.endswith("%]")))
    name, found, rest = body.partition("   Passed ")
    return bool(found) and rest.endswith(" sec") and " Test " in name


def _said(lines: list[str]) -> set[int]:
    """What is said of failures: below a `not ok` of TAP and deeper than it, and behind the counts of mocha."""
    found: set[int] = set()
    depth, end = -1, ""  # of the last `not ok`, -1 where none is open; what ends its details
    for at, line in enumerate(lines):
        body = line.lstrip(" ")
        if end or (depth >= 0 and (not body or len(line) - len(body) > depth)):
            found.add(at)
            if at and body.rstrip() == "---" and lines[at - 1].lstrip().startswith("not ok "):
                end = line.replace("---", "...")
            elif line == end:
                end = ""
            continue
        is_open = body.startswith("not ok ") and not body.rstrip().endswith("{")  # vitest: its tests follow
        depth = len(line) - len(body) if is_open else -1
        if body.endswith(" failing") and line[0] == " " and body.removesuffix(" failing").isdigit():
            return found | set(range(at, len(lines)))
    return found


def _details(lines: list[str], passed: set[int]) -> set[int]:
    """What stands between `---` and `...` below a passed test of TAP."""
    found: set[int] = set()
    for at in passed:
        if at + 1 < len(lines) and lines[at + 1].strip() == "---" and lines[at].lstrip().startswith("ok "):
            end = at + 2
            while end < len(lines) and lines[end].strip() not in {"...", "---"}:
                end += 1
            if end < len(lines) and lines[end].strip() == "...":
                found.update(range(at + 1, end + 1))
    return found


def _begun(lines: list[str], passed: set[int]) -> set[int]:
    """Lines with which go announces a test that passed."""
    names = {lines[at].split()[2] for at in passed if lines[at].lstrip().startswith("--- PASS: ")}
    if not names:
        return set()
    return {
        at
        for at, line in enumerate(lines)
        if line.startswith("=== ") and len(words := line.split()) == 3 and words[2] in names
    }
