"""What a tool result's text says about its outcome."""

from __future__ import annotations

import time

import pytest

from tallystick.accounting import outcomes
from tallystick.accounting.digests import key
from tallystick.accounting.vocabulary import NAMES, Vocabulary
from tallystick.host import words
from tallystick.model import event

SHIPPED = words.load()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bash: kilnctl: command not found", event.NO_SUCH_COMMAND),
        ("sh: 1: kilnctl: not found", event.NO_SUCH_COMMAND),
        ("sh: 1: kilnctl: not found\nmore", event.NO_SUCH_COMMAND),
        ("Error: No such tool available: Fire", event.NO_SUCH_COMMAND),
        ("error: unrecognized argument --hot", event.UNKNOWN_FLAG),
        ("unknown subcommand 'fire'", event.UNKNOWN_FLAG),
        ("ls: illegal option -- z", event.UNKNOWN_FLAG),
        ("git: 'fire' is not a git command.", event.UNKNOWN_FLAG),
        ("cat: kiln.txt: No such file or directory", event.NO_SUCH_PATH),
        ("File does not exist.", event.NO_SUCH_PATH),
        ("ENOENT: kiln.txt", event.NO_SUCH_PATH),
        ("1 failed, 3 passed", 0),
        ("", 0),
        # a path that is named late in a long text is not what the error is about
        ("x" * 500 + "No such file or directory", 0),
    ],
)
def test_a_mistake_is_told_by_its_words(text: str, expected: int) -> None:
    """The head of an error says what kind of mistake it was."""
    assert expected == outcomes.classify_error(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Exit code 2\nls: cannot access", 2),
        ("Command exited with code 127", 127),
        ("exit status: 9", 9),
        ("Exit code 137", 137),
        ("It failed.", 1),
        ("", 1),
        ("Exit code 4000", 1),
        ("x" * 500 + "Exit code 2", 1),
    ],
)
def test_an_exit_code_is_what_the_text_names(text: str, expected: int) -> None:
    """A failure that names no code has 1."""
    assert expected == outcomes.exit_code(text)


def test_errors_that_differ_by_time_and_place_alone_are_one() -> None:
    """Times, durations, addresses, process ids and places under /tmp are left out."""
    one = "2026-03-02T09:00:01Z pid 41 failed at 0x7f00 in 3.1s: /tmp/abc/x"
    other = "2026-03-05T19:20:00Z pid 9 failed at 0x11ff in 12s: /tmp/zz/y"

    assert outcomes.error_hash(one, SHIPPED) == outcomes.error_hash(other, SHIPPED)
    assert outcomes.error_hash(one, SHIPPED) != outcomes.error_hash(one.replace("failed", "died"), SHIPPED)


