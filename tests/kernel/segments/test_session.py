"""The session segment."""

from __future__ import annotations

from tallystick.kernel.segments.session import narrow, render
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot


def test_session() -> None:
    """The whole id, or nothing."""
    assert render(snapshot(session="0861b858-ce3b")) == "session: \033[90m0861b858-ce3b\033[0m"
    assert not render(snapshot())


def test_where_room_is_scarce() -> None:
    """The id alone."""
    assert bare(narrow(snapshot(session="s-1"), 40)) == "s-1"
    assert narrow(snapshot(), 40) == ""
