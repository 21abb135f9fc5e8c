"""What receipts ask the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.store import queries, windows
from tallystick.store.index import Index, open_index
from tests.casebook.talk import client_says, limited
from tests.casebook.thread import Thread, sid, text, usage
from tests.histories import lay
from tests.indexes import synced

NINE = 1_772_442_000_000  # 2026-03-02T09:00Z, the first moment of a thread


def indexed(tmp_path: Path, *threads: Thread) -> Index:
    """The index of these threads."""
    synced(tmp_path / "root", lay(tmp_path / "claude", *threads))
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    return opened


def talk(number: int = 1) -> Thread:
    """A prompt; responses at 09:00 (over two lines), 09:10 and 10:00, of 1, 10, 100 input tokens; 5 read, 7 written."""
    made = Thread(number)
    made.ask("Fire the kiln.")
    for place, seconds in enumerate((0, 600, 3600)):
        for _ in range(2 - bool(place)):
            made.at(seconds).say(f"msg_{number}_{place}", text("."), usage(10**place, 5, 3, w5=7), effort="high")
    return made


def test_turns(tmp_path: Path) -> None:
    """Each response once, at its first line, in the order of time; a stretch ends before its end."""
    index = indexed(tmp_path, talk())
    (file,) = queries.transcripts(index)
    every = [(file, NINE, 2, 1), (file, NINE + 600_000, 4, 1), (file, NINE + 3_600_000, 5, 1)]

    assert list(windows.turns(index)) == every
    assert list(windows.turns(index, (NINE + 1, NINE + 3_600_000))) == every[1:2]
    assert list(windows.turns(index, (NINE, NINE + 3_600_001))) == every


def test_turns_without_a_time(tmp_path: Path) -> None:
    """They are in no stretch, and first of all."""
    made = talk()
    made.say("msg_x", text("."), usage(1, 0, 0), timestamp=...)
    index = indexed(tmp_path, made)

    assert [t for _, t, _, _ in windows.turns(index)] == [-1, NINE, NINE + 600_000, NINE + 3_600_000]
    assert len(list(windows.turns(index, (0, NINE * 2)))) == 3


def test_lines_that_are_gone(tmp_path: Path) -> None:
    """A file that was written anew still has its turns, and no line to show for them."""
    indexed(tmp_path, talk())
    made = Thread(1)
    made.ask("Another beginning.")
    made.at(9000).say("msg_new", text("."), usage(1, 0, 0))
    index = indexed(tmp_path, made)

    assert [(t - NINE, line) for _, t, line, _ in windows.turns(index)] == [
        (0, 0),
        (600_000, 0),
        (3_600_000, 0),
        (9_000_000, 2),
    ]


def test_last_turn(tmp_path: Path) -> None:
    """The newest up to a moment: one that a wrong clock put ahead is not the last."""
    index = indexed(tmp_path, talk())

    assert windows.last_turn(index, NINE + 3_599_999) == NINE + 600_000
    assert windows.last_turn(index, NINE * 2) == NINE + 3_600_000
    assert windows.last_turn(index, NINE - 1) is None


def test_stubs(tmp_path: Path) -> None:
    """Without tokens, or of one event."""
    silent, single, empty = Thread(2), Thread(3), Thread(4)
    silent.ask("Fire.")
    silent.say("msg_2", text("."), usage(0, 0, 0))
    single.say("msg_3", text("."), usage(5, 5, 5))
    empty.ask("Fire.")
    empty.ask("Fire!")
    index = indexed(tmp_path, talk(), silent, single, empty)
    ids = {file: row.id for file, row in queries.transcripts(index).items()}

    assert {ids[file] for file in windows.stubs(index)} == {sid(2), sid(3), sid(4)}


def test_used(tmp_path: Path) -> None:
    """Sums by model up to and with the last moment, the most output first."""
    other = Thread(2)
    other.at(60).say("msg_o", text("."), usage(1000, 0, 100), model="claude-haiku-4-5")
    index = indexed(tmp_path, talk(), other)
    used = windows.used(index, NINE, NINE + 600_000)
    names = queries.names_of(index, {row[0] for row in used})

    # 1 + 10 input; 12 + 12 more tokens of prompts, 10 of them read; 3 + 3 output
    assert [(names[model], *rest) for model, *rest in used] == [
        ("claude-haiku-4-5", 1000, 1000, 0, 100),
        ("claude-opus-4-6", 11, 35, 10, 6),
    ]
    assert windows.used(index, NINE + 600_001, NINE + 600_002) == []


def test_limits(tmp_path: Path) -> None:
    """Lines that say no, with what they say of the allowance; one without a time is none."""
    made = talk()
    quota = {"status": "rejected", "resetsAt": NINE // 1000 + 60, "rateLimitType": "five_hour"}
    client_says(made, 1, "You've hit your limit", **limited(quotaLimits=quota))
    client_says(made, 2, "You've hit your weekly limit · resets Mar 5", **limited())
    client_says(made, 3, "You've hit your weekly limit · resets Mar 5", **limited(), timestamp=...)
    index = indexed(tmp_path, made)
    found = windows.limits(index)

    assert [(line, part, t - NINE, kind, resets) for _, line, part, t, _, kind, resets in found] == [
        (6, 1, 3_601_000, "five_hour", NINE // 1000 + 60),
        (7, 1, 3_602_000, "weekly", None),
    ]


def test_turn_before(tmp_path: Path) -> None:
    """The last response of a session up to a moment."""
    index = indexed(tmp_path, talk(), talk(2))
    file = next(file for file, row in queries.transcripts(index).items() if row.id == sid(1))

    assert windows.turn_before(index, sid(1), NINE + 700_000) == (file, 4, 1)
    assert windows.turn_before(index, sid(1), NINE - 1) is None
    assert windows.turn_before(index, "nobody", NINE * 2) is None


@pytest.mark.parametrize(("line", "at"), [(2, None), (3, 2), (5, 4), (99, 5)])
def test_response_before(tmp_path: Path, line: int, at: int | None) -> None:
    """Where the line of the last response before a line starts."""
    made = talk()
    index = indexed(tmp_path, made)
    (file,) = queries.transcripts(index)
    starts = [0]
    for one in made.data().splitlines(keepends=True):
        starts.append(starts[-1] + len(one))

    assert windows.response_before(index, file, line) == (None if at is None else starts[at - 1])
