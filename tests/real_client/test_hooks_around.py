"""The real client with our hooks: reads that go another way, sessions that begin, and the plugin beside the settings."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.real_client.acting import SUMMARY, act, opened, passing, received, rows, shell, tally
from tests.real_client.test_divert import Session
from tests.stagings import NOBODY, Scene
from tests.standin.client import leave, prompt_line, tell
from tests.standin.scenarios import _begin, _last_served, play

pytestmark = pytest.mark.needs("claude")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A client of its own for each test."""
    yield from opened(tmp_path)


def test_a_bulk_read_goes_another_way(session: Session) -> None:
    """It is refused with the way to an answer, which the model takes; the way around it is open."""
    (session.base / "root").mkdir()
    (session.base / "root" / "config.toml").write_text("[divert]\nenabled = true\n")
    tally(session, "install", "hooks")
    tally(session, "doctor")
    path = f"{session.project}/long.txt"
    owner = act(
        session,
        ("Read", {"file_path": path}),
        shell("cat long.txt"),
        shell(f'tally divert bulk-read {path} --prompt "What is in it?"'),
        ("Read", {"file_path": path, "offset": 1, "limit": 10}),
        ("Read", {"file_path": f"{session.project}/notes.txt"}),
    )

    read, cat, answer, part, small = (text for text in received(session) if text)
    for refused in (read, cat):
        assert "long.txt has 800 lines" in refused
        assert f"tally divert bulk-read {path} --prompt" in refused
        assert "divert: fall-through" in refused
    assert "A scripted aside." in answer
    assert "line 10 of a long file" in part
    assert "note 12" in small
    (row,) = rows(session)
    assert (row["technique"], row["session_id"]) == ("divert", owner)


def test_a_session_that_was_cleared(session: Session) -> None:
    """It is listed with the one that it goes on from."""
    tally(session, "install", "hooks")
    process, first = _begin(session, "step1")
    tell(process, prompt_line("/clear"))
    tell(process, prompt_line(play("step2")))
    second = str(session.server.log[_last_served(session, "step2") - 1]["session"])
    leave(process)

    assert first != second
    listed = session.base / "root" / "usage" / "session-links" / first
    assert listed.read_text().split() == [first, second]


def test_two_sessions_and_one_staged_row(session: Session) -> None:
    """One of them has it, whichever is first."""
    tally(session, "install", "hooks")
    scene = Scene(session.base)
    scene.root, scene.project = session.base / "root", session.project
    scene.stage("app-1f", 7, process=NOBODY)
    with ThreadPoolExecutor() as pool:
        found = [pool.submit(session.ask, play("hello")) for _ in range(2)]
        sessions = {one.result().session for one in found}

    assert len(sessions) == 2
    (row,) = rows(session)
    assert row["session_id"] in sessions
    assert row["tokens_saved"] == 7


def test_in_the_settings_and_as_a_plugin(session: Session) -> None:
    """Each call is noted once."""
    claude, root = str(session.binary), str(Path(__file__).parents[2])
    for words in (("plugin", "marketplace", "add", root), ("plugin", "install", "tally@tallystick")):
        subprocess.run(
            [claude, *words], cwd=session.project, env=session.environment(), capture_output=True, check=True
        )
    act(session, shell("pytest 100"))
    assert [row["tokens_before"] for row in rows(session)] == [len(passing(100)) // 4]
    tally(session, "install", "hooks")
    act(session, shell("pytest 200"))

    assert [row["tokens_before"] for row in rows(session)] == [len(passing(100)) // 4, 1629]
    assert received(session)[-1].endswith(SUMMARY.format(200))
    records = (session.base / "root" / "transforms").glob("*/compress.jsonl")
    assert sum(len(path.read_text().splitlines()) for path in records) == 2
    said = tally(session, "doctor")
    assert "runs tally's, and so does the plugin: each call is noted once" in " ".join(said.split())
