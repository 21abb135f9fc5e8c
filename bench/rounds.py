"""Alternates the sides of a comparison in calm moments: whatever else the machine does meets all of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.timing import run, wait_for_calm

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.timing import Sample


_PATIENCE = 20.0  # seconds that a comparison waits in all for others to leave the machine alone


def nothing() -> None:
    """Prepare nothing, check nothing."""


@dataclass(frozen=True)
class Side:
    """A program to time, what it reads, where it prints, and what to do before and after each run, untimed."""

    name: str
    command: list[str]
    environment: dict[str, str]
    prepare: Callable[[], None] = nothing
    given: str = os.devnull
    out: str = os.devnull
    check: Callable[[], None] = nothing


def alternate(sides: list[Side], rounds: int, *, patience: float = _PATIENCE) -> dict[str, list[Sample]]:
    """Run every side once untimed, which fills the page cache, then each once a round; return their samples."""
    found: dict[str, list[Sample]] = {side.name: [] for side in sides}
    for number in range(-1, rounds):
        for side in sides:
            side.prepare()
            patience -= wait_for_calm(patience)
            sample = run(side.command, side.environment, side.given, side.out)
            side.check()
            if number >= 0:
                found[side.name].append(sample)
    return found
