"""The part of a render that has a session: what is kept, and when."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.sessionstate import VERSION
from tests.statusline.renders import lay_sessions, payload, rendered

FULL = "payloads/04"


@pytest.fixture
def home(home: Path) -> Path:
    """A home with the captured sessions."""
    lay_sessions(home)
    return home


def state(home: Path) -> dict[str, Any]:
    """What is kept of the captured session."""
    found: dict[str, Any] = json.loads(
        (home / "root" / "statusline" / f"{payload(FULL, home)['session_id']}.json").read_text()
    )
    return found


def ids(home: Path) -> dict[str, int]:
    """Every file under the root with its number, which changes when it is written."""
    return {
        str(path.relative_to(home / "root")): path.stat().st_ino
        for path in (home / "root").rglob("*")
        if path.is_file()
    }


def test_what_a_first_render_leaves(home: Path) -> None:
    """The state, the model and the transcript, for this user alone; nothing outside the root."""
    before = {path for path in home.rglob("*") if home / "root" not in path.parents}
    rendered(payload(FULL, home), home)

    sid = payload(FULL, home)["session_id"]
    assert set(ids(home)) == {
        f"statusline/{sid}.json",
        "statusline/.pruned",
        f"usage/session-model/{sid}",
        f"usage/session-transcript/{sid}",
    }
    assert all(path.stat().st_mode & 0o077 == 0 for path in (home / "root").rglob("*"))
    assert {path for path in home.rglob("*") if home / "root" not in path.parents} - {home / "root"} == before
    transcript = (home / "root" / "usage" / "session-transcript" / sid).read_text()
    assert transcript == os.path.realpath(payload(FULL, home)["transcript_path"])


def test_nothing_new_writes_nothing(home: Path) -> None:
    """A second render of the same state leaves every file as it is, in either layout."""
    for layout in ("full", "line"):
        rendered(payload(FULL, home), home, "--layout", layout)
    before = ids(home)
    for layout in ("full", "line", "full"):
        rendered(payload(FULL, home), home, "--layout", layout)

    assert before == ids(home)


def test_a_line_keeps_what_the_full_layout_knows(home: Path) -> None:
    """The tracker runs in both; a render that reads no transcript forgets nothing of it."""
    rendered(payload(FULL, home), home)
    kept = state(home)
    smaller = payload(FULL, home)
    smaller["context_window"]["total_input_tokens"] = 9_000

    assert "⤵ 100k→9k (91%)" in rendered(smaller, home, "--layout", "line")
    assert state(home)["last_compaction"] == {"before": 100_001, "after": 9_000, "reclaimed_pct": 91}
    assert state(home)["base_input_tokens"] == 100_001
    assert {name: kept[name] for name in ("rows", "positions")} == {
        name: state(home)[name] for name in ("rows", "positions")
    }


def test_the_tracker_outlives_the_state(home: Path) -> None:
    """A state of another version, or of the seed's own, keeps its tracker and what else stands in it."""
    rendered(payload(FULL, home), home)
    path = home / "root" / "statusline" / f"{payload(FULL, home)['session_id']}.json"
    old = {
        "version": 99,
        "peak_input_tokens": 110_000,
        "last_compaction": {"before": 170_000, "after": 20_000},
        "theirs": 1,
    }
    path.write_text(json.dumps(old))

    assert "⤵ 170k→20k (88%)" in rendered(payload(FULL, home), home, "--layout", "line")
    assert "prompt:" in rendered(payload(FULL, home), home, environ={"NO_COLOR": "1"})
    assert (state(home)["theirs"], state(home)["peak_input_tokens"], state(home)["version"]) == (1, 110_000, VERSION)


def test_limits_are_recorded_in_both_layouts(home: Path) -> None:
    """Also before the first answer, and once for both."""
    first = payload("payloads/01", home) | {"rate_limits": {"five_hour": {"used_percentage": 7, "resets_at": 1}}}
    for layout in ("full", "line"):
        rendered(first, home, "--layout", layout)

    assert len((home / "root" / "usage" / "limits.jsonl").read_text().splitlines()) == 1


def test_a_root_that_takes_nothing(home: Path) -> None:
    """Every render reads everything, and shows it."""
    (home / "root").touch()
    for _ in range(2):
        assert "completion:1,376" in rendered(payload(FULL, home), home, environ={"NO_COLOR": "1"})
    assert (home / "root").read_bytes() == b""


def test_nothing_is_kept_while_another_render_writes_its_table(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the next render reads the same again."""
    monkeypatch.setattr("tallystick.statusline.keeper.Keeper.flush", lambda self: False)
    rendered(payload(FULL, home), home)
    sid = payload(FULL, home)["session_id"]
    assert not (home / "root" / "statusline" / f"{sid}.json").exists()
    monkeypatch.undo()
    rendered(payload(FULL, home), home)
    assert (home / "root" / "statusline" / f"{sid}.json").exists()


def test_idle_sessions_go_once_a_day(home: Path) -> None:
    """A render takes away what has been idle for seven days."""
    rendered(payload(FULL, home), home)
    old = home / "root" / "statusline" / "old.json"
    old.touch()
    os.utime(old, (0, 0))
    rendered(payload(FULL, home), home)
    assert old.exists()
    os.utime(home / "root" / "statusline" / ".pruned", (0, 0))
    rendered(payload(FULL, home), home)
    assert not old.exists()


def test_stale_prices_are_fetched(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the session is priced by them, a Python is known, and they are a day old or were never fetched."""
    started: list[tuple[object, ...]] = []
    monkeypatch.setattr("tallystick.statusline.upkeep.refresh_prices", lambda *args: started.append(args))
    rendered(payload(FULL, home), home)
    assert started == []
    (home / "root" / "statusline" / "config").write_text("tallystick statusline 1\npython=/usr/bin/python3\n")
    rendered(payload(FULL, home), home, "--layout", "line")
    assert started == []
    rendered(payload(FULL, home), home)
    assert [args[1] for args in started] == ["/usr/bin/python3"]
    (home / "root" / "prices").mkdir()
    (home / "root" / "prices" / "bedrock-us-east-1.json").touch()
    rendered(payload(FULL, home), home)
    assert len(started) == 1
