"""The wasted segment."""

from __future__ import annotations

from tallystick.kernel.segments.wasted import render
from tallystick.kernel.snapshot import Wasted
from tests.kernel.segments.look import snapshot


def test_wasted() -> None:
    """Tokens, marked where the session went on since; nothing before the first sync that looked."""
    assert render(snapshot(wasted=Wasted(4120, is_stale=False))) == "wasted 4,120"
    assert render(snapshot(wasted=Wasted(0, is_stale=True))) == "wasted 0 (stale)"
    assert not render(snapshot())
