"""The table: columns that fit, rows that stay whole, names that do nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.display import width
from tallystick.reports.table import Column, render

COLUMNS = (
    Column("project", shortest=8, front=True),
    Column("about", keep=3, shortest=6),
    Column(("cache read", "read"), keep=2, right=True),
    Column("responses", keep=1, right=True),
    Column("cost", right=True),
)
ROWS = (
    ("/srv/pottery/kiln", "fires pots", ("1,234,567", "1.23M"), "12", "$1.00"),
    ("/srv/世界", "", ("9", "9"), "3", "—"),
    ("total", "", ("1,234,576", "1.23M"), "15", "≥$1.00"),
)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (
            60,
            [
                "project            about       cache read  responses    cost",
                "/srv/pottery/kiln  fires pots   1,234,567         12   $1.00",
                "/srv/世界                               9          3       —",
                "─" * 60,
                "total                           1,234,576         15  ≥$1.00",
            ],
        ),
        (
            54,  # one column short of all: the last text gives it
            [
                "project            about       read  responses    cost",
                "/srv/pottery/kiln  fires po…  1.23M         12   $1.00",
                "/srv/世界                         9          3       —",
                "─" * 54,
                "total                         1.23M         15  ≥$1.00",
            ],
        ),
        (
            40,
            [
                "project            about    read    cost",
                "/srv/pottery/kiln  fires…  1.23M   $1.00",
                "/srv/世界                      9       —",
                "─" * 40,
                "total                      1.23M  ≥$1.00",
            ],
        ),
        (
            24,
            [
                "project   about     cost",
                "…ry/kiln  fires…   $1.00",
                "…rv/世界               —",
                "─" * 24,
                "total             ≥$1.00",
            ],
        ),
        (
            12,
            [
                "pro…    cost",
                "…iln   $1.00",
                "…界        —",
                "─" * 12,
                "…tal  ≥$1.00",
            ],
        ),
        (
            3,
            [
                "…    cost",
                "…   $1.00",
                "…       —",
                "─" * 9,
                "…  ≥$1.00",
            ],
        ),
    ],
)
def test_fitting(columns: int, expected: list[str]) -> None:
    """Short forms come first, then columns go, texts are cut last; a number is never cut."""
    assert expected == render(COLUMNS, ROWS, width=columns, totals=1)


@given(st.integers(20, 120), st.lists(st.tuples(st.text(max_size=40), st.integers(0, 10**15)), max_size=5))
def test_lines_fit(columns: int, cells: list[tuple[str, int]]) -> None:
    """Whatever the names, no line is wider than the page, and there is one line a row."""
    rows = [(name, "x" * 9, (f"{number:,}", "9.99T"), str(number % 1000), "$9.99") for name, number in cells]

    lines = render(COLUMNS, rows, width=columns)

    assert len(lines) == len(rows) + 1
    assert max(map(width, lines)) <= columns


def test_empty_columns_go() -> None:
    """A column with nothing in it is not shown."""
    rows = [("a", "", "", "1", "2")]

    assert render(COLUMNS, rows, width=80) == ["project  responses  cost", "a                1     2"]


def test_names_do_nothing() -> None:
    """Escapes, direction marks and line breaks in a name do not reach the page."""
    rows = [("a\x1b[31m\nb\u202ec", "", "1", "1", "1")]

    assert render(COLUMNS, rows, width=80)[1].startswith("a[31m bc ")


def test_colour() -> None:
    """Titles and the rule stand back, the total stands out; rows are plain."""
    lines = render(COLUMNS, ROWS, width=80, colour=True, totals=1)

    assert [line[:4] for line in lines] == ["\x1b[2m", "/srv", "/srv", "\x1b[2m", "\x1b[1m"]
    assert all(line.endswith("\x1b[0m") for line in lines if line.startswith("\x1b"))
