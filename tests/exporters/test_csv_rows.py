"""CSV: rows as numbers, and no text that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest

from tallystick.exporters.csv_rows import guard, render
from tests.spendings import USD, figures, row, spending


def test_rows() -> None:
    """One line a row under named columns; an unknown cost is empty; totals are for whoever reads to make."""
    text = render(
        spending(
            row("a, b", figures(USD * 3 // 2, input=1, write_5m=2, write_unknown=3, write_1h=4, read=5, output=6)),
            row("c", figures(None, model="glm-5", responses=2, lower=1, output=1234567), figures(None, model="é")),
            by="project",
        )
    )

    assert text == (
        "project,input_tokens,cache_write_5m_tokens,cache_write_1h_tokens,cache_read_tokens,output_tokens,responses,"
        "lower_bound_responses,cost_usd,cost_is_lower_bound,unpriced_responses,unpriced_tokens,models\n"
        '"a, b",1,5,4,5,6,1,0,1.5,false,0,0,claude-opus-5-5\n'
        "c,0,0,0,0,1234567,3,1,,true,3,1234567,glm-5 é\n"
    )


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\x1b=1"])
def test_formulas(name: str) -> None:
    """A name that would be a formula gets an apostrophe before it."""
    text = render(spending(row(name, figures(model=name)), by="project"))

    line = list(csv.reader(io.StringIO(text, newline="")))[1]
    assert line[0] == line[-1] == "'" + name.replace("\r", " ").replace("\t", " ").replace("\x1b", "")


@pytest.mark.parametrize("name", ["", "a=1", "1-1", "/srv/kiln"])
def test_harmless_names(name: str) -> None:
    """Others stay as they are."""
    assert name == guard(name)


def test_halves_of_characters() -> None:
    """What no encoding can hold is replaced, so that writing cannot fail, and what would act on a terminal goes."""
    assert render(spending(row("a\udc80", figures()))).splitlines()[1].startswith("a\ufffd,")
