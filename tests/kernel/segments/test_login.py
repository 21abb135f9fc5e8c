"""The login segment."""

from __future__ import annotations

from tallystick.kernel.segments.login import render
from tests.kernel.segments.look import snapshot


def test_login() -> None:
    """The login as GitHub writes it, or nothing."""
    assert render(snapshot(login="ada⚠")) == "@ada⚠"
    assert not render(snapshot())
