"""Lines of passed tests: which they are, and which only look so."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.passed_tests import applies, apply, is_passed


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tests/test_a.py::test_b PASSED                [ 50%]", True),
        ("tests/test_a.py::test_b[error] PASSED", True),
        ("tests/test_a.py::test_b FAILED                [ 50%]", False),
        ("test a::b ... ok", True),
        ("test a::b ... FAILED", False),
        ("test_a (tests.K) ... ok", True),
        ("    --- PASS: TestA/b (0.00s)", True),
        ("--- FAIL: TestA (0.00s)", False),
        ("  ✓ fires (3 ms)", True),
        ("✔ fires (3ms)", True),
        ("✕ fires", False),
        ("ok 12 - fires", True),
        ("ok 12 - later # SKIP no cone", False),
        ("ok  \tkiln\t0.002s", False),
        ("not ok 3 - cools", False),
        ("1/3 Test #1: fires ......   Passed    0.01 sec", True),
        ("test result: ok. 3 passed; 0 failed", False),
        ("Passed tests:", False),
        ("3 PASSED, 1 FAILED", False),
        ("E     + PASSED", False),
        ("+ the whole run PASSED", False),
        ("KilnTest > fires() PASSED", True),
        ("", False),
    ],
)
def test_line(line: str, *, expected: bool) -> None:
    """A line that says of one test that it passed, and nothing else."""
    assert expected is is_passed(line)


def test_text() -> None:
    """The lines go, their number stands before the first of them; nothing of other programs' output is touched."""
    text = "run\ntest a::fires ... ok\ntest a::cools ... FAILED\ntest a::glazes ... ok\ntest a::dries ... ok\n"

    assert apply(text, Context()) == ("run\n[... 3 passed-test lines left out]\ntest a::cools ... FAILED\n", 3)
    assert apply("test a ... ok\n", Context()) == ("test a ... ok\n", 0)  # the mark is longer
    assert applies(Context(words=("cargo", "test")))
    assert not applies(Context(words=("cat", "log")))


def test_details_go_with_their_test() -> None:
    """What TAP says of a test below its line is of that test."""
    block = "  ---\n  duration_ms: 0.5\n  ...\n"
    text = f"ok 1 - fires\n{block}not ok 2 - cools\n{block}ok 3 - dries\n  ---\n"

    assert apply(text, Context())[0] == f"[... 2 passed-test lines left out]\nnot ok 2 - cools\n{block}  ---\n"


def test_what_a_digest_left_stays() -> None:
    """A line below a failure may look so: what the failed test printed is no passed test."""
    text = "[digest] pytest: 3 passed tests left out\n" + "ok 3 - the kiln is warm\n" * 9 + "1 failed\n"

    assert apply(text, Context()) == (text, 0)
