"""Rehydration: what a boundary dropped from the context is read again, unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE, PROVEN

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "rehydration"
SAME_CONTEXT = "exact_reread"


def after_a_compaction(s: Scene) -> None:
    """The plain case."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.compact()
    s.expect(NAME, PROBABLE, s.read(path, text), first)


def a_range(s: Scene) -> None:
    """The same range, with a command between that names no file of ours."""
    path, text = s.path(), s.pages(900, 40)
    first = s.read(path, text, offset=40, limit=20)
    s.between()
    first = s.here(first)
    s.run(f"make tidy-{s.number}", s.text(80))
    s.t.compact()
    s.expect(NAME, PROBABLE, s.read(path, text, offset=40, limit=20), first)


def after_a_partial_one(s: Scene) -> None:
    """The compaction preserved another result, not this one."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.compact(s.look())
    s.expect(NAME, PROBABLE, s.read(path, text), first)


def named_by_a_small_one(s: Scene) -> None:
    """A small compaction names the result."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.trim(first)
    s.expect(NAME, PROBABLE, s.read(path, text), first)


def summary_alone(s: Scene) -> None:
    """An old client writes no boundary, only the summary."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.compact(bare=True)
    s.expect(NAME, PROBABLE, s.read(path, text), first)


def twice_and_once_more(s: Scene) -> None:
    """Read again behind two boundaries, and then again in the same context: one of each kind."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.compact()
    s.look()
    s.t.compact()
    second = s.read(path, text)
    s.expect(NAME, PROBABLE, second, first)
    s.expect(SAME_CONTEXT, PROVEN, s.read(path, text), second, first)


def preserved(s: Scene) -> None:
    """The compaction kept the result: it is read a second time into the same context."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.compact(first)
    s.expect(SAME_CONTEXT, PROVEN, s.read(path, text), first)


def not_named(s: Scene) -> None:
    """A small compaction names another result."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    s.t.trim(s.look())
    s.expect(SAME_CONTEXT, PROVEN, s.read(path, text), first)


def written_between(s: Scene) -> None:
    """The file was edited before the compaction."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.edit(path, "glaze", "slip")
    s.t.compact()
    s.read(path, text)


def named_by_a_command(s: Scene) -> None:
    """A command names the file, after the compaction."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.t.compact()
    s.run(f"sed -i 's/glaze/slip/' '{path}'", "")
    s.read(path, text)


def below_the_floor(s: Scene) -> None:
    """396 characters are 99 tokens."""
    path, text = s.path(), s.pages(396)
    s.read(path, text)
    s.between()
    s.t.compact()
    s.read(path, text)


def other_bytes(s: Scene) -> None:
    """The file has become another."""
    path = s.path()
    s.read(path, s.pages())
    s.between()
    s.t.compact()
    s.read(path, s.pages())


def another_range(s: Scene) -> None:
    """The same bytes, but asked for as another range."""
    path, text = s.path(), s.pages()
    s.read(path, text, offset=1, limit=300)
    s.between()
    s.t.compact()
    s.read(path, text, offset=1, limit=400)


def behind_a_clear(s: Scene) -> None:
    """A clear is the user's wish, not a compaction."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.t.clear()
    s.read(path, text)


def copied_by_a_fork(s: Scene) -> None:
    """A fork copies all of it: it counts once."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.t.compact()
    s.expect(NAME, PROBABLE, s.read(path, text), first)
    s.fork(s.t)


HITS = (after_a_compaction, a_range, after_a_partial_one, named_by_a_small_one, summary_alone, twice_and_once_more)
NEAR = (
    *(preserved, not_named, written_between, named_by_a_command, below_the_floor, other_bytes, another_range),
    *(behind_a_clear, copied_by_a_fork),
)
WHERE = {
    copied_by_a_fork: ("plain", "compacted", "cleared"),
    behind_a_clear: ("plain", "fork", "compacted", "cleared", "trimmed"),  # nobody clears a child's talk
}
