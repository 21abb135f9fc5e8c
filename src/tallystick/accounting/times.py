"""Transcript times: the rules stand in the kernel, since hot doors read them too."""

from __future__ import annotations

from tallystick.kernel.times import UNKNOWN, Clockwork, parse

__all__ = ["UNKNOWN", "Clockwork", "parse"]
