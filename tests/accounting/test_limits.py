"""What the status line noted: resets of windows, allowances used up, lines that say nothing."""

from __future__ import annotations

import pytest

from tallystick.accounting.limits import Limits, take

# 2026-03-02T09:00:00Z = 1772442000; its window resets at 10:40:00Z = 1772448000.
NINE, RESET = 1_772_442_000, 1_772_448_000
WEEK = NINE + 5 * 86_400


def line(share: object, reset: object, *, at: str = "2026-03-02T09:00:00Z", weekly: object = None) -> str:
    """One line as the status line writes it."""
    import json

    value: dict[str, object] = {"ts": at, "session_id": "s"}
    value["five_hour"] = {"used_percentage": share, "resets_at": reset}
    if weekly is not None:
        value["seven_day"] = {"used_percentage": weekly, "resets_at": WEEK}
    return json.dumps(value) + "\n"


def taken(*lines: str) -> Limits:
    """What these lines say."""
    found = Limits()
    for one in lines:
        take(found, one)
    return found


def test_resets() -> None:
    """Each reset once, however often and however exactly it was told."""
    found = taken(line(1, RESET), line(2, RESET + 1.5) + line(3, RESET - 1), line(4, RESET - 36_000))

    assert found.resets == [RESET - 36_000, RESET]
    assert (found.lines, found.refused, found.last_s, found.exhausted) == (4, 0, NINE, [])


def test_pack() -> None:
    """What is packed comes back."""
    found = taken(line(100, RESET), "?\n")
    again = Limits(*found.pack())

    assert again.pack() == found.pack() == ((RESET,), (("five_hour", NINE, RESET, "s"),), 2, 1, NINE)


@pytest.mark.parametrize(
    ("share", "reset"),
    [(None, RESET), ("5", RESET), (True, RESET), (5, None), (5, "10:40"), (5, -1), (5, 1 << 41), (5, False)],
)
def test_unknown_is_no_reading(share: object, reset: object) -> None:
    """Without a share and a reset a line says nothing of a window; it is no fault either."""
    found = taken(line(share, reset))

    assert (found.resets, found.lines, found.refused) == ([], 1, 0)


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"five_hour": {}}', '{"ts": 5}', '{"ts": "yesterday"}', '{"ts": "2026-03-02T09:00:00Z"} {']
)
def test_refused(text: str) -> None:
    """A torn line, no object, or no time: counted as refused, and the others still count."""
    found = taken(text + "\n" + line(1, RESET) + "\n")

    assert (found.resets, found.lines, found.refused) == ([RESET], 2, 1)


def test_no_allowance() -> None:
    """A line may tell of one allowance alone, or of none."""
    found = taken('{"ts": "2026-03-02T09:00:00Z", "seven_day": 5}\n')

    assert (found.resets, found.exhausted, found.refused) == ([], [], 0)


def test_used_up() -> None:
    """An allowance that is used up is one event for each reset, at the first reading of it."""
    found = taken(
        line(99.9, RESET, weekly=100),
        line(100, RESET + 2, at="2026-03-02T09:30:00Z", weekly=100),
        line(104.5, RESET, at="2026-03-02T09:40:00Z", weekly=3),
        line(100, RESET + 18_000, at="2026-03-02T11:00:00Z"),
        line(100, RESET, at="2026-03-02T12:00:00Z"),  # long over: an idle session repeats itself
    )

    # 09:30 and 11:00 are 1800 and 7200 seconds after nine.
    assert found.exhausted == [
        ("seven_day", NINE, WEEK, "s"),
        ("five_hour", NINE + 1800, RESET + 2, "s"),
        ("five_hour", NINE + 7200, RESET + 18_000, "s"),
    ]
