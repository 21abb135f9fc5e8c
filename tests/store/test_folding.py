"""Responses are folded from their lines, and sums from responses: from what changed alone, as from everything."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tallystick.accounting import owners
from tallystick.accounting.digests import key
from tallystick.store import folding
from tallystick.store.index import NAME
from tests.casebook.thread import Thread, sid, text, usage
from tests.crash import corpus
from tests.crash.corpus import put
from tests.indexes import differences, dump, synced

NINE = 1_772_442_000_000
COLUMNS = "key, file, q, t, session, basis, model, branch, side, stopped, variant, visible, copies, input, write_5m, write_1h, write_unknown, read, output, searches"


def response(root: Path, config: Path, name: str) -> dict[str, object]:
    """One response by its message's id."""
    (row,) = [row for row in dump(root, config)["response"] if row[0] == key(name)]
    return dict(zip(COLUMNS.split(", "), row, strict=True))


def test_folding_what_changed_is_folding_everything(tmp_path: Path) -> None:
    """After three syncs of growth, the derived tables emptied and filled at once are what they were."""
    root, config = tmp_path / "root", tmp_path / "config"
    corpus.yesterday(config)
    synced(root, config)
    corpus.grow(config)
    synced(root, config)
    corpus.spoil(config)
    synced(root, config)
    before = dump(root, config)

    with closing(sqlite3.connect(root / NAME)) as db:
        for table in ("response", "rollup", "session", "unattributed"):
            db.execute(f"DELETE FROM {table}")
        folding.fold_all(db)
        db.commit()

    assert differences(before, dump(root, config)) == {}


@pytest.mark.parametrize(("prompt", "bits"), [(100_000, 0), (100_001, 8), (200_000, 8), (200_001, 24)])
@pytest.mark.parametrize("copies", [0, 1])
def test_long_prompts_are_marked(tmp_path: Path, prompt: int, bits: int, copies: int) -> None:
    """Input, writes and reads together; a threshold is passed strictly; alike with one line or several."""
    for number in range(copies + 1):
        thread = Thread(number + 1)
        thread.say("m", text("x"), usage(1, prompt - 31, 3, w5=10, w1=20))
        put(tmp_path / "config", f"x/{thread.session}.jsonl", thread.data())

    synced(tmp_path / "root", tmp_path / "config")

    assert bits == response(tmp_path / "root", tmp_path / "config", "m")["variant"]


def test_a_copied_response_is_one(tmp_path: Path) -> None:
    """The largest counts of all lines, the earliest time, stopped if any was, as many copies as other files."""
    root, config = tmp_path / "root", tmp_path / "config"
    for number, (out, stop, seconds) in enumerate([(5, None, 30), (40, "end_turn", 20), (7, None, 25)], 1):
        thread = Thread(number, seconds=seconds)
        thread.say("m", text("x"), usage(3, 100, out), stop=stop)
        put(config, f"x/{thread.session}.jsonl", thread.data())
    synced(root, config)

    found = response(root, config, "m")

    assert (3, 100, 40, 1, 2) == tuple(found[name] for name in ("input", "read", "output", "stopped", "copies"))
    assert (NINE + 20_000, (NINE + 20_000) // 900_000) == (found["t"], found["q"])
    assert (key(sid(2)), owners.STARTED_FIRST) == (found["session"], found["basis"])


def test_a_claim_decides_over_times(tmp_path: Path) -> None:
    """A line that names its session is believed, wherever it stands."""
    root, config = tmp_path / "root", tmp_path / "config"
    late, early = Thread(1, seconds=60), Thread(2)
    late.say("m", text("x"), usage(3, 100, 5))
    early.say("m", text("x"), usage(3, 100, 5), requestSessionId=sid(1))
    for thread in (late, early):
        put(config, f"x/{thread.session}.jsonl", thread.data())
        synced(root, config)

    found = response(root, config, "m")

    assert (key(sid(1)), owners.CLAIMED) == (found["session"], found["basis"])


def test_a_nested_line_counts_until_another_comes(tmp_path: Path) -> None:
    """Then its own counts hold, be they less."""
    root, config = tmp_path / "root", tmp_path / "config"
    inner = Thread(1, agent="ac0ffee")
    inner.say("m", text("x"), usage(3, 100, 5), stop=None)
    nested = {**inner.lines[0], "message": {**inner.lines[0]["message"], "usage": usage(3, 100, 9)}}
    main = Thread(1)
    main.add("progress", data={"type": "agent_progress", "message": nested})
    put(config, f"x/{sid(1)}.jsonl", main.data())
    synced(root, config)
    assert (9, 1, 0) == tuple(response(root, config, "m")[name] for name in ("output", "side", "stopped"))

    put(config, f"x/{sid(1)}/subagents/agent-ac0ffee.jsonl", inner.data())
    synced(root, config)

    found = response(root, config, "m")
    assert (5, 1, 1) == tuple(found[name] for name in ("output", "side", "copies"))
    assert f"projects/x/{sid(1)}/subagents/agent-ac0ffee.jsonl" == found["file"]


def test_a_response_without_a_time_has_no_quarter(tmp_path: Path) -> None:
    """It is counted under -1."""
    thread = Thread(1)
    thread.say("m", text("x"), usage(1, 2, 3), timestamp=...)
    put(tmp_path / "config", f"x/{sid(1)}.jsonl", thread.data())
    synced(tmp_path / "root", tmp_path / "config")

    found = response(tmp_path / "root", tmp_path / "config", "m")

    assert (-1, None) == (found["q"], found["t"])
    assert [-1] == [row[0] for row in dump(tmp_path / "root", tmp_path)["rollup"]]
