"""Filters on a log of 10 MB and on hostile lines of that size, in one process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "filter-speed"


def measure(setting: Setting) -> Record:
    """The default chain, and whichever mechanism takes longest."""
    found: Record = json.loads(setting.ours.run_module("bench.filtering", str(setting.rounds)))
    return found
