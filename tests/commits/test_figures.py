"""What is gathered of a session: the end of its transcript, its model, what it saved; nothing that is not known."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from tallystick.accounting.digests import key
from tallystick.cli.main import main
from tallystick.commits import figures
from tallystick.commits.figures import Gathering, gather
from tests.casebook.thread import Thread, call, sid, text, usage
from tests.commits.repositories import FIGURES, SESSION
from tests.indexes import synced
from tests.statusline.test_equality import SESSIONS, config_of, name_of


def lines(home: Path, session: str = SESSION, **environ: str) -> list[str]:
    """The block of a session."""
    surroundings = {"HOME": str(home), **environ}
    return [line.decode() for line in gather(os.fsencode(home / "root"), session, surroundings).lines()]


def test_all_of_it(home: Path, transcript: Path) -> None:
    """The same in this process and in one of its own."""
    assert lines(home) == FIGURES
    gathering = Gathering(os.fsencode(home / "root"), SESSION, {"HOME": str(home)})
    assert [line.decode() for line in gathering.lines()] == FIGURES


def test_one_that_is_let_go(home: Path, transcript: Path) -> None:
    """It ends, and says nothing."""
    gathering = Gathering(os.fsencode(home / "root"), SESSION, {"HOME": str(home)})
    gathering.stop()
    os.waitpid(gathering._child, 0)
    assert gathering.lines() in ([], [line.encode() for line in FIGURES])


def test_a_session_that_nobody_has_recorded(home: Path, transcript: Path) -> None:
    """Its transcript is found by its name, in the usual places or those that are named; its model is the last one's."""
    shutil.rmtree(home / "root")
    assert lines(home) == [*FIGURES[:2], "Model: claude-opus-4-6"]
    shutil.move(home / ".claude", home / "elsewhere")
    assert lines(home) == []
    assert lines(home, CLAUDE_CONFIG_DIR=f"/nowhere,{home}/elsewhere/") == [*FIGURES[:2], "Model: claude-opus-4-6"]


def test_a_record_that_leads_nowhere(home: Path, transcript: Path) -> None:
    """A transcript that has been moved is found; what is no file is none."""
    (home / "root" / "usage" / "session-transcript" / SESSION).write_text(str(home / "gone.jsonl"))
    assert lines(home) == FIGURES
    (home / "root" / "usage" / "session-transcript" / SESSION).write_text(str(home))
    assert lines(home) == FIGURES
    (home / "root" / "usage" / "session-transcript" / SESSION).write_text("a\0b")
    assert lines(home) == FIGURES


def test_savings_need_a_denominator(home: Path, transcript: Path) -> None:
    """Where nobody has followed what was sent, no share is made up."""
    (home / "root" / "statusline" / f"{SESSION}.json").unlink()
    assert lines(home) == [*FIGURES[:2], FIGURES[3]]


def test_savings_of_every_technique(home: Path, transcript: Path) -> None:
    """600 of a call and 1,400 of the instructions: 2,000 of 3,400 are 59 %."""
    row = {"ts": "t", "session_id": SESSION, "technique": "instruction-compression", "tokens_saved": 1400}
    with (home / "root" / "usage" / "savings.jsonl").open("a") as file:
        file.write(json.dumps(row | {"cost_saved_usd": 0.1, "basis": "b"}) + "\n")
        file.write(json.dumps(row | {"cost_saved_usd": 0.1, "basis": "b", "session_id": sid(2)}) + "\n")
    assert "Savings: 59%" in lines(home)


def test_what_is_no_answer_of_the_main_thread(home: Path, transcript: Path) -> None:
    """Lines that the client wrote itself, subagents', another session's, and an answer's second line count nothing."""
    t = Thread()
    t.say("msg_2", call("toolu_1", "Bash", command="ls"), usage(20, 3000, 50))
    t.say("msg_3", text("No response requested."), usage(1, 1, 1), model="<synthetic>")
    t.say("msg_4", text("aside"), usage(1, 1, 1), isSidechain=True)
    t.say("msg_5", text("another's"), usage(1, 1, 1), sessionId=sid(2))
    with transcript.open("ab") as file:
        file.write(t.data())
    assert lines(home) == FIGURES


