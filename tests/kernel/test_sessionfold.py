"""The fold of a session's responses, apart from reading lines: tests/statusline/test_equality.py does both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel import sessionfold
from tallystick.kernel.sessionfold import (
    CLAIMED,
    CLAIMED_AWAY,
    NESTED,
    PINNED,
    SIDE,
    STOPPED,
    Line,
    SessionFold,
    key_of,
    number_of,
    read,
)


def line(output: int = 0, fresh: int = 0, flags: int = STOPPED, **fields: int) -> Line:
    """A line of a response."""
    found = Line()
    found.model = "m"
    found.flags = flags
    found.t = 1000
    found.counts = (fresh, 0, 0, 0, 0, output, 0)
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def fold(*lines: tuple[str, int, Line], cuts: tuple[int, ...] = (), bands: tuple[int, ...] = ()) -> SessionFold:
    """A fold of lines: slot, file, line."""
    found = SessionFold("s", cuts=cuts, bands=bands)
    found.positions = [0, 0]
    for slot, file, one in lines:
        found.respond(slot, file, one)
        found.positions[file] += 10
    found.settle()
    return found


def rows(found: SessionFold) -> list[list[int]]:
    """The rows with any response."""
    return [row for row in found.rows.values() if any(row)]


def test_keys() -> None:
    """Equal ids have equal keys; a lone surrogate is a letter like any other; a NUL at the end makes another id."""
    assert key_of("msg_1") == key_of("msg_1") != key_of("msg_2")
    assert key_of("half \ud83d").isdigit()
    assert number_of(b"a") != number_of(b"a\0")


def test_a_response_counts_once() -> None:
    """Its counts are the largest of its lines, over two files too."""
    found = fold(("1", 0, line(5, 10)), ("1", 0, line(90, 10)), ("1", 1, line(7, 11)), ("2", 0, line(1, 1)))

    assert rows(found) == [[2, 0, 12, 0, 0, 0, 0, 91, 0, 91]]


def test_what_a_child_shows() -> None:
    """Without a stop its output is at least what is visible: 41 characters are 11 tokens; recorded stays recorded."""
    assert rows(fold(("1", 0, line(3, flags=SIDE, visible=41)))) == [[1, 1, 0, 0, 0, 0, 0, 11, 0, 3]]
    assert rows(fold(("1", 0, line(3, flags=SIDE | STOPPED, visible=41)))) == [[1, 0, 0, 0, 0, 0, 0, 3, 0, 3]]


@pytest.mark.parametrize(
    ("flags", "thinking", "expected"),
    [
        (STOPPED, -1, (89, 1)),  # 100 less 41 characters, which are 11
        (STOPPED, 0, (0, 0)),
        (STOPPED, 30, (30, 0)),
        (0, -1, (0, 0)),
        (SIDE | STOPPED, -1, (0, 0)),
        (SIDE, 30, (30, 0)),
    ],
)
def test_reasoning(flags: int, thinking: int, expected: tuple[int, int]) -> None:
    """What was recorded, else output less what is visible for a finished answer of the main thread, else nothing."""
    found = fold(("1", 0, line(100, flags=flags, thinking=thinking, visible=41)))

    assert expected == (found.reasoning, found.estimated)


def test_reasoning_is_never_negative() -> None:
    """More visible characters than output leave nothing for it."""
    assert fold(("1", 0, line(1, visible=400))).reasoning == 0


def test_rows_by_price() -> None:
    """By variant, by the largest threshold that the prompt is over, by the last change of prices before it."""
    found = fold(
        ("1", 0, line(0, 100, t=999)),
        ("2", 0, line(0, 101, t=1000)),
        ("3", 0, line(0, 301, t=3000, variant=1)),
        ("4", 0, line(0, 1, t=-1)),
        cuts=(1000, 2000),
        bands=(100, 300),
    )

    assert set(found.rows) == {(0, 0, 0, 0), (0, 0, 100, 1000), (0, 1, 300, 2000), (0, 0, 0, -1)}


def test_an_earlier_time_moves_a_response() -> None:
    """The time of a response is its earliest line's, whenever that is read."""
    found = fold(("1", 0, line(1, t=-1)), ("1", 0, line(1, t=2500)), ("1", 0, line(1, t=500)), cuts=(1000,))

    assert [key[3] for key, row in found.rows.items() if any(row)] == [0]


@pytest.mark.parametrize(
    ("claims", "counted"),
    [((0,), 1), ((CLAIMED_AWAY,), 0), ((0, CLAIMED_AWAY), 0), ((CLAIMED_AWAY, CLAIMED), 1), ((CLAIMED,), 1)],
)
def test_copies(claims: tuple[int, ...], counted: int) -> None:
    """A copy of another session's request counts only if a line says that it is this one's."""
    assert counted == len(rows(fold(*(("1", 0, line(1, flags=claim)) for claim in claims))))


