"""The account segment."""

from __future__ import annotations

from tallystick.kernel.segments.account import render
from tests.kernel.segments.look import snapshot


def test_account() -> None:
    """The address behind its sign, or nothing."""
    assert render(snapshot(account="ada@example.com")) == "✻ada@example.com"
    assert not render(snapshot())
