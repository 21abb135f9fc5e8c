"""The page of `tally receipt`: four blocks in a box, evidence for all of it, at any width."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.frontier import draw
from tallystick.accounting.periods import find_zone
from tallystick.kernel.display import width as columns_of
from tallystick.model.receipt import Receipt
from tallystick.reports.receipt import lines
from tests.receipts import NINE, exhaustion, finding, receipt, share, statement

UTC = find_zone("UTC")


def page(*receipts: Receipt, width: int = 80, **fields: object) -> list[str]:
    """The page of a statement."""
    return lines(statement(*receipts, **fields), UTC, width=width)


def busy() -> Receipt:
    """A window in which something of every kind happened."""
    signatures = ("exact_reread", "duplicate_inspection", "no_state_retry", "rehydration", "duplicate_subagent_work")
    found = [
        finding(name, 10**place + 1, evidence=("5e550001:e3", f"5e550001:e{place}"))
        for place, name in enumerate(signatures)
    ]
    counted = [
        finding(name, 0) for name in ("invocation_mistake", "edit_oscillation", "edit_oscillation", "abandoned_work")
    ]
    return receipt(*found, *counted, shares=[share(1, 11, 5), share(2, 9, 3), share(3, 0, 1)], acquired=1_000_000)


def test_receipt() -> None:
    """What was found, what it weighed, how far the work got, no frontier; then the evidence."""
    found = receipt(
        finding("exact_reread", 1234, evidence=("5e550001:e3", "5e550001:e5")),
        finding("exact_reread", 1),
        finding("edit_oscillation", 0, evidence=("5e550001:e7", "5e550001:e9")),
        shares=[share(1, 11, 4), share(2, 1)],
        acquired=12_350,
    )

    # 1,234 + 1 tokens; ten turns carried each: 12,350 token-turns; 1,235 of 12,350 tokens are 10 %.
    assert page(found) == [
        "Window 2026-03-02 09:00 to 14:00 (+00:00), on the fixed grid, an approximation",
        "┌──────────────────────────────────────────────────────────────────────────────┐",
        "│ DIRECT INEFFICIENCY           1.24k of 12.4k payload tokens (10%, estimated) │",
        "│   1.24k tokens read again unchanged in 2 results                 5e550001:e5 │",
        "│   1 edit undone 5e550001:e9                                                  │",
        "│   none: repeated inspections, retries, rehydration, duplicate subagent work, │",
        "│     mistaken calls, abandoned work                                           │",
        "├──────────────────────────────────────────────────────────────────────────────┤",
        "│ CONTEXT EXPOSURE                                           12.4k token-turns │",
        "│ derived from local context — NOT provider quota                              │",
        "├──────────────────────────────────────────────────────────────────────────────┤",
        "│ VERIFIED RUNG REACHED                              commit (4) by 5e550001:e8 │",
        "│ 2 sessions · 12 turns · 1 reached rung ≥3                   from 5e550001:e2 │",
        "├──────────────────────────────────────────────────────────────────────────────┤",
        "│ DEPLETION FRONTIER                                                   no data │",
        "│ 0 observed limit events in this index                                        │",
        "└──────────────────────────────────────────────────────────────────────────────┘",
        "top      1.23k tokens  /srv/kiln/kiln.py",
        "         5e550001:e3 and again 5e550001:e5  tally show 5e550001:e5",
    ]


def test_nothing_wasted() -> None:
    """None is said, not zero, and what was not verified is not called so."""
    found = page(receipt(shares=[share(1, 1, 2)], is_official=True))

    assert found[0] == "Window 2026-03-02 09:00 to 14:00 (+00:00), official"
    assert found[2] == "│ DIRECT INEFFICIENCY                                                     none │"
    assert found[6] == "│ CONTEXT EXPOSURE                                                        none │"
    assert found[9] == "│ VERIFIED RUNG REACHED                none verified; files (2) by 5e550001:e8 │"
    assert found[10] == "│ 1 session · 1 turn · 0 reached rung ≥3                      from 5e550001:e2 │"
    assert found[-1].startswith("└")
    assert "none (0)" not in "".join(found)


def test_nothing_proven() -> None:
    """A window without any rung."""
    assert page(receipt(shares=[share(1, 1)]))[9].endswith("  none │")


def test_no_turns() -> None:
    """An empty window, and an empty day, say where to look instead."""
    assert page(receipt()) == [
        "Window 2026-03-02 09:00 to 14:00 (+00:00), on the fixed grid, an approximation",
        "No turns in this window. The last one with turns: tally receipt --last",
    ]
    assert page() == ["No turns in that time. Every window with turns: tally receipt --all"]


def test_exposure_of_earlier_waste() -> None:
    """What was acquired before still weighs: no finding of this window's own, and no top either."""
    found = page(receipt(exposure=500, shares=[share(1, 1)]))

    assert "│ CONTEXT EXPOSURE                                             500 token-turns │" in found
    assert found[-1].startswith("└")


