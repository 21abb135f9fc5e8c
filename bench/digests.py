"""Measures every digest on its golden samples: what is left of a byte, and how fast.

    python -m bench.digests [--size-mb 1] [--rounds 3]

Ratios are medians over the samples of passing and of failing runs (bars: 0.4 and 0.7 for runs of tests and builds);
speed is that of the slowest sample of at least 3 kB, repeated to the size, processor time, best of the rounds
(bar: 15 MB/s). Samples and what a failing run is: tests/filters/README.md.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tallystick.filters.context import Context
from tallystick.filters.digests import DIGESTS
from tallystick.filters.pipeline import load

if TYPE_CHECKING:
    from tallystick.filters.protocol import Filter

SAMPLES = Path(__file__).parents[1] / "tests" / "filters"
SPEED = 15.0  # MB/s
_LEAST = 3_000  # bytes of a sample whose speed says something


def context_of(path: Path) -> Context:
    """The context of a sample: the words of its command, as its folder or its own file says."""
    own = path.with_suffix(".toml")
    words = tomllib.loads((own if own.exists() else path.parent / "context.toml").read_text("utf-8"))["words"]
    return Context(words=tuple(words))


def ratio(one: Filter, path: Path) -> float:
    """Bytes that a digest leaves of each byte of a sample."""
    text, context = path.read_bytes().decode(), context_of(path)
    after = one.apply(text, context)[0] if one.applies(context) else text
    return len(after.encode()) / len(text.encode())


def speed(one: Filter, path: Path, size: int, rounds: int) -> float:
    """MB/s on a sample that is repeated to a size."""
    text, context = path.read_bytes().decode(), context_of(path)
    text *= max(1, size // len(text))
    times = []
    for _ in range(rounds):
        began = time.process_time()
        one.apply(text, context)
        times.append(time.process_time() - began)
    return len(text.encode()) / 1e6 / min(times)


def main() -> None:
    """Print a table, a digest a row; a bar that is missed is marked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("--size-mb", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    every: dict[bool, list[float]] = {False: [], True: []}
    print("| digest | samples | passing | failing | slowest |\n|---|---:|---:|---:|---:|")
    for name, module in DIGESTS.items():
        (one,) = load(module)
        paths = [path for path in sorted((SAMPLES / one.MECHANISM).glob("*.in")) if path.with_suffix(".json").exists()]
        ratios: dict[bool, list[float]] = {False: [], True: []}
        for path in paths:
            truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
            ratios[bool(truth["exit"] or truth["failing"])].append(ratio(one, path))
        for failed, found in ratios.items():
            every[failed] += found
        slowest = min(
            (
                speed(one, path, int(args.size_mb * 1e6), args.rounds)
                for path in paths
                if path.stat().st_size >= _LEAST and one.applies(context_of(path))
            ),
            default=None,
        )
        cells = [f"{median(found):.2f}" if found else "—" for found in ratios.values()]
        fast = "—" if slowest is None else f"{slowest:.0f} MB/s{'' if slowest >= SPEED else ' **missed**'}"
        print(f"| {name} | {len(paths)} | {cells[0]} | {cells[1]} | {fast} |", flush=True)
    print(f"| all | {sum(map(len, every.values()))} | {median(every[False]):.2f} | {median(every[True]):.2f} | |")


if __name__ == "__main__":
    main()
