"""Lines that speak of failures: found from sign to sign, as line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.filters.failures import failing, failing_lines, is_failure, signs_in


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("src/a.rs:3: ERROR here", True),
        ("warning: unused", True),
        ("ls: cannot access 'x': No such file", True),
        ("Segmentation fault", True),
        ("  ✕ fires", True),
        ("FAILED tests/a.py::b", True),
        ("all 12 tests passed", False),
        ("", False),
    ],
)
def test_line(line: str, *, expected: bool) -> None:
    """A word of any tool, in small letters or large."""
    assert expected is is_failure(line)
    assert expected is is_failure(line, signs_in(line))
    assert failing_lines(f"x\n{line}\n{line}") == ({1, 2} if expected else set())


@given(st.lists(st.sampled_from(["ok", "error: a", "Warn", "İ fails", "x" * 30, "panic error", ""]), max_size=12))
def test_places(lines: list[str]) -> None:
    """The lines between begin and end are those that line by line would find, in their order."""
    text = "\n".join(lines)
    found = [text[begin:end].rstrip("\n") for begin, end in failing(text)]

    assert found == [line for line in lines if is_failure(line)]


def test_letter_that_grows() -> None:
    """A letter whose small form is two letters does not shift the places."""
    text = "İİİ\nERROR: b\nx\n"

    assert ["ERROR: b\n"] == [text[begin:end] for begin, end in failing(text)]