def test_lines_of_another_session() -> None:
    """The first line of a response in a file says whose it is there; each file says so for itself."""
    foreign, own = line(5, is_own=False), line(3)

    assert rows(fold(("1", 0, foreign), ("1", 0, own))) == []
    assert rows(fold(("1", 0, own), ("1", 0, foreign)))[0][-1] == 5
    assert rows(fold(("1", 0, foreign), ("1", 1, own)))[0][-1] == 3


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_nested_usage_counts_where_nothing_else_does(order: tuple[int, int]) -> None:
    """A progress line's usage is in the shadow of the child's own line, whichever is read first."""
    lines = [("1" + NESTED, 0, line(9)), ("1", 1, line(4))]

    assert rows(fold(lines[0]))[0][-1] == 9
    assert [row[-1] for row in rows(fold(lines[order[0]], lines[order[1]], ("2", 0, line(1))))] == [5]


numbers = st.integers(0, 2**53)


@given(values=st.lists(numbers, min_size=7, max_size=7), places=st.tuples(st.integers(0, 9), numbers))
def test_a_response_comes_back_from_its_text(values: list[int], places: tuple[int, int]) -> None:
    """Whatever its counts are."""
    found = fold(("1", 0, line())).held["1"]
    assert not isinstance(found, str)
    found.counts, found.place, found.files = tuple(values), places, {3: True, 5: False}  # type: ignore[assignment]

    again = read(found.text())

    assert found.text() == again.text()
    assert found.files == again.files


@pytest.mark.parametrize("text", ["", "1,2,3", "a,b", "1," * 15])
def test_a_text_that_is_none(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match=r"^"):
        read(text)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folds that hold two responses at most."""
    monkeypatch.setattr(sessionfold, "_MOST_HELD", 2)
    monkeypatch.setattr(sessionfold, "_LEAST_HELD", 1)


@pytest.mark.usefixtures("small")
def test_what_is_released_stays_counted() -> None:
    """The oldest go; one that was counted before and one that was not give the same totals."""
    found = fold(("1", 0, line(1)), ("2", 0, line(2)))
    assert list(found.release()) == []
    found.held["1"] = found.held["1"].text()  # type: ignore[union-attr]
    found.respond("3", 0, line(3))

    gone = dict(found.release())

    found.settle()
    assert set(gone) == {"1", "2"}
    assert [row[-1] for row in rows(found)] == [6]


@pytest.mark.usefixtures("small")
def test_one_that_is_released_uncounted() -> None:
    """Going does not need settling first."""
    found = SessionFold("s")
    found.positions = [0]
    for slot in "123":
        found.respond(slot, 0, line(5))

    assert len(list(found.release())) == 2
    assert [row[-1] for row in rows(found)] == [10]


def test_one_that_comes_back_stays() -> None:
    """A late line finds its response with the keeper, changes it, and it is pinned from then on."""
    found = fold(("1", 0, line(5)), ("2", 0, line(1)))
    text = found.held.pop("1").text()  # type: ignore[union-attr]
    found.recall = {"1": text}.get
    found.respond("1", 0, line(7))
    found.respond("1", 0, line(8))
    found.settle()

    assert [row[-1] for row in rows(found)] == [9]
    assert set(found.pinned) == {"1"}
    kept = found.pinned["1"]
    assert not isinstance(kept, str)
    assert kept.flags & PINNED
    found.pinned["1"] = kept.text()
    found.respond("1", 0, line(9))
    found.settle()
    assert [row[-1] for row in rows(found)] == [10]


@pytest.mark.parametrize("place", ["0,20", "0,999", "7,0"])
def test_what_an_unfinished_run_left(place: str) -> None:
    """A record from ahead of where reading stands, or from a file that is not known, is nothing."""
    found = fold(("1", 0, line(5)), ("2", 0, line(1)))
    found.held.clear()
    found.recall = {"3": f"{place},2,0,0,1000,0,-1,0,0,0,0,0,50,0,1"}.get
    found.respond("3", 0, line(2))
    found.settle()

    assert [row[-1] for row in rows(found)] == [8]


def test_column() -> None:
    """The sum of a column over all rows."""
    assert fold(("1", 0, line(5, t=1)), ("2", 0, line(6, t=5)), cuts=(3,)).column(sessionfold.OUTPUT) == 11


def test_responses_that_count() -> None:
    """In the order in which they were first seen; copies, and nested ones that a line of their own shows, do not."""
    found = fold(
        ("2", 0, line(5)),
        ("1", 0, line(7, flags=SIDE)),
        ("3", 0, line(9, flags=CLAIMED_AWAY)),
        ("1" + NESTED, 0, line(7)),
    )
    assert [one.counts[5] for one in found.counted()] == [5, 7]
    found.held["2"] = found.held["2"].text()  # type: ignore[union-attr] # as a state gives it back
    assert [one.counts[5] for one in found.counted()] == [5, 7]
