"""Dates of long listings: every style, and lines that are no listing."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.ls_dates import apply

LEFT = (
    "Jan  5 12:07 is a date",
    "-rw-r--r-- is a mode",
    "-rw-r--r-- 1 ada ada 12 somewhere Jan  5 12:07 x",
    "2026-01-05 12:07 INFO fired",
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-rw-r--r-- 1 ada ada 12 Jan  5 12:07 kiln.py", "-rw-r--r-- 1 ada ada 12 ---  - --:-- kiln.py"),
        ("drwxr-xr-x. 2 ada staff 4.0K Jan 15  2026 a b", "drwxr-xr-x. 2 ada staff 4.0K --- --  ---- a b"),
        ("-rw-r--r-- 1 ada ada 12 2026-01-05 12:07 x", "-rw-r--r-- 1 ada ada 12 ---------- --:-- x"),
        ("crw-rw-rw- 1 root root 1, 3 Jan  5 12:07 null", "crw-rw-rw- 1 root root 1, 3 ---  - --:-- null"),
        ("lrwxrwxrwx 1 ada 7 Jan  5 12:07 a -> b", "lrwxrwxrwx 1 ada 7 ---  - --:-- a -> b"),  # ls -g
        ("-rwsr-xr-t 1 ada ada 12  5 Jan 12:07 x", "-rwsr-xr-t 1 ada ada 12  - --- --:-- x"),
    ],
)
def test_blanked(line: str, expected: str) -> None:
    """Dashes of the same width."""
    assert (f"total 8\n{expected}\n", 1) == apply(f"total 8\n{line}\n", Context())


@pytest.mark.parametrize("line", LEFT)
def test_no_listing(line: str) -> None:
    """A date that is not of a listed file stays."""
    assert apply(line, Context()) == (line, 0)


def test_equal_listings_become_equal() -> None:
    """Two listings that differ in their dates alone are one text."""
    one, other = (apply(f"-rw-r--r-- 1 a a 5 Jan {day} 10:00 f\n", Context())[0] for day in ("11", "12"))

    assert one == other