@pytest.mark.parametrize("around", [10, 600, 20_000, 40_000, 200_000])
def test_errors_that_differ_in_the_middle_are_two(around: int) -> None:
    """Whatever their length, one other word makes another error; beyond 64,000 characters another time does too."""
    head, tail = "at 09:00:01 h" * (around // 13), "t 3.2s later " * (around // 13)

    assert outcomes.error_hash(head + "a crack" + tail, SHIPPED) != outcomes.error_hash(head + "a chip" + tail, SHIPPED)
    later = head.replace("09:00", "10:30") + "a crack" + tail.replace("3.2s", "4.0s")
    assert (around > 32_000) == (
        outcomes.error_hash(head + "a crack" + tail, SHIPPED) != outcomes.error_hash(later, SHIPPED)
    )


def test_an_error_of_usual_length_is_hashed_whole() -> None:
    """With no rules the hash is that of the text."""
    none = Vocabulary({name: [] for name in NAMES})

    assert key("h" * 64_000) == outcomes.error_hash("h" * 64_000, none)
    assert key("h" * 64_001) != outcomes.error_hash("h" * 64_001, none)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("API Error: 429 Too Many Requests", True),
        ("Command timed out after 2m 0s", True),
        ("curl: (6) Could not resolve host: kiln.example", True),
        ("FileNotFoundError: kiln.txt", False),
        ("unknown option --timeout", False),
        ("1 failed, 3 passed", False),
        ("cat: kiln.txt: No such file or directory", False),
        ("", False),
    ],
)
def test_outages_pass_by_themselves(text: str, expected: bool) -> None:  # noqa: FBT001 - the case's verdict
    """Limits of rates, waits that were too short, networks that are down."""
    assert expected == outcomes.is_transient(text, SHIPPED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("test result: FAILED. 3 passed", True),
        ("2 passed\nfailed: 1", True),
        ("passed: 3\nfailed: 0", False),
        ("BUILD FAILED in 2s", True),
        ("All good.", False),
        ("Failures: 2", True),
        ("failures: 0", False),
        ("--- FAIL: TestKiln (0.00s)", True),
        ("FAIL src/kiln.test.ts", True),
        ("FAIL src/kiln.spec.ts", True),
        ("nothing may fail src/kiln.test.ts", False),
        ("=== 2 failed, 3 passed in 0.12s ===", True),  # as `pytest | tail` shows it, with exit code 0
        ("Tests:       1 failed, 4 passed, 5 total", True),
        ("0 failed, 3 passed", False),
        ("10 tests failed", True),
        ("Found 3 errors in 2 files", True),
        ("0 errors, 3 warnings", False),
        ("kiln.ts(3,1): error TS2304: Cannot find name", True),
        ("error: could not compile `kiln`", True),
        ("", False),
        # what stands further up than the last 4,000 characters is no summary
        ("build failed" + "." * 4000, False),
    ],
)
def test_marks_of_failure_stand_at_the_end(text: str, expected: bool) -> None:  # noqa: FBT001 - the case's verdict
    """A test's or build's output says at its end how it went, whatever its exit code."""
    assert expected == outcomes.has_failure_marks(text, SHIPPED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("test result: ok. 5 passed", event.SUCCESS_MARKERS),
        ("   Doc-tests kiln\n\nok", event.SUCCESS_MARKERS),
        ("doc-tests ok", 0),
        ("Test Suites: 3 passed, 3 total", event.SUCCESS_MARKERS),
        ("Tests:       9 passed, 9 total", event.SUCCESS_MARKERS),
        ("All Tests Passed", event.SUCCESS_MARKERS),
        ("kiln.py::test_fire PASSED [ 50%]", event.SUCCESS_MARKERS),
        ("PASS src/kiln.test.ts", event.SUCCESS_MARKERS),
        ("PASS src/kiln.ts", 0),
        ("[main 1a2b3c4] Fire\n 1 file changed", event.COMMIT_MARKERS),
        ("[master 1a2b3c4] Fire\n 2 files changed", event.COMMIT_MARKERS),
        ("[glaze 1a2b3c4] Fire\n 2 files changed, 1 insertion(+)", event.COMMIT_MARKERS),
        ("commit 1a2b3c4", 0),
        ("Deployed to https://kiln.example", event.CI_MARKERS),
        ("Merged pull request #5", event.CI_MARKERS),
        ("Deployment complete. All tests passed.", event.CI_MARKERS | event.SUCCESS_MARKERS),
        # failures first: what went well beside them does not count
        ("All tests passed.\nBuild failed", event.FAILURE_MARKERS),
        ("Build failed", 0),
        ("All tests passed." + "." * 4000, 0),
        ("", 0),
    ],
)
def test_marks_of_success(text: str, expected: int) -> None:
    """What a command that no list knows shows to have gone well: tests, a commit, CI."""
    assert expected == outcomes.success_marks(text, SHIPPED)


@pytest.mark.parametrize("part", ["0", "1m", "12:", "==1", "pid ", "/tmp/", "0x", "1."])
def test_no_error_takes_long(part: str) -> None:
    """The time grows as the text does: where it grew as its square, one of these would take minutes."""
    began = time.process_time()

    outcomes.error_hash(part * (60_000 // len(part)), SHIPPED)

    assert time.process_time() - began < 10