def test_what_stands_apart() -> None:
    """What is no waste by itself is named below, with the evidence of what weighs most, where there is room for it."""
    found = [
        finding("heavy_payload", 9, exposures=((0, 5),)),
        finding("heavy_payload", 7, exposures=((0, 6),), evidence=("5e550001:e7",)),
        finding("cold_start", 9),
    ]
    line = "apart    1 cold start 5e550000:e5 · 2 heavy payloads 5e550001:e7"
    assert page(receipt(*found, shares=[share(1, 1)]))[-1] == line

    full = busy()
    full.findings += found
    limits = [exhaustion(t, output=10**6 + t, input=10**5, cached=1, prompt=2, exposure=10**9) for t in range(4)]
    assert page(full)[-1] == line
    assert line not in page(full, exhaustions=limits, frontiers=draw(limits))


def test_over_midnight_and_no_time() -> None:
    """The end names its day where that is another one; what has no time says so."""
    late = receipt(start=NINE + 12 * 3600, end=NINE + 17 * 3600)
    assert page(late)[0].startswith("Window 2026-03-02 21:00 to 2026-03-03 02:00 (+00:00)")

    timeless = page(receipt(start=None, end=None, shares=[share(1, 1)]))
    assert timeless[0] == "What happened at no known time"


@pytest.mark.parametrize("observed", [0, 1, 5])
def test_at_80_columns_within_24_lines(observed: int) -> None:
    """With a line for everything, long names, and a frontier or none."""
    limits = [
        exhaustion(t, output=10**6 + t, input=10**5, cached=10**8, prompt=10**8 + 1, exposure=10**9)
        for t in range(observed)
    ]
    full = busy()
    full.findings[4].subject = full.findings[4].path = "/srv/" + "kiln/" * 60 + "kiln.py"
    found = page(full, exhaustions=limits, frontiers=draw(limits))

    assert len(found) <= 24
    assert max(map(columns_of, found)) == 80


def test_frontier() -> None:
    """Ranges of one partition, the caveat, and the evidence of the last event; never a budget."""
    limits = [
        exhaustion(NINE * 1000 + t, output=1000 * t, input=50, cached=90 + t, prompt=100, exposure=10**6 * t)
        for t in range(1, 5)
    ]
    other = [exhaustion(t, partition=("max_20x", "opus", "high", "2026-02"), prompt=1) for t in range(4)]
    week = exhaustion(9, is_weekly=True)
    found = page(receipt(shares=[share(1, 1)]), exhaustions=[*limits, week], frontiers=draw([*limits, *other]))
    place = found.index("│ DEPLETION FRONTIER                             4 limit events to 5e550000:e4 │")

    assert found[place + 1 : place + 4] == [
        "│ max_20x · opus · high · 2026-03: output 1.00k-4.00k, input 50, cache reads   │",
        "│ 91-94% of prompts, exposure 1.00M-4.00M token-turns                          │",
        "│ other surfaces draw on the same allowance: no budget, no gauge               │",
    ]


def test_limit_events_without_a_frontier() -> None:
    """They are counted, the weekly ones apart, with the last one's evidence."""
    limits = [exhaustion(1), exhaustion(2, is_weekly=True)]
    found = page(receipt(shares=[share(1, 1)]), exhaustions=limits, width=100)

    assert (
        "│ 2 observed limit events in this index, 1 of them weekly; 4 of one kind are needed    5e550000:e2 │" in found
    )


