"""The table of responses that a session does not touch any more."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick.kernel.sessionfold import key_of
from tallystick.statusline import keeper
from tallystick.statusline.keeper import Keeper

TEXT = "0,12,2,0,0,1000,0,-1,1,2,3,4,5,6,7,1"


def stem(folder: Path) -> bytes:
    """Where a session's files begin."""
    return os.fsencode(folder / "sid")


def reopened(one: Keeper, folder: Path) -> Keeper:
    """The table as the next render opens it."""
    one.close()
    found = Keeper(stem(folder), one.number, one.slots, one.used)
    assert found.open()
    return found


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that begin small, so that they grow and their records collide."""
    monkeypatch.setattr(keeper, "_FIRST", 4)
    monkeypatch.setattr(keeper, "_SINGLY", 3)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(slots=st.lists(st.tuples(st.integers(0, 2**61), st.sampled_from(["", "n"])), unique=True, max_size=40))
def test_what_is_put_is_found(slots: list[tuple[int, str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Now, after a flush, and after growing; what was not put is not there."""
    folder = tmp_path_factory.mktemp("table")
    names = [f"{number}{kind}" for number, kind in slots]
    table = Keeper(stem(folder), 7, 0, 0)
    for at, name in enumerate(names):
        assert table.put(name, f"{at}")
        if at % 5 == 0:
            assert table.flush()
            table = reopened(table, folder)
    assert table.flush()
    table = reopened(table, folder)

    assert [str(at) for at in range(len(names))] == [table.get(name) for name in names]
    assert table.get("999999999999") is None
    assert table.used == len(names)
    table.close()


def test_a_record_is_replaced(tmp_path: Path) -> None:
    """The same response again is the same place."""
    table = Keeper(stem(tmp_path), 7, 0, 0)
    for text in ("one", "two"):
        assert table.put("12", text)
        assert table.get("12") == text
        assert table.flush()
        table = reopened(table, tmp_path)
        assert (table.get("12"), table.used) == (text, 1)
    table.close()


def test_a_record_that_is_too_long(tmp_path: Path) -> None:
    """It is refused, and nothing is written."""
    table = Keeper(stem(tmp_path), 7, 0, 0)

    assert not table.put("12", "9" * 126)
    assert table.put("12", "9" * 125)
    assert table.flush()
    assert len(reopened(table, tmp_path).get("12") or "") == 125


def test_nothing_to_write(tmp_path: Path) -> None:
    """No record, no file; an empty table knows nothing."""
    table = Keeper(stem(tmp_path), 7, 0, 0)

    assert table.open()
    assert table.get("12") is None
    assert table.flush()
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    """Missing, or of another size than the state says: no table."""
    table = Keeper(stem(tmp_path), 7, 4, 1)
    assert not table.open()
    Path(os.fsdecode(table.path)).write_bytes(b" " * 128 * 3)
    assert not table.open()
    table.close()


def test_a_table_that_is_none_of_ours(tmp_path: Path) -> None:
    """Full of something else: the search ends."""
    table = Keeper(stem(tmp_path), 7, 4, 4)
    Path(os.fsdecode(table.path)).write_bytes(b"x" * 128 * 4)
    assert table.open()

    with pytest.raises(ValueError, match="12"):
        table.get("12")
    table.close()


def test_a_table_that_killed_runs_have_filled(tmp_path: Path) -> None:
    """Their records are counted by no state; a table without room is made anew, with room."""
    table = Keeper(stem(tmp_path), 7, 0, 0)
    assert table.put("1", TEXT)
    assert table.flush()
    for number in range(2, 5):
        table = Keeper(stem(tmp_path), 7, 4, 1)  # each begins with the state of the first
        assert table.open()
        assert table.put(f"{number}", TEXT)
        assert table.flush()
        table.close()

    table = Keeper(stem(tmp_path), 7, 4, 1)
    assert table.open()
    assert table.put("5", TEXT)
    assert table.flush()

    table = reopened(table, tmp_path)
    assert [TEXT] * 5 == [table.get(f"{number}") for number in range(1, 6)]
    assert (table.slots, table.used) == (16, 5)
    table.close()


@pytest.mark.parametrize(
    ("slots", "used", "fresh", "seconds"),
    [
        (0, 0, 0, 0.0),
        (0, 0, 1000, 0.003),  # a first table of 1,000 records of 3 microseconds
        (131_072, 50_000, 0, 0.0),  # 56,000 records are less than half
        (131_072, 50_000, 1000, 0.006),  # 1,000 records of 6 microseconds, each written where it belongs
        (131_072, 60_000, 0, 0.198),  # 66,000 records of 3 microseconds
        (131_072, 1000, 300, 0.021),  # more than a quarter of those that are there: 7,000 records of 3 microseconds
        (131_072, 59_000, 10_000, 0.207),  # 69,000
    ],
)
def test_time_that_writing_takes(tmp_path: Path, slots: int, used: int, fresh: int, seconds: float) -> None:
    """Of what was kept so far, and of a whole table where this render may have to make one."""
    table = Keeper(stem(tmp_path), 7, slots, used)
    for number in range(fresh):
        table.put(f"{number}", TEXT)

    assert seconds == pytest.approx(table.seconds)


def test_another_render_is_writing(tmp_path: Path) -> None:
    """Then nothing is written, and the state must not be either; later it is."""
    path = Path(os.fsdecode(stem(tmp_path) + b".lock"))
    with path.open("w") as file:
        # a lock of another process: those of one's own do not count
        child = os.fork()
        if not child:  # pragma: no cover - the other process
            fcntl.lockf(file, fcntl.LOCK_EX)
            path.with_suffix(".held").touch()
            signal_end = path.with_suffix(".end")
            while not signal_end.exists():
                pass
            os._exit(0)
        while not path.with_suffix(".held").exists():
            pass
        table = Keeper(stem(tmp_path), 7, 0, 0)
        table.put("12", TEXT)
        assert not table.flush()
        assert not table.lock(patience=True)
        path.with_suffix(".end").touch()
        os.waitpid(child, 0)
    assert table.flush()
    table.close()


def test_a_folder_that_takes_nothing(tmp_path: Path) -> None:
    """It is said, and does not raise."""
    table = Keeper(stem(tmp_path / "missing"), 7, 0, 0)
    table.put("12", TEXT)

    assert not table.flush()


@pytest.mark.parametrize("ids", ["msg_{}", "msg_bench{}", "{}", "req_011CVdNYtj5xQkBNKcvp{:04}", "chatcmpl-{:024x}"])
def test_places_are_spread(ids: str) -> None:
    """Ids that only count up stand apart: one in two of the places that they have twice over is taken."""
    slots = 2048
    places = {keeper._first_place(key_of(ids.format(number)), slots) for number in range(slots // 2)}

    # thrown at random, half as many balls as urns leave 1 - e**-0.5 = 0.39 of the urns with one or more
    assert len(places) > 0.3 * slots
