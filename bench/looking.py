"""The detectors in a process of their own, run by the bench with our side's interpreter.

python -m bench.looking ROUNDS ROOT ROOT   one line of JSON: samples of looking through either index, and their events
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

from bench.timing import timed

from tallystick.accounting.windows import Windows
from tallystick.model.event import MOMENT
from tallystick.store.index import open_index
from tallystick.tasks.wasted import look

if TYPE_CHECKING:
    from tallystick.store.index import Index

NAMES = ("whole", "tenth")


def look_through(root: str) -> None:
    """Let every detector look at every session of an index."""
    with opened(root) as index:
        look(index, Windows())


def events(root: str) -> int:
    """How many events an index holds."""
    with opened(root) as index:
        (size,) = index.db.execute("SELECT ifnull(sum(length(moments)), 0) FROM segment").fetchone()
    return int(size) // MOMENT.size


def opened(root: str) -> Index:
    """The index under a root."""
    index = open_index(root)
    if index is None:
        raise SystemExit(f"no index under {root}")
    return index


def main(rounds: int, roots: dict[str, str]) -> dict[str, object]:
    """Take turns, each once untimed first."""
    found: dict[str, list[dict[str, float | int]]] = {name: [] for name in roots}
    for number in range(-1, rounds):
        for name, root in roots.items():
            sample = timed(partial(look_through, root))
            if number >= 0:
                found[name].append(sample.plain())
    return {"samples": found, "events": {name: events(root) for name, root in roots.items()}}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), dict(zip(NAMES, sys.argv[2:4], strict=True)))))
