"""The page of `tally`."""

from __future__ import annotations

from typing import Any

from tallystick.kernel.display import width
from tallystick.model.answers import Coverage
from tallystick.model.mechanisms import MechanismSavings, MechanismSum
from tallystick.model.overview import Overview, Stretch
from tallystick.model.saved import SavedSum
from tallystick.model.spending import Figures
from tallystick.model.wasted import Glance
from tallystick.reports.overview import lines
from tests.spendings import SHIPPED, USD, figures

TOPS = [
    (999, "/srv/kiln/kiln.py", "5e550000:e5"),
    (101, "/srv/" + "kiln/" * 40, "5e550000:e7"),
    (100, "\x1b[31mmake", "5e550000:e9"),
]


def overview(**fields: Any) -> Overview:
    """An overview of a small history."""
    given = {
        "stretches": [
            Stretch("today, 2026-01-15", Figures()),
            Stretch("window 09:00-14:00", figures(USD, input=5)),
            Stretch("all history", figures(2 * USD, responses=7, input=50)),
        ],
        "unattributed": None,
        "coverage": Coverage(0, 0, 3, 0, 0),
        "covered": ("2026-01-01", "2026-01-15"),
        "sessions": 2,
        "rejections": 0,
        "differing": 0,
        "book": SHIPPED,
        "searched": [],
        "has_official": False,
        "wasted": Glance(today=0, window=200, tokens=1200, findings=3, acquired=20_000, tops=TOPS),
    }
    return Overview(**given | fields)


def avoided(tokens: int, today: int = 0) -> MechanismSavings:
    """What context mechanisms avoided."""
    groups = [("bash", MechanismSum(1, tokens))] if tokens else []
    totals = MechanismSum(len(groups), tokens)
    return MechanismSavings(
        groups=groups, totals=totals, aux={}, net=tokens, sessions=1, refused=[], place="", today=today
    )


def test_page() -> None:
    """Spent in three stretches; what is not measured says so; what is covered; what to run next."""
    assert lines(overview(), width=110) == [
        "spent               input  cache write 5m  cache write 1h  cache read  output  responses  list price",
        "today, 2026-01-15       0               0               0           0       0          0       $0.00",
        "window 09:00-14:00      5               0               0           0       0          1       $1.00",
        "all history            50               0               0           0       0          7       $2.00",
        "",
        "saved     nothing noted yet: tally run -- COMMAND shortens what it prints",
        "wasted    today 0, window 200, all 1.20k tokens twice, 6% of payload",
        "          999 est. tokens  /srv/kiln/kiln.py  5e550000:e5",
        "          101 est. tokens  …iln/" + "kiln/" * 13 + "  5e550000:e7",
        "          100 est. tokens  [31mmake  5e550000:e9",
        "",
        "history   2 sessions in 3 transcripts, 2026-01-01 to 2026-01-15",
        "",
        "next      tally spent   day by day; --by model, project, session and more",
        "          tally wasted  what arrived twice; tally receipt: and what came of it",
        "          tally doctor  what was read, and what only the index still knows",
        "",
        "list price: published prices, checked 2026-11-30. A subscription is not billed this.",
        "window: five hours on a fixed grid, an approximation of the plan's own.",
    ]


def test_everything_at_once_fits_a_screen() -> None:
    """With every remark there is, and figures of many digits, the page is no more than 80 by 24."""
    much = figures(
        123456 * USD,
        responses=98765,
        lower=9876,
        input=10**8,
        write_5m=10**9,
        write_1h=10**9,
        read=10**11,
        output=10**8,
    )
    much.unpriced = {"glm-5": (3, 67669)}
    page = lines(
        overview(
            stretches=[
                Stretch("today, 2026-01-15", much),
                Stretch("window 09:00-14:00", much),
                Stretch("all history", much),
            ],
            unattributed=much,
            coverage=Coverage(0, 0, 3000, 20, 1),
            sessions=2000,
            rejections=12,
            differing=3,
            wasted=Glance(today=123_456, window=123_456, tokens=10**9, findings=9, acquired=10**10, tops=TOPS),
            mechanisms=avoided(10**9, today=123_456),
        ),
        width=80,
    )

    assert max(map(width, page)) <= 80
    assert len(page) <= 24
    assert "history   2,000 sessions in 3,000 transcripts, 2026-01-01 to 2026-01-15; 20" in page
    assert "rejected  12 pieces of input could not be read: tally doctor says where" in page
    assert "          tally audit   3 sessions of this week: the client's own cost differs" in page


def test_no_time() -> None:
    """Where no line gives a time, no days are named."""
    assert "history   2 sessions in 3 transcripts" in lines(overview(covered=None), width=80)


def test_colour() -> None:
    """Names stand out, footnotes stand back."""
    page = lines(overview(), width=100, colour=True)

    assert page[5].startswith("\x1b[1msaved\x1b[0m     nothing")
    assert page[-1].startswith("\x1b[2mwindow:")


def test_official_window() -> None:
    """Where the window is the plan's own, that is said."""
    last = lines(overview(has_official=True), width=100)[-1]

    assert last == "window: the plan's own five hours, from the reset that the status line recorded."


def test_nothing_arrived_twice() -> None:
    """Said so, with what was looked at."""
    page = lines(overview(wasted=Glance(today=0, window=0, tokens=0, findings=0, acquired=1234, tops=[])), width=80)

    assert "wasted    nothing found that arrived twice, of 1.23k payload tokens" in page


def test_largest_findings() -> None:
    """Each with what it is of, cut to the width, and evidence; as many as there is room for."""
    page = lines(overview(), width=80)
    place = page.index("wasted    today 0, window 200, all 1.20k tokens twice, 6% of payload")

    assert page[place + 1 : place + 5] == [
        "          999 est. tokens  /srv/kiln/kiln.py  5e550000:e5",
        "          101 est. tokens  …iln/kiln/kiln/kiln/kiln/kiln/kiln/kiln/  5e550000:e7",
        "          100 est. tokens  [31mmake  5e550000:e9",
        "",
    ]


def test_what_was_saved() -> None:
    """Tokens of today and of all rows, and their worth: 2 * 10^18 attodollars are 2 dollars."""
    whole = SavedSum(rows=2, saved=12_345, before=20_000, cost=2 * 10**18, pooled=62, mean=60, latest=58, net=None)

    page = lines(overview(saved=whole, saved_today=345), width=110)

    assert page[5] == "saved     today 345, all 12.3k tokens in 2 calls, worth $2.00: tally saved"


def test_what_mechanisms_avoided() -> None:
    """A line of its own, since these tokens are no part of the others; none where there is nothing."""
    line = "context   today 345, all 12.3k est. tokens avoided: tally saved --by mechanism"

    assert lines(overview(mechanisms=avoided(12_345, today=345)), width=80)[6] == line
    assert not [one for one in lines(overview(mechanisms=avoided(0)), width=80) if one.startswith("context")]
