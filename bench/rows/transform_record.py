"""Recording the change of a 10 KB text, beside hashing it before and after, in one process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "transform-record"
_TIMES = 3  # a round takes some 100 ms: more rounds than others


def measure(setting: Setting) -> Record:
    """Take turns of both, each of 2,000 calls."""
    done = setting.ours.run_module("bench.recording", "time", str(_TIMES * setting.rounds))
    found: Record = {"samples": json.loads(done)}
    return found
