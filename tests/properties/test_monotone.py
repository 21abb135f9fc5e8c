"""Monotone: whatever becomes of a transcript, no total that was once counted falls."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.indexes import open_read_only, synced

# Lines nested in progress lines step back when the child's own line comes: that is their rule, and not loss.
lines = st.lists(strategies.answers().map(strategies.encode), max_size=5).map(b"\n".join)
DEEDS = ("append", "rewrite", "cut", "replace", "delete", "move", "touch", "folder", "cut the end of the line")
steps = st.lists(st.tuples(st.sampled_from(DEEDS), lines, st.integers(0, 4000)), min_size=1, max_size=6)
Totals = tuple[int, ...]
KEYS = "input, write_5m, write_1h, write_unknown, read, output, searches"


def totals_of(root: Path) -> Totals:
    """Responses, and what they add up to by class."""
    if not (root / "index.sqlite3").exists():
        return (0,) * 8
    sums = ", ".join(f"ifnull(sum({name}), 0)" for name in KEYS.split(", "))
    with closing(open_read_only(root)) as db:
        found: Totals = db.execute(f"SELECT count(*), {sums} FROM response").fetchone()
        return found


def do(deed: str, folder: Path, data: bytes, number: int) -> None:
    """Do something to the transcript, or lay one out where there is none."""
    found = [path for path in sorted(folder.rglob("*.jsonl")) if path.is_file()]
    path = found[0] if found else folder / "x" / "a.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if deed == "folder" and found:
        path.unlink()
        path.mkdir()
    elif deed == "delete" and found:
        path.unlink()
    elif deed == "move" and found:
        path.rename(path.with_name(f"b{number}.jsonl"))
    elif deed == "replace":
        path.with_name("new").write_bytes(data)
        path.with_name("new").rename(path) if not path.is_dir() else None
    elif deed.startswith("cut") and found:
        os.truncate(path, min(number, path.stat().st_size))
    elif deed == "touch" and found:
        os.utime(path, ns=(number, number))
    elif not path.is_dir():
        with path.open("ab" if deed == "append" else "wb") as file:
            file.write(data + b"\n" * (number % 2))


@given(first=lines, steps=steps)
@settings(max_examples=strategies.examples(150))
def test_no_deed_lowers_a_total(first: bytes, steps: list[tuple[str, bytes, int]]) -> None:
    """Appended, rewritten, shortened, replaced, deleted, moved, touched: responses and every class only grow."""
    with tempfile.TemporaryDirectory() as folder:
        root, config = Path(folder) / "root", Path(folder) / "config"
        do("append", config / "projects", first, 1)
        synced(root, config)
        before = totals_of(root)
        for deed, data, number in steps:
            do(deed, config / "projects", data, number)
            synced(root, config)
            after = totals_of(root)
            assert all(new >= old for new, old in zip(after, before, strict=True)), (deed, before, after)
            before = after
