"""The fill segment: the last call's tokens of the context, its output included."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.fill import narrow, render
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("used", "window", "colour", "share"),
    [
        (24_600, 200_000, 32, "12.3%"),
        (139_899, 200_000, 32, "69.9%"),  # 69.95 less a token
        (139_900, 200_000, 33, "70.0%"),  # 69.95 rounds up, and the colour goes with what is shown
        (179_899, 200_000, 33, "89.9%"),
        (179_900, 200_000, 31, "90.0%"),
        (210_000, 200_000, 31, "105.0%"),
        (1, 1_000_000, 32, "<0.1%"),
        (0, 200_000, 32, "0.0%"),
    ],
)
def test_fill(used: int, window: int, colour: int, share: str) -> None:
    """One decimal always; green, yellow from 70.0, red from 90.0."""
    shown = f"\033[{colour}mcontext used {share}\033[0m - \033[33m({used:,}/{window:,})\033[0m"

    assert shown == render(snapshot(used=used, window=window))


def test_where_room_is_scarce() -> None:
    """The share alone, in its colour: 180,000 of 200,000 are 90 percent."""
    assert narrow(snapshot(used=180_000), 40) == "\033[31mcontext 90.0%\033[0m"
    assert bare(narrow(snapshot(used=24_600), 40)) == "context 12.3%"
