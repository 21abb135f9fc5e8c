"""The version segment."""

from __future__ import annotations

from tallystick.kernel.segments.version import narrow, render
from tests.kernel.segments.look import snapshot


def test_a_dot_says_that_hooks_are_live() -> None:
    """Without a mark of the session's start there is none."""
    assert render(snapshot(version="1.2.3")) == "tally 1.2.3"
    assert render(snapshot(version="1.2.3", is_hooked=True)) == "tally 1.2.3 ●"


def test_where_room_is_scarce() -> None:
    """The name without its number, with the dot."""
    assert narrow(snapshot(version="1.2.3"), 40) == "tally"
    assert narrow(snapshot(version="1.2.3", is_hooked=True), 40) == "tally ●"
