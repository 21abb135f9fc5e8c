"""Alternates the sides of a comparison, so that whatever else the machine does meets all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.timing import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.timing import Sample


def nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True)
class Side:
    """A program to time, and what to do before each run, untimed."""

    name: str
    command: list[str]
    environment: dict[str, str]
    prepare: Callable[[], None] = nothing


def alternate(sides: list[Side], rounds: int) -> dict[str, list[Sample]]:
    """Run every side once untimed, which fills the page cache, then each once a round; return their samples."""
    found: dict[str, list[Sample]] = {side.name: [] for side in sides}
    for number in range(-1, rounds):
        for side in sides:
            side.prepare()
            sample = run(side.command, side.environment)
            if number >= 0:
                found[side.name].append(sample)
    return found
