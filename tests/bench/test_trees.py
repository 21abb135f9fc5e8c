"""The trees of the bench: made once, copied without touching the original, grown by whole lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.trees import GROWN_BYTES, Tree, copy, let_grow, make


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A small corpus in a cache of its own."""
    return make(str(tmp_path / "cache"), seed=1, size_mb=1)


def contents(tree: Tree) -> dict[str, bytes]:
    """Every transcript's bytes."""
    return {str(Path(path).relative_to(tree.path)): Path(path).read_bytes() for path in tree.files()}


def test_a_tree_is_made_once(tmp_path: Path, tree: Tree) -> None:
    """The second call finds what the first one made; a generator that changed makes it anew."""
    mark = Path(tree.path, "mark")
    mark.touch()
    assert tree == make(str(tmp_path / "cache"), seed=1, size_mb=1)
    assert mark.exists()
    Path(tree.path, "generator").write_text("of another day", encoding="ascii")
    make(str(tmp_path / "cache"), seed=1, size_mb=1)
    assert not mark.exists()


def test_it_says_what_it_is_and_not_where(tmp_path: Path, tree: Tree) -> None:
    """Its description holds sizes and arguments, no path."""
    found = tree.describe()
    sizes = [len(data) for data in contents(tree).values()]
    assert (len(sizes), sum(sizes), max(sizes)) == (found["files"], found["bytes"], found["largest_file"])
    assert str(tmp_path) not in json.dumps(found)


def test_growth_is_whole_lines_of_one_file(tmp_path: Path, tree: Tree) -> None:
    """A copy grows by 50 KB in lines that are JSON; the tree it came from keeps its bytes."""
    before = contents(tree)
    grown = copy(tree, str(tmp_path / "grown"))
    assert before == contents(grown)

    written = let_grow(grown, 0)

    after = contents(grown)
    (changed,) = [name for name in before if after[name] != before[name]]
    added = after[changed][len(before[changed]) :]
    assert after[changed].startswith(before[changed])
    assert (written, True) == (len(added), GROWN_BYTES <= written < 2 * GROWN_BYTES)
    assert all(json.loads(line)["type"] for line in added.splitlines())
    assert before == contents(tree)


def test_each_growth_brings_other_responses(tmp_path: Path, tree: Tree) -> None:
    """Two numbers give no message in common."""
    grown = copy(tree, str(tmp_path / "grown"))
    found = []
    for number in (0, 1):
        before = contents(grown)
        let_grow(grown, number)
        added = next(data[len(before[name]) :] for name, data in contents(grown).items() if data != before[name])
        lines = [json.loads(line) for line in added.splitlines()]
        found.append({line["message"]["id"] for line in lines if line["type"] == "assistant"})
    assert set() == found[0] & found[1]
    assert all(found)
