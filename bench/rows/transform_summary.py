"""Summing a ledger of a million transformations: time and memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.memory import watch
from bench.rounds import Side, alternate

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "transform-summary"
RECORDS = 1_000_000
_ROUNDS = 3


def measure(setting: Setting) -> Record:
    """Write the ledger once; time the command, then watch it."""
    path = setting.throwaway("transforms.jsonl")
    setting.ours.run_module("bench.recording", "ledger", path, str(RECORDS))
    command, environment = setting.ours.command("transforms", "summary", path), setting.ours.environment(setting.work)
    samples = alternate([Side("summary", command, environment)], _ROUNDS)
    peak = watch(command, environment)
    return {"samples": samples, "peaks": {"summary": {"transforms summary": [peak.plain()]}}}
