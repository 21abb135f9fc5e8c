"""Which model a name means: the rules stand in the kernel, since hot doors price too."""

from __future__ import annotations

from tallystick.kernel.models import ALIASES, API, GLOBAL, GOV, REGIONAL, Name, take_apart

__all__ = ["ALIASES", "API", "GLOBAL", "GOV", "REGIONAL", "Name", "take_apart"]
