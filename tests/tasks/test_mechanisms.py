"""Turns of context mechanisms, booked and added up."""

from __future__ import annotations

import json
from pathlib import Path

from tallystick.host.environment import Surroundings
from tallystick.host.mechanism_ledger import path_of
from tallystick.mechanisms.counters import Counters
from tallystick.tasks.mechanisms import book, booked, remarks

NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z
ROW = {"turn": 1, "bash": 10, "amnesia": 0, "lazy": 5, "write": 0, "aux_calls": 1, "aux_input": 4, "aux_output": 1}


def test_row(tmp_path: Path) -> None:
    """When, whose, and what the turn came to."""
    assert book(str(tmp_path), "s1", NOON, ROW, host="pi")

    (line,) = Path(path_of(str(tmp_path))).read_text("utf-8").splitlines()
    assert json.loads(line) == {"ts": "2026-03-02T12:00:00Z", "session_id": "s1", "host": "pi", **ROW}


def test_nothing_to_book(tmp_path: Path) -> None:
    """No row, no file, and nothing wrong."""
    assert book(str(tmp_path), "s1", NOON, {}, host="pi")
    assert not Path(path_of(str(tmp_path))).exists()


def test_no_room(tmp_path: Path) -> None:
    """A ledger that cannot be written fails nobody's turn; neither does a moment that has no date."""
    (tmp_path / "mechanisms").write_text("x")

    assert not book(str(tmp_path), "s1", NOON, ROW, host="pi")
    assert not book(str(tmp_path), "s1", 10**30, ROW, host="pi")


def test_sums(tmp_path: Path) -> None:
    """Of all sessions or of one, with what asking took, and what of it was today."""
    root = str(tmp_path)
    for session, day in (("s1", 0), ("s1", 1), ("s2", 1)):
        book(root, session, NOON + day * 86_400_000, ROW, host="pi")
    found = booked(root, today="2026-03-03")

    assert [(name, one.turns, one.saved) for name, one in found.groups] == [("bash", 3, 30), ("lazy", 3, 15)]
    assert (found.totals.turns, found.totals.saved, found.net, found.sessions, found.today) == (3, 45, 30, 2, 30)
    assert booked(root, "s1").totals.saved == 30
    assert booked(root, "none").groups == []


def test_what_turns_say_is_what_the_ledger_says(tmp_path: Path) -> None:
    """Rows are of single turns: a session that is taken up again from its snapshot adds nothing twice."""
    counters = Counters()
    for amount in (7, 0, 9):
        counters.add("bash", amount)
        book(str(tmp_path), "s1", NOON, counters.end_turn()[1], host="pi")
    again = Counters.of([counters.snapshot()])
    again.add("bash", 1)
    book(str(tmp_path), "s1", NOON, again.end_turn()[1], host="pi")

    assert booked(str(tmp_path)).totals.saved == again.total == 17


def test_a_day_that_is_none(tmp_path: Path) -> None:
    """A row whose time cannot be read is of no day, and counts."""
    path = Path(path_of(str(tmp_path)))
    path.parent.mkdir()
    path.write_text('{"ts":"yesterday","session_id":"s1","bash":3}\n')
    found = booked(str(tmp_path), today="2026-03-02")

    assert (found.totals.saved, found.today) == (3, 0)


def test_what_the_doctor_says(tmp_path: Path) -> None:
    """How much there is, and each line that is refused; nothing of a ledger that is not there."""
    place = Surroundings(str(tmp_path / "root"), None, {"HOME": str(tmp_path)}, 0)
    assert list(remarks(place)) == []
    book(place.root, "s1", NOON, ROW, host="pi")
    (first,) = remarks(place)
    assert (first.text, first.is_warning) == ("~/root/mechanisms/turns.jsonl: 1 turn, 15 estimated tokens", False)
    Path(path_of(place.root)).write_bytes(b"torn\n")
    _, second = remarks(place)
    assert (second.text, second.places) == ("1 row of mechanisms refused and not counted", ("line 1: not JSON",))
