"""The filters in a process of their own, run by the bench with our side's interpreter.

python -m bench.filtering ROUNDS

prints one line of JSON: samples of the default chain on a log of 10 MB, of the mechanism that takes longest on it, of
the one that takes longest on its own goldens repeated to that size, of the outline, and of the one that takes longest
on a hostile line. The log is made, not found: times, levels, paths, a few errors in colour, builds, tests, repeated
lines, stacks. A hostile line has 10 MB and no line feed.
"""

from __future__ import annotations

import json
import random
import sys
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from bench.timing import timed, wait_for_calm

from tallystick.filters import FILTERS
from tallystick.filters.context import Context
from tallystick.filters.digests import DIGESTS
from tallystick.filters.pipeline import load, steps
from tests.filters.shelf import ROWS, read

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.timing import Sample


SIZE = 10_000_000
_WORDS = ("fired", "kiln", "shelf", "batch", "cone", "glaze", "cooled", "opened", "vent", "request", "cache", "worker")
_HOSTILE = ("a", "\x1b[1;", "\r", "x\b", "\x1b]0;", "KEY='eyJ", "at (: ", '"a/b:1:', "error ", " in 1", "=-+ ", "ü")


def log(size: int) -> str:
    """A text of so many characters, of everything that programs print."""
    chance = random.Random(3)
    lines: list[str] = []
    written = 0
    while written < size:
        lines.append(_line(chance))
        written += len(lines[-1]) + 1
    return "\n".join(lines)[:size]


def _line(chance: random.Random) -> str:
    kind, word, number = chance.random(), chance.choice(_WORDS), chance.randrange(10**6)
    stamp = f"2026-01-15T12:{number % 60:02}:{number % 59:02}.{number % 1000:03}Z "
    if kind < 0.6:
        return f"{stamp}INFO kiln.{word} batch {number} in {number / 1e6:.3f}s path=/srv/kiln/{word}.py:{number % 999}"
    if kind < 0.8:
        return f"{stamp}DEBUG {' '.join(chance.choices(_WORDS, k=number % 14 + 3))}"
    if kind < 0.86:
        return f"\x1b[31m{stamp}ERROR\x1b[0m cannot open {word}" if number % 2 else f"{stamp}WARNING retry {word}"
    if kind < 0.92:
        return f"   Compiling {word} v0.{number % 99}.0 (/home/ada/{word})"
    if kind < 0.95:
        return f"test kiln::{word} ... ok"
    if kind < 0.98:
        return "waiting for the kiln\n" * 3 + "\n" * (number % 3)
    return '  File "/srv/kiln/fire.py", line 3, in fire\n    fire()\n' * (number % 12)


def context() -> Context:
    """A place of which everything is known but the command, so that every digest looks."""
    return Context(
        cwd="/srv/kiln",
        recover="tally output 0123456789ab",
        seen={"": "none"},
        tool="Grep",
        path="kiln.rs",
        offset=2,
        rows=10**6,
        file_lines=10**6,
    )


def own_texts(rounds: int) -> list[tuple[str, list[Sample]]]:
    """What each mechanism takes for the worst of its own goldens, repeated up to the same size."""
    found = []
    for row in ROWS:
        texts = [(text, row.context(case.stem)) for case in row.cases() if (text := read(case))]
        size = SIZE // 10
        shown = [((text * (size // len(text) + 1))[:size], where) for text, where in texts]
        times = [(timed(partial(row.one.apply, *one)).seconds, at) for at, one in enumerate(shown)]
        text, where = shown[max(times)[1]]
        text = (text * 11)[:SIZE]
        found.append((row.one.MECHANISM, [timed(partial(row.one.apply, text, where)) for _ in range(rounds)]))
    return found


def on_text(text: str, rounds: int) -> list[tuple[str, list[Sample]]]:
    """What each mechanism that has anything to do where the command is unknown takes for a text."""
    where = context()
    filters = [one for module in (*FILTERS.values(), *DIGESTS.values()) for one in load(module) if one.applies(where)]
    return [(one.MECHANISM, [timed(partial(one.apply, text, where)) for _ in range(rounds)]) for one in filters]


def slowest(found: list[tuple[str, list[Sample]]]) -> tuple[str, list[Sample]]:
    """The mechanism with the largest median."""
    return max(found, key=lambda pair: median(sample.seconds for sample in pair[1]))


def calm(action: Callable[[], object], patience: float = 5.0) -> Sample:
    """What an action takes, begun when others leave the machine alone, or after so many seconds."""
    wait_for_calm(patience)
    return timed(action)


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1])
    text = log(SIZE)
    lines = [(part * (SIZE // len(part) + 1))[:SIZE] for part in _HOSTILE]
    steps(text, Context())
    own = dict(own_texts(3))
    outline = own.pop("list_definitions")
    found = {
        "chain": ("chain", [calm(partial(steps, text, Context())) for _ in range(rounds)]),
        "mechanism": slowest(on_text(text, 3)),
        "own": slowest([*own.items()]),
        "outline": ("outline", outline),
        "line": slowest([one for line in lines for one in on_text(line, 1)]),
    }
    samples = {key: [sample.plain() for sample in group] for key, (_, group) in found.items()}
    print(json.dumps({"samples": samples, "slowest": {key: name for key, (name, _) in found.items()}}))


if __name__ == "__main__":
    main()
