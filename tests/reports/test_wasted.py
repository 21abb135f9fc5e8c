"""The page of `tally wasted`: every figure with its evidence, at any width."""

from __future__ import annotations

import re

import pytest

from tallystick.accounting import wasting
from tallystick.kernel.display import width as columns_of
from tallystick.model.finding import Finding
from tallystick.model.wasted import Wasted
from tallystick.reports.wasted import lines
from tests.receipts import finding

BUSY = [
    finding("exact_reread", 1234, evidence=("5e550000:e3", "5e550000:e5")),
    finding("exact_reread", 100, label="PROBABLE_WASTE"),
    finding("no_state_retry", 7, path=None, subject="make all"),
    finding("edit_oscillation", 9, label="PROBABLE_WASTE", evidence=("5e550000:e7", "5e550000:e9")),
    finding("cold_start", 2000, label="PROBABLE_WASTE", note="3 files"),
    finding("cache_rebuild", 37_000, label="AMPLIFICATION_RISK", exposures=(), path=None, subject="claude-opus-4-6"),
]


def wasted(*findings: Finding, by: str = "signature", acquired: int = 20_000) -> Wasted:
    """An answer with these findings."""
    found = Wasted(by, timezone="UTC", searched=[])
    found.files = found.sessions = 3
    found.acquired = acquired
    found.findings = list(findings)
    found.by_signature = wasting.by_signature(found.findings)
    found.direct = wasting.direct(found.findings)
    found.rows = wasting.rows(found.findings, by, str)
    return found


def test_page_by_signature() -> None:
    """The direct sum is 1,234 + 100 + 7; of 20,000 tokens that is 7 %. Ten turns carried each."""
    assert lines(wasted(*BUSY), width=100)[:9] == [
        "wasted            findings  payload  exposure  of which              for example",
        "exact_reread             2    1.33k     13.3k  1 proven, 1 probable  5e550000:e5",
        "no_state_retry           1        7        70  1 proven              5e550000:e5",
        "────────────────────────────────────────────────────────────────────────────────",
        "direct                   3    1.34k     13.4k                        7% of 20.0k",
        "edit_oscillation         1                                           5e550000:e9",
        "cold_start               1    2.00k     20.0k                        5e550000:e5",
        "cache_rebuild            1    37.0k                                  5e550000:e5",
        "",
    ]


def test_largest_are_named_in_full() -> None:
    """Three at most, of the direct sum alone."""
    page = "\n".join(lines(wasted(*BUSY, finding("rehydration", 1)), width=80))

    assert page.count(" and again ") == 3
    assert "1,234 tokens, exact_reread, PROVEN_DUPLICATE\n  /srv/kiln/kiln.py\n" in page
    assert "  make all\n  5e550000:e3 and again 5e550000:e5  tally show 5e550000:e5\n" in page


def test_labels_are_counted_where_there_is_room() -> None:
    """Which of a row are proven."""
    assert "1 proven, 1 probable" in lines(wasted(*BUSY), width=200)[1]


@pytest.mark.parametrize("by", wasting.CHOICES)
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_page_fits(by: str, columns: int) -> None:
    """No line is wider than the terminal."""
    page = lines(wasted(*BUSY, by=by), width=columns)

    assert [line for line in page if columns_of(line) > columns] == []


def test_others_are_explained_where_there_are_any() -> None:
    """By session: the three others in a column of their own."""
    page = lines(wasted(*BUSY, by="session"), width=200)

    assert page[1].split()[:4] == ["5e550000-0001", "/srv/kiln", "3", "1,341"]
    assert page[1].split()[5] == "3"
    assert "others: findings that are only counted or shown apart." in page
    assert "others:" not in "\n".join(lines(wasted(BUSY[0], by="session"), width=200))


def test_row_of_others_alone_has_its_example() -> None:
    """A session with nothing in the direct sum."""
    page = lines(wasted(BUSY[3], by="label"), width=200)

    assert page[1].endswith("5e550000:e7 and 5e550000:e9")
    assert not any("and again" in line for line in page)


def test_nothing_found() -> None:
    """What was looked at, and that it held nothing."""
    assert lines(wasted(acquired=1234), width=200) == [
        "No detector found anything in that time (3 sessions, 1.23k payload tokens acquired, estimated)."
    ]


def test_narrow_page_puts_the_command_on_a_line_of_its_own() -> None:
    """At 40 columns."""
    page = lines(wasted(BUSY[0]), width=40)

    assert "  5e550000:e3 and again 5e550000:e5" in page
    assert "  tally show 5e550000:e5" in page


def test_colour_only_marks() -> None:
    """The same words with and without."""
    plain, coloured = (lines(wasted(*BUSY), width=80, colour=colour) for colour in (False, True))

    assert any("\x1b[1m" in line for line in coloured)
    assert [re.sub("\x1b\\[\\d+m", "", line) for line in coloured] == plain
