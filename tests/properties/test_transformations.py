"""Whatever is changed: the ledger says what happened, the summary adds it up, and the check finds nothing wrong."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.tasks.transforms_summary import summarise
from tallystick.tasks.transforms_verify import verify
from tests.transformations import change, open_one

texts = st.text(st.sampled_from('ab \n"\\é😀\x00\u2028'), max_size=40) | st.text(max_size=40).filter(
    lambda text: not any("\ud800" <= character <= "\udfff" for character in text)
)
surfaces = st.sampled_from(["tool_output", "context_render", "injected_message"])
# a call, a surface, and the texts that one text became
stories = st.lists(
    st.tuples(st.sampled_from(["", "c1", "c2"]), surfaces, st.lists(texts, min_size=2, max_size=4)), max_size=6
)


@settings(max_examples=60)
@given(stories, st.sampled_from(["counts", "debug"]))
def test_told_and_added_up(told: list[tuple[str, str, list[str]]], mode: str) -> None:
    """Counts, bytes and characters by surface are those of the texts; each story is its own chain; all holds."""
    events: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t1.jsonl"
        with open_one(path, mode) as ledger:
            for turn, (call, surface, versions) in enumerate(told):
                with ledger.scope(session="s", turn=turn, tool_call_id=call):
                    for before, after in pairwise(versions):
                        is_change = before != after
                        assert change(ledger, before, after, surface=surface) is is_change
                        events[surface] += is_change
                        sizes[surface] += len(after.encode()) - len(before.encode())
                        characters[surface] += len(after) - len(before)
        (verdict,) = verify([str(path)])
        changes = summarise([str(path)])
        records = [json.loads(line) for line in path.read_bytes().splitlines()]

    assert (verdict.faults, changes.bad_count) == ([], 0)
    assert mode == "counts" or verdict.by_evidence == 2 * len(records)
    (task,) = changes.tasks
    assert task.breaks == []
    found = {surface: sums for (surface, *_), sums in task.groups.items()}
    assert {name: sums.events for name, sums in found.items()} == +events
    assert all(sums.delta_bytes == sizes[name] for name, sums in found.items())
    assert all(sums.delta_chars == characters[name] for name, sums in found.items())
