"""Where ledgers lie, whatever runs and tasks are called."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.transformplaces import ledger_path, names_of, screened


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("task-1.b_C", "task-1.b_C"),
        ("", "%"),
        ("%", "%25"),
        (".", "%2E"),
        ("..", "%2E."),
        (".hidden", "%2Ehidden"),
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"),
        ("a b\n\0", "a%20b%0A%00"),
        ("é", "%C3%A9"),
        ("\ud800", "%ED%A0%80"),
    ],
)
def test_screened(name: str, expected: str) -> None:
    """What is not a letter, a digit, or one of three signs is written as its bytes."""
    assert screened(name) == expected


def test_long_name() -> None:
    """A long name is cut and told apart by its hash."""
    one, other = screened("x" * 300), screened("x" * 301)
    assert one != other
    assert one.startswith("x" * 100 + "%")
    assert len(one) == 113


@given(st.text(), st.text())
def test_names_stay_inside_and_apart(one: str, other: str) -> None:
    """Any two names are two files of the folder."""
    path, second = ledger_path("/root", one, "t"), ledger_path("/root", other, "t")
    assert os.path.normpath(path) == path
    assert os.path.dirname(os.path.dirname(path)) == "/root/transforms"
    assert (path == second) == (one == other)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/results/run7/savings/task3.jsonl", ("run7", "task3")),
        ("/work/task3/.savings.jsonl", ("task3", ".savings")),
        ("/root/transforms/run7/task3.jsonl", ("run7", "task3")),
        ("/x.jsonl", ("", "x")),
    ],
)
def test_names_of(path: str, names: tuple[str, str]) -> None:
    """A path in `savings` names the run above it, any other the folder it lies in."""
    assert names_of(path) == names
