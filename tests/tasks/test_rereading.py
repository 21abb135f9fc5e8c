"""Reading one line again, and saying whether the index still tells what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.model.answers import EventRow
from tallystick.store import events
from tallystick.store.index import open_index
from tallystick.tasks.rereading import CHANGED, GONE, SAME, compare, read_line
from tests.casebook.thread import Thread, call, sid, text, usage
from tests.crash.corpus import put
from tests.indexes import synced


@pytest.mark.parametrize(
    ("offset", "expected"), [(0, b"one"), (4, b"two"), (8, b"three"), (5, b"wo"), (13, None), (99, None)]
)
def test_a_line_is_read_from_its_offset(tmp_path: Path, offset: int, expected: bytes | None) -> None:
    """To its line feed, or to the end of the file."""
    (tmp_path / "f").write_bytes(b"one\ntwo\nthree")

    assert expected == read_line(str(tmp_path / "f"), offset)
    assert read_line(str(tmp_path / "nowhere"), offset) is None


def indexed(base: Path) -> tuple[Path, dict[tuple[int, int], EventRow]]:
    """A transcript and its events by line and part."""
    thread = Thread(1)
    thread.ask("Fire.")
    thread.say("m", call("toolu_1", "Bash", command="pytest"), usage(1, 2, 3))
    thread.give("toolu_1", "BUILD FAILED")
    thread.say("n", text("One."), usage(1, 2, 3))
    lines = thread.data().split(b"\n")
    path = put(base, f"x/{sid(1)}.jsonl", b"\n".join(lines[:3]) + b"\n" + lines[3] + lines[0] + b"\n")
    synced(base / "root", base)
    opened = open_index(str(base / "root"))
    assert opened is not None
    with opened as index:
        places = [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2)]
        return path, {place: events.find(index, sid(1), *place)[0] for place in places}


def test_what_stands_as_it_stood_is_the_same(tmp_path: Path) -> None:
    """Prompt, call, result (whose flags earlier lines decided) and both parts of a fused line."""
    _, rows = indexed(tmp_path)

    assert {SAME} == {compare(row) for row in rows.values()}


def test_what_was_changed_is_said_to_be(tmp_path: Path) -> None:
    """Another prompt, another command, another result of the same length."""
    path, rows = indexed(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Fire.", b"Cool.").replace(b"pytest", b"pyfire").replace(b"BUILD", b"build"))

    assert [CHANGED] * 3 == [compare(rows[line, 1]) for line in (1, 2, 3)]
    assert SAME == compare(rows[4, 1])


def test_what_is_gone_is_gone(tmp_path: Path) -> None:
    """The line, the file, or the event itself; a transcript of an agent nobody knows cannot be compared."""
    path, rows = indexed(tmp_path)
    path.write_bytes(path.read_bytes()[:10])
    assert (CHANGED, GONE) == (compare(rows[1, 1]), compare(rows[4, 1]))
    path.unlink()
    assert GONE == compare(rows[1, 1])

    row = rows[1, 1]
    path.write_bytes(b"{}\n")
    row.agent = "nobody"
    assert CHANGED == compare(row)
    row.moment = None
    assert GONE == compare(row)
