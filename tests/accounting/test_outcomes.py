"""What a tool result's text says about its outcome."""

from __future__ import annotations

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


def test_the_middle_of_a_long_error_is_left_out() -> None:
    """An error is told by its first and last 500 characters."""
    none = Vocabulary({name: [] for name in NAMES})
    head, tail = "h" * 500, "t" * 500

    assert key(head + "\0" + tail) == outcomes.error_hash(head + "in the middle" + tail, none)
    assert key(head + tail) == outcomes.error_hash(head + tail, none)


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