def test_window_of_another_month_takes_the_newest_frontier() -> None:
    """The window's own month first, else the last one there is."""
    older = [exhaustion(t, partition=("a", "opus", "high", "2026-01"), prompt=1) for t in range(4)]
    newer = [exhaustion(t, partition=("b", "opus", "high", "2026-02"), prompt=1) for t in range(4)]
    found = "\n".join(page(receipt(shares=[share(1, 1)], start=None, end=None), frontiers=draw([*older, *newer])))

    assert "b · opus · high · 2026-02: output 0, input 0, cache reads 0% of prompts" in found


HOSTILE = "/srv/\x1b[31m陶器\u202e/" + "窯" * 30 + "/\n\t kiln.py"


@pytest.mark.parametrize("width", [20, 33, 40, 80, 200])
def test_any_width(width: int) -> None:
    """No line is wider than the terminal, whatever things are called; nothing of a name reaches it as it came."""
    full = busy()
    full.findings[4].subject = HOSTILE
    found = page(full, width=width, exhaustions=[exhaustion()])
    text = "\n".join(found)

    assert max(map(columns_of, found)) <= min(width, 100)
    assert "\x1b" not in text
    assert "\u202e" not in text
    if width >= 40:
        assert "kiln.py" in text


@given(st.text(max_size=80), st.integers(20, 120))
def test_any_name(name: str, width: int) -> None:
    """The box stays a box, and nothing stands over its edge."""
    found = page(receipt(finding("exact_reread", 5, subject=name), shares=[share(1, 1)]), width=width)
    box = [line for line in found if line[0] in "┌│├└"]

    assert {columns_of(line) for line in box} == {min(width, 100)}
    assert max(map(columns_of, found)) <= width


def test_every_figure_has_evidence() -> None:
    """Each line of the first block with a figure names an event of its own."""
    found = page(busy())
    end = found.index(next(line for line in found if line[0] == "├"))

    # five lines, and two of which the counted ones are
    assert [len(re.findall(r"5e55000\d:e\d+", line)) for line in found[3:end]] == [1, 1, 1, 1, 1, 2, 1]


def test_colour() -> None:
    """Titles stand out, names of evidence stand back; the text is the same."""
    one = statement(busy())
    coloured = lines(one, UTC, width=80, colour=True)

    assert [re.sub(r"\x1b\[\d*m", "", line) for line in coloured] == lines(one, UTC, width=80)
    assert coloured[0].startswith("\x1b[1mWindow")
    assert coloured[2].startswith("│ \x1b[1mDIRECT INEFFICIENCY")


def test_table() -> None:
    """One row a window, what is not verified is none, and notes on what the columns are."""
    rows = [
        busy(),
        receipt(shares=[share(1, 2, 2)], is_official=True),
        receipt(start=None, end=None, shares=[share(4, 1)]),
    ]
    found = page(*rows, width=120)

    # 2 + 11 + 101 + 1001 + 10001 tokens, ten turns each
    assert found == [
        "window                      sessions  turns  direct tokens  exposure token-turns  verified rung  reached ≥3  evidence",
        "2026-03-02 09:00  grid             2     20         11,116               111,160  ci (5)                  2  5e550001:e4",
        "2026-03-02 09:00  official         1      2              0                     0  none                    0  5e550001:e8",
        "—                 grid             1      1              0                     0  none                    0  5e550004:e2",
        "",
        "direct: payload of results that were redundant, estimated at 4 characters a token.",
        "exposure: derived from local context, not provider quota.",
        "grid: five hours on a fixed grid, an approximation of the plan's own.",
    ]


def test_table_of_official_windows() -> None:
    """Where no window is of the grid nothing is said of it; a row without any evidence left has none."""
    bare = share(1, 2)
    bare.first = bare.last = None
    found = page(receipt(shares=[bare], is_official=True), receipt(shares=[share(1, 1)], is_official=True))

    assert found[-1] == "exposure: derived from local context, not provider quota."
    assert found[1].endswith("none")


def test_no_evidence_left() -> None:
    """Turns whose lines are gone have none to show."""
    bare = share(1, 2)
    bare.first = bare.last = None

    assert "│ 1 session · 2 turns · 0 reached rung ≥3                                      │" in page(
        receipt(shares=[bare])
    )
