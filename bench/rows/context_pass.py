"""One pass of the context mechanisms over 500 messages, 2 MB, in the running process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "context-pass"
_TIMES = 10  # a round takes some 20 ms: more rounds than others


def measure(setting: Setting) -> Record:
    """Take turns of the pass alone and of the pass between two lines of JSON."""
    found: Record = {"samples": json.loads(setting.ours.run_module("bench.passing", str(_TIMES * setting.rounds)))}
    return found
