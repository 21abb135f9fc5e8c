"""A corpus of invented transcripts in the client's shapes, with totals counted while it is written.

    python -m bench.corpus OUT [--seed 1] [--size-mb 100] [--single]
    python -m bench.corpus OUT --grow-kb 50 [--seed 1]

writes OUT/projects/ and OUT/expected.json; the second form lets one session of a corpus grow. The same arguments give
the same bytes. `--single` makes one session, with its children, whose main file has that size. What the totals follow:
a response is one message id; its output is the largest of its lines; its day is that of its first line in UTC; a fork's
copies count once; usage nested in a progress line stands in the child's file too.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bench.corpus_session import CLIENTS, Session, World
from bench.corpus_thread import DAY_MS, Place, days_since_1970, make_uuid

if TYPE_CHECKING:
    from random import Random

END = days_since_1970(2026, 11, 29)
DAYS = 30
PROJECTS = 12
BRANCHES = ("main", "fix/flue", "try-glaze")


def new_place(random: Random) -> Place:
    """A session's project, branch and client."""
    version, modern = random.choice(CLIENTS)
    cwd = f"/home/potter/kilns/yard{random.randrange(PROJECTS):02d}"
    return Place(make_uuid(random), cwd, random.choice(BRANCHES), version, modern=modern)


def fork(world: World, parent: Session) -> None:
    """Copy the first half of what a session kept into a new one, and go on for a turn or two."""
    old = parent.place
    place = Place(make_uuid(world.random), old.cwd, old.branch, old.version, modern=old.modern)
    child = Session(world, place, parent.thread.now)
    child.model = parent.model
    mark = b',"requestSessionId":"%s"' % old.session if old.modern else b""
    kept = parent.thread.kept[: max(8, len(parent.thread.kept) // 2)]
    child.thread.copy(kept, mark)
    child.claims = {}
    child.place = Place(place.session, old.cwd, old.branch, "2.1.230", modern=old.modern)  # keeps no sums of its own
    for _ in range(world.random.randrange(1, 3)):
        child.turn()
    child.close()
    world.tally.counts["forked_files"] += 1


def generate(root: str, *, seed: int, size: int, single: bool) -> World:
    """Write sessions until there are `size` bytes."""
    world = World(root, seed)
    random, counts = world.random, world.tally.counts
    while counts["bytes"] < size:
        start = END * DAY_MS - (3 * DAY_MS if single else random.randrange(DAY_MS, DAYS * DAY_MS))
        session = Session(world, new_place(random), start)
        turns = 10**9 if single else int(min(80, max(1, random.lognormvariate(1.9, 1.0))))
        limit = size if single else 70_000_000
        for _ in range(turns):
            session.turn()
            if session.thread.size >= limit:
                break
        session.close()
        if single:
            break
        if random.random() < 0.02:
            fork(world, session)
    return world


def grow(root: str, *, seed: int, size: int) -> tuple[World, str]:
    """Let the first session of a corpus go on by at least `size` bytes, without children; the file that grew."""
    path = min(glob.glob(os.path.join(root, "projects", "*", "*.jsonl")))
    cwd = os.path.basename(os.path.dirname(path)).replace("-", "/")
    session_id = os.path.basename(path).removesuffix(".jsonl").encode()
    world = World(root, seed)
    world.tools.names = [name for name in world.tools.names if name != "Agent"]
    session = Session(world, Place(session_id, cwd, "main", "2.1.230", modern=True), END * DAY_MS)
    while session.thread.size < size:
        session.turn()
    session.close()
    world.tally.counts.update(files=0, sessions=0)
    return world, path


def add(old: Any, new: Any) -> Any:
    """Two expectations, added number by number."""
    if isinstance(new, dict):
        old = old or {}
        return {key: add(old.get(key), new[key]) if key in new else old[key] for key in sorted({*old, *new})}
    return (old or 0) + new


def save(root: str, expected: dict[str, Any]) -> None:
    """Write what a reader must find."""
    with open(os.path.join(root, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1)


def let_grow(root: str, *, seed: int, size: int) -> str:
    """Let a corpus grow and add what was written to its expectations; the file that grew."""
    world, path = grow(root, seed=seed, size=size)
    with open(os.path.join(root, "expected.json"), encoding="utf-8") as file:
        expected: dict[str, Any] = json.load(file)
    for key, part in world.tally.expected().items():
        expected[key] = add(expected[key], part)
    save(root, expected)
    return path


def main() -> None:
    """Write a corpus and say how fast."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size-mb", type=float, default=100)
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--grow-kb", type=float)
    args = parser.parse_args()
    if args.grow_kb:
        print(let_grow(args.out, seed=args.seed, size=int(args.grow_kb * 1e3)))
        return
    if os.path.exists(os.path.join(args.out, "projects")):
        parser.error(f"{args.out}/projects is there already")
    began = time.perf_counter()
    world = generate(args.out, seed=args.seed, size=int(args.size_mb * 1e6), single=args.single)
    expected = {"seed": args.seed, "size_mb": args.size_mb, "single": args.single, **world.tally.expected()}
    save(args.out, expected)
    written = world.tally.counts["bytes"] / 1e6
    print(f"{written:.0f} MB in {time.perf_counter() - began:.1f} s: {world.tally.counts}", file=sys.stderr)


if __name__ == "__main__":
    main()
