"""Reading a session's files: what is read when, and what is not. What comes of it: test_equality.py."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.sessionfold import OUTPUT
from tallystick.statusline import reading
from tests.statusline.rounds import Rounds

SESSION = "5e550000-0001"


def answer(number: int, output: int, **more: Any) -> bytes:
    """A line with the usage of one answer."""
    message = {"id": f"msg_{number}", "model": "m", "usage": {"output_tokens": output}, "stop_reason": "end_turn"}
    return json.dumps({"type": "assistant", "sessionId": SESSION, "message": message, **more}).encode()


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """A main transcript with one answer of 1 token."""
    path = tmp_path / "projects" / "x" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(answer(1, 1) + b"\n")
    return path


@pytest.fixture
def rounds(main: Path, tmp_path: Path) -> Rounds:
    """Its rounds."""
    return Rounds(tmp_path / "root", main)


def output(rounds: Rounds, seconds: float = 3600) -> int:
    """The output tokens after one more round."""
    return rounds.read(seconds).column(OUTPUT)


def test_children_at_any_depth(rounds: Rounds, main: Path) -> None:
    """Files below `subagents`, folders in it too; other names, links and folders that are no files are passed over."""
    below = main.with_suffix("") / "subagents"
    (below / "deep" / "er").mkdir(parents=True)
    (below / "agent-a.jsonl").write_bytes(answer(2, 10) + b"\n")
    (below / "deep" / "er" / "agent-b.jsonl").write_bytes(answer(3, 100) + b"\n")
    (below / "agent-c.txt").write_bytes(answer(4, 1000) + b"\n")
    (below / "agent-d.jsonl").symlink_to(below / "agent-c.txt")
    (below / "agent-e.jsonl").mkdir()
    (below / "loop").symlink_to(below)

    assert output(rounds) == 111


def test_children_beside_their_parent(rounds: Rounds, main: Path) -> None:
    """Those that name the session, also ones that come later; those of other sessions are not read."""
    (main.parent / "agent-a.jsonl").write_bytes(answer(2, 10) + b"\n")
    (main.parent / "agent-b.jsonl").write_bytes(answer(3, 100).replace(SESSION.encode(), b"another") + b"\n")
    assert output(rounds) == 11
    later = main.parent / "agent-c.jsonl"
    later.write_bytes(answer(4, 1000) + b"\n")
    assert output(rounds) == 1011
    later.write_bytes(later.read_bytes() + answer(5, 10_000) + b"\n")
    assert output(rounds) == 11_011
    (main.parent / "agent-a.jsonl").unlink()
    assert output(rounds) == 11_011  # what was seen stays
    (main.parent / "agent-d.jsonl").symlink_to(later)
    (main.parent / "agent-e.jsonl").mkdir()
    assert output(rounds) == 11_011


def test_nothing_new_is_not_opened(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second round of an unchanged session looks at sizes and times alone."""
    output(rounds)

    def refused(*args: object, **more: object) -> None:
        raise AssertionError

    monkeypatch.setattr(reading.Catching, "_read_file", refused)
    assert output(rounds) == 1
    assert not rounds.is_changed


