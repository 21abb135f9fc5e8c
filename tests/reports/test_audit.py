"""The page of `tally audit`."""

from __future__ import annotations

from tallystick.model.audit import AuditRow
from tallystick.reports.audit import detail, lines

USD = 10**18
ABOUT = [
    "Ours: every response in the session's files, copies too, and what only its client knows of, at list price.",
]


def row(short: str, ours: int | None, client: int | None, *reasons: str, lower: bool = False) -> AuditRow:
    """A comparison."""
    return AuditRow(
        session=f"{short}-and-more",
        short=short,
        project="/srv/kiln",
        first_ms=0,
        ours=ours,
        is_lower_bound=lower,
        client=client,
        reasons=list(reasons),
    )


def test_page() -> None:
    """A session a line: both costs to a hundredth of a cent, the difference and its reason."""
    page = lines(
        [
            row("aaaaaaaa", USD, USD),
            row("bbbbbbbb", USD, 3 * USD, "m has no price in our list", "and so on", lower=True),
            row("cccccccc", 2 * USD, USD, "unexplained"),
            row("dddddddd", USD, USD + 2 * 10**9, "unexplained"),
            row("eeeeeeee", None, USD, "m has no price in our list"),
        ],
        1,
        width=115,
    )

    assert page == [
        "session   project        ours  client's  difference  reason",
        "aaaaaaaa  /srv/kiln   $1.0000   $1.0000        none",
        "bbbbbbbb  /srv/kiln  ≥$1.0000   $3.0000    +$2.0000  m has no price in our list; and so on",
        "cccccccc  /srv/kiln   $2.0000   $1.0000    -$1.0000  unexplained",
        "dddddddd  /srv/kiln   $1.0000   $1.0000   +<$0.0001  unexplained",
        "eeeeeeee  /srv/kiln         —   $1.0000           —  m has no price in our list",
        "",
        "4 of 5 sessions with a cost of the client's own differ.",
        "tally audit SESSION shows one of them to the last digit.",
        "1 session without a cost of the client's: nothing to compare with.",
        *ABOUT,
    ]


def test_nothing_to_compare() -> None:
    """Older clients state no cost; that is said, and no table is shown."""
    assert lines([], 3, width=115) == ["3 sessions without a cost of the client's: nothing to compare with.", *ABOUT]


def test_detail() -> None:
    """One session to the last digit, a reason a line."""
    assert detail(row("aaaaaaaa", USD // 3, None, "one", "two"), width=80) == [
        "session     aaaaaaaa-and-more",
        "project     /srv/kiln",
        "ours        $0.333333333333333333",
        "client's    —",
        "difference  —",
        "reason      one",
        "reason      two",
    ]
    assert detail(row("aaaaaaaa", USD, USD), width=80)[-1] == "reason      none: they agree"
