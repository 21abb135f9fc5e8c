"""A live session is what a session read from the index as a whole is, however it was written and however often asked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tallystick.model.history import History
from tallystick.store.histories import histories
from tallystick.store.index import Index, open_index
from tallystick.store.live import LiveSession
from tests.indexes import synced
from tests.pasts import window_of
from tests.reference.mixes import mix


def told(history: History) -> object:
    """Everything that a history says of its threads."""
    return [
        (
            thread.id,
            thread.prefix,
            thread.parent,
            thread.spawned_by,
            [(turn.key, turn.line, turn.prev, turn.cuts, turn.read, turn.written) for turn in thread.turns],
            [(cut.kind, cut.line, cut.dropped, cut.preserved) for cut in thread.cuts],
            [
                (act.line, act.part, act.block, act.turn, act.call, act.path, act.payload, act.flags)
                for act in thread.acts
            ],
        )
        for thread in history.threads
    ]


def opened(root: Path) -> Index:
    """The index, which is there."""
    index = open_index(str(root))
    assert index is not None
    return index


@pytest.mark.parametrize("seed", range(6))
def test_growing_sessions(tmp_path: Path, seed: int) -> None:
    """Mixed sessions, laid down bit by bit, some of it without the last line feed, and asked about in between."""
    mix(tmp_path / "whole", seed)
    random, root, config = Random(seed), tmp_path / "root", tmp_path / "config"
    files = sorted((tmp_path / "whole").rglob("*.*"))
    done = dict.fromkeys(files, 0)
    live: dict[int, LiveSession] = {}
    while any(done[path] < path.stat().st_size for path in files):
        for path in files:
            target = config / path.relative_to(tmp_path / "whole")
            target.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            end = len(data) if path.suffix == ".json" else data.find(b"\n", done[path] + random.randrange(4000))
            end = end + random.randrange(2) if 0 <= end < len(data) - 1 else len(data)
            target.write_bytes(data[:end])
            done[path] = end
        synced(root, config)
        with opened(root) as index:
            for history in histories(index, window_of):
                session = live.setdefault(history.session_key, LiveSession(history.session_key))
                assert told(history) == told(session.refresh(index))
                assert told(history) == told(session.refresh(index))


def test_names_are_looked_up(tmp_path: Path) -> None:
    """Paths and tools by their keys; a key that means nothing has no name."""
    mix(tmp_path / "config", 1)
    synced(tmp_path / "root", tmp_path / "config")
    with opened(tmp_path / "root") as index:
        history = next(iter(histories(index, window_of)))
        found = LiveSession(history.session_key).refresh(index)
        for act in found.threads[0].acts:
            assert history.names[act.tool] == found.names[act.tool] == found.names.get(act.tool)
        assert "none" == found.names.get(12345, "none")


def test_a_rewritten_transcript(tmp_path: Path) -> None:
    """A file that no longer goes on from what was read is read anew."""
    mix(tmp_path / "config", 2)
    synced(tmp_path / "root", tmp_path / "config")
    path = next(path for path in sorted((tmp_path / "config").rglob("*.jsonl")) if "subagents" not in path.parts)
    with opened(tmp_path / "root") as index:
        key = next(iter(histories(index, window_of))).session_key
        live = LiveSession(key)
        live.refresh(index)
    lines = path.read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[0]) | {"promptId": "another"}
    path.write_text("\n".join([json.dumps(entry), *lines[1:9]]) + "\n", "utf-8")
    synced(tmp_path / "root", tmp_path / "config")
    with opened(tmp_path / "root") as index:
        assert told(next(iter(histories(index, window_of)))) == told(live.refresh(index))