def test_an_end_that_is_being_written(home: Path, transcript: Path) -> None:
    """A whole object counts before its line feed comes; a part of one waits."""
    t = Thread()
    t.say("msg_3", text("more"), usage(100, 0, 5))
    data = transcript.read_bytes()
    for end, prompt in ((t.data().rstrip(b"\n"), 6130), (t.data()[:-20], 6030)):
        transcript.write_bytes(data + end)
        assert lines(home)[0] == f"Tokens-In: {prompt}"


@pytest.mark.parametrize("chunk", [1, 7, 100, 1 << 18])
def test_the_end_of_a_large_transcript(
    chunk: int, home: Path, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that start within the window count, however it is read; the block says what it covers."""
    monkeypatch.setattr(figures, "_CHUNK", chunk)
    size = len(transcript.read_bytes().split(b"\n")[2]) + 1  # the last line, which is msg_2's
    for window, prompt in ((size, 3020), (size + 1, 3020), (size - 1, None)):
        monkeypatch.setattr(figures, "WINDOW", window)
        found = lines(home)
        assert found[0] == ("Savings: 30%" if prompt is None else f"Tokens-In: {prompt}")
        assert (f"Tokens-Window: last {window} bytes of a larger transcript" in found) is (prompt is not None)
    monkeypatch.setattr(figures, "WINDOW", transcript.stat().st_size)
    assert lines(home) == FIGURES


def test_two_hundred_megabytes(home: Path, transcript: Path) -> None:
    """The last 8 MiB of them are read."""
    lines_of_it = transcript.read_bytes()
    with transcript.open("r+b") as file:
        file.seek(200 << 20)
        file.write(b"\n" + lines_of_it)
    window = "Tokens-Window: last 8 MiB of a larger transcript"
    assert lines(home) == [*FIGURES[:2], window, *FIGURES[2:]]


def spent(root: Path, config: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[int, int]]:
    """The main thread's row of `tally spent`, by session: prompt and output."""
    capsys.readouterr()
    assert main(["spent", "--by", "session", "--json", "--root", str(root), "--config-dir", str(config)]) == 0
    names = ("input_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens", "cache_read_tokens")
    found = {}
    for row in json.loads(capsys.readouterr().out)["rows"]:
        parts = row["main"]
        prompt = sum(parts[name] for name in names)  # writes of an unknown time are among those of 5 minutes
        found[row["key"]] = (prompt, parts["output_tokens"])
    return found


def has_unmarked_copies(root: Path, session: str) -> bool:
    """Whether the session's lines show answers of another session without saying so: one file alone cannot tell."""
    query = """SELECT count(*) FROM usage_line l JOIN response r ON r.key = l.key
      WHERE l.session = :me AND r.session <> :me AND l.claimed = 0"""
    with sqlite3.connect(f"file:{root}/index.sqlite3?mode=ro", uri=True) as db:
        return bool(db.execute(query, {"me": key(session)}).fetchone()[0])


@pytest.mark.parametrize("main_file", SESSIONS, ids=name_of)
def test_it_equals_the_row_of_the_main_thread(
    main_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For every case and every captured session of the real client."""
    config = config_of(main_file)
    synced(tmp_path / "index", config)
    if has_unmarked_copies(tmp_path / "index", main_file.stem):
        pytest.skip("a fork of a client that marked no copies")
    expected = spent(tmp_path / "index", config, capsys).get(main_file.stem, (0, 0))
    environ = {"HOME": "/nowhere", "CLAUDE_CONFIG_DIR": str(config)}

    found = gather(os.fsencode(tmp_path / "root"), main_file.stem, environ)

    assert (found.prompt or 0, found.output or 0) == expected
