"""Heavy payload: a large result that many responses carry, and that nothing proves to be a duplicate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROVEN, RISK

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "heavy_payload"
LARGE = 80_000
LONG = 70


def carry(s: Scene, turns: int = LONG) -> None:
    """So many responses pass."""
    for _ in range(turns):
        s.t.say("On.")


def a_large_file(s: Scene) -> None:
    """20,000 tokens, and 70 responses behind them."""
    s.between()
    s.expect(NAME, RISK, s.read(s.path(), s.pages(LARGE)))
    carry(s)


def a_large_output(s: Scene) -> None:
    """The output of a command."""
    s.between()
    s.expect(NAME, RISK, s.run(f"python3 list_pots.py --yard {s.number}", s.text(LARGE)))
    carry(s)


def kept_by_a_compaction(s: Scene) -> None:
    """A compaction preserves it."""
    s.between()
    result = s.read(s.path(), s.pages(LARGE))
    s.expect(NAME, RISK, result)
    carry(s, 10)
    s.t.compact(result)
    carry(s)


def spared_by_a_small_one(s: Scene) -> None:
    """A small compaction names another result."""
    s.between()
    s.expect(NAME, RISK, s.read(s.path(), s.pages(LARGE)))
    s.t.trim(s.look())
    carry(s)


def at_the_end(s: Scene) -> None:
    """Large, but nobody carries it."""
    s.between()
    carry(s)
    s.read(s.path(), s.pages(LARGE))


def small(s: Scene) -> None:
    """Carried long, but small."""
    s.between()
    s.read(s.path(), s.pages(100))
    carry(s)


def dropped_by_a_compaction(s: Scene) -> None:
    """A compaction comes at once."""
    s.between()
    s.read(s.path(), s.pages(LARGE))
    s.t.compact()
    carry(s)


def named_by_a_small_one(s: Scene) -> None:
    """A small compaction names it at once."""
    s.between()
    result = s.read(s.path(), s.pages(LARGE))
    s.t.trim(result)
    carry(s)


def cleared(s: Scene) -> None:
    """The talk is cleared at once."""
    s.between()
    s.read(s.path(), s.pages(LARGE))
    s.t.clear()
    carry(s)


def abandoned(s: Scene) -> None:
    """The user leaves the branch at once."""
    s.between()
    turn = s.t.say()
    s.read(s.path(), s.pages(LARGE))
    s.t.rewind(turn)
    carry(s)


def proven_to_be_a_duplicate(s: Scene) -> None:
    """The second reading is a proven duplicate, so only the first is merely heavy."""
    path, text = s.path(), s.pages(LARGE)
    s.between()
    first = s.read(path, text)
    s.expect(NAME, RISK, first)
    s.expect("exact_reread", PROVEN, s.read(path, text), first)
    carry(s)


def copied_by_a_fork(s: Scene) -> None:
    """A fork carries the copy for long; it was acquired by the other session."""
    s.read(s.path(), s.pages(LARGE))
    s.t = s.fork(s.t)
    carry(s)


HITS = (a_large_file, a_large_output, kept_by_a_compaction, spared_by_a_small_one)
NEAR = (
    *(at_the_end, small, dropped_by_a_compaction, named_by_a_small_one, cleared, abandoned),
    *(proven_to_be_a_duplicate, copied_by_a_fork),
)
WHERE = {
    copied_by_a_fork: ("plain", "compacted", "cleared"),
    cleared: ("plain", "fork", "compacted", "cleared", "trimmed"),  # nobody clears a child's talk
}