def test_only_what_was_appended_is_read(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the few bytes by which the file is known again."""
    main.write_bytes(main.read_bytes() * 1000)
    output(rounds)
    with main.open("ab") as file:
        file.write(answer(2, 10) + b"\n")
    seen = []

    def watched(handle: int, size: int, at: int) -> bytes:
        data = os.pread(handle, size, at)
        seen.append(len(data))
        return data

    monkeypatch.setattr(reading, "pread", watched)
    assert output(rounds) == 11
    assert sum(seen) < len(answer(2, 10)) + 4 * 64 + 10


@pytest.mark.parametrize("ending", [b"", b" ", b"\r", b"\0\0"])
def test_a_whole_object_at_the_end(rounds: Rounds, main: Path, ending: bytes) -> None:
    """It counts at once, and once, whatever is written behind it."""
    main.write_bytes(main.read_bytes() + answer(2, 10) + ending)
    assert output(rounds) == 11
    assert output(rounds) == 11
    with main.open("ab") as file:
        file.write(b"\n" + answer(2, 30) + b"\n")
    assert output(rounds) == 31


def test_a_torn_end_waits(rounds: Rounds, main: Path) -> None:
    """Half an object is nothing until the other half comes."""
    line = answer(2, 10)
    main.write_bytes(main.read_bytes() + line[:50])
    assert output(rounds) == 1
    with main.open("ab") as file:
        file.write(line[50:] + b"\n")
    assert output(rounds) == 11


def test_a_deadline_leaves_the_rest_for_later(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round gets somewhere, even with no time at all; the last says that it is complete."""
    monkeypatch.setattr(reading, "_CHUNK", 300)
    main.write_bytes(b"".join(answer(n, 1) + b"\n" for n in range(1, 21)))
    child = main.with_suffix("") / "subagents" / "agent-a.jsonl"
    child.parent.mkdir(parents=True)
    child.write_bytes(answer(50, 1) + b"\n")
    seen = []
    for _ in range(100):
        seen.append(output(rounds, seconds=0))
        if rounds.is_complete:
            break

    assert seen == sorted(seen)
    assert 5 < len(seen) < 100
    assert seen[-1] == 21
    assert output(rounds) == 21


@pytest.mark.parametrize("size", [999, 1000, 1001, 5000])
def test_a_line_that_is_too_long(rounds: Rounds, main: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is passed over, in pieces and over rounds; the lines around it count; one that just fits counts too."""
    monkeypatch.setattr(reading, "_CHUNK", 256)
    monkeypatch.setattr(reading, "LONGEST", 1000)
    long = answer(2, 10, odd="")
    long = long.replace(b'"odd": ""', b'"odd": "' + b"x" * (size - len(long)) + b'"')
    assert len(long) == size
    main.write_bytes(answer(1, 1) + b"\n" + long + b"\n" + answer(3, 100) + b"\n")
    for _ in range(40):
        found = output(rounds, seconds=0)

    assert found == (111 if size <= 1000 else 101)


def test_a_file_that_is_too_long_a_line(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is still being written and already too long is no tail, and no line when it ends."""
    monkeypatch.setattr(reading, "_CHUNK", 256)
    monkeypatch.setattr(reading, "LONGEST", 1000)
    main.write_bytes(b'{"x":"' + b"x" * 1500 + b'"}')
    assert output(rounds) == 0
    with main.open("ab") as file:
        file.write(b"more\n" + answer(3, 100) + b"\n")
    assert output(rounds) == 100


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (answer(7, 5) + b"\n", 5),  # shorter
        (answer(7, 5) + b"\n" + answer(8, 6) + b"\n" + answer(9, 7) + b"\n", 18),  # longer, and another beginning
        (b"", 0),
    ],
)
def test_a_file_written_anew(rounds: Rounds, main: Path, new: bytes, expected: int) -> None:
    """Everything is read again."""
    main.write_bytes(answer(1, 1) + b"\n" + answer(2, 10) + b"\n")
    assert output(rounds) == 11

    main.write_bytes(new)

    assert output(rounds) == expected


def test_a_child_that_cannot_be_opened(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is passed over; so is one that turns out to be no file."""
    below = main.with_suffix("") / "subagents"
    below.mkdir(parents=True)
    (below / "agent-a.jsonl").write_bytes(answer(2, 10) + b"\n")

    def refused(path: bytes, flags: int, **more: int) -> int:
        if path.endswith(b"agent-a.jsonl"):
            raise PermissionError
        return os.open(path, flags, **more)

    monkeypatch.setattr(reading, "open", refused)
    assert output(rounds) == 1
    monkeypatch.setattr(reading, "open", os.open)
    monkeypatch.setattr(reading, "is_regular", lambda found: False)
    assert output(rounds) == 1
    monkeypatch.undo()
    assert output(rounds) == 11


def test_a_record_that_is_too_long_for_the_table(rounds: Rounds, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays in the state, for good."""
    monkeypatch.setattr("tallystick.kernel.sessionfold._MOST_HELD", 0)
    monkeypatch.setattr("tallystick.kernel.sessionfold._LEAST_HELD", 0)
    counted = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    split = dict.fromkeys(("ephemeral_1h_input_tokens", "ephemeral_5m_input_tokens"), 2**53)
    huge = dict.fromkeys(counted, 2**53) | {"cache_creation": split, "server_tool_use": {"web_search_requests": 2**53}}
    line = json.loads(answer(2, 0))
    line["message"]["usage"] = huge
    line["timestamp"] = "2026-03-02T09:00:00.000Z"
    line["message"]["content"] = "x" * 500
    main.write_bytes(main.read_bytes() + json.dumps(line).encode() + b"\n")

    assert output(rounds) == 2**53 + 1
    assert len(json.loads(rounds.kept)["pinned"]) == 1
    assert output(rounds) == 2**53 + 1
