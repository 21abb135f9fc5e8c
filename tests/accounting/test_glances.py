"""What findings come to: only the direct ones, by time, the three largest named."""

from __future__ import annotations

from tallystick.accounting.glances import add_up, pack
from tests.receipts import NINE, finding

AT = NINE * 1000


def test_sums_and_tops() -> None:
    """100 + 40 + 500 direct tokens, of which 540 since a minute after nine; what is only counted is in no sum."""
    first = pack([finding("exact_reread", 100), finding("edit_oscillation", 9000)], 7_000)
    second = pack(
        [
            finding("rehydration", 40, t=AT + 60_000),
            finding("exact_reread", 500, t=AT + 70_000),
            finding("exact_reread", 1, t=AT - 1),
            finding("exact_reread", 2, t=AT - 1),
        ],
        2_000,
    )

    found, tops = add_up([first, second], AT + 60_000, AT + 70_000)

    assert (found.tokens, found.today, found.window) == (643, 540, 500)
    assert (found.findings, found.acquired, found.tops) == (5, 9_000, [])
    assert [top[0] for top in tops] == [500, 100, 40]


def test_nothing() -> None:
    """Of no session, nothing."""
    found, tops = add_up([], 0, 0)

    assert (found.tokens, found.findings, found.acquired, tops) == (0, 0, 0, [])
