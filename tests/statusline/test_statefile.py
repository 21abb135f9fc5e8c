"""The file of a state, which several processes may write: what each of them leaves of the others' work."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tallystick.statusline.keeper import Keeper
from tallystick.statusline.statefile import StateFile
from tallystick.statusline.totals import Totals
from tests.statusline.rounds import Rounds

SESSION = "5e550000-0001"


def answer(number: int) -> str:
    """A line with the usage of one answer of one token."""
    message = {"id": f"msg_{number}", "model": "m", "usage": {"output_tokens": 1}, "stop_reason": "end_turn"}
    return json.dumps({"type": "assistant", "sessionId": SESSION, "message": message}) + "\n"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """A transcript of one answer, and the folder of its state."""
    (tmp_path / "root" / "statusline").mkdir(parents=True)
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_text(answer(1))
    return path


def stem(main: Path) -> Path:
    """Where the files of the state begin."""
    return main.parent / "root" / "statusline" / SESSION


def file_of(main: Path) -> StateFile:
    """The state as it is now."""
    return StateFile(os.fsencode(f"{stem(main)}.json"))


def totals_of(main: Path, state: StateFile) -> Totals:
    """The totals read to the end, to be kept."""
    totals = Totals(os.fsencode(main.parent / "root"), os.fsencode(stem(main)), os.fsencode(main), float("inf"))
    totals.catch_up(state.fields, 1)
    totals.keep()
    return totals


def kept(main: Path) -> dict[str, object]:
    """What the file holds."""
    found: dict[str, object] = json.loads(Path(f"{stem(main)}.json").read_text())
    return found


def test_changes_and_totals(main: Path) -> None:
    """Both are written over what is there; what a state holds beside them stays."""
    Path(f"{stem(main)}.json").write_text('{"theirs": 1, "limits": "a"}')
    state = file_of(main)
    totals = totals_of(main, state)

    assert state.write({"limits": "b"}, totals)
    totals.close()
    assert (kept(main)["theirs"], kept(main)["limits"], kept(main)["positions"]) == (1, "b", [main.stat().st_size])


def test_another_one_wrote_other_fields(main: Path) -> None:
    """They stay, and so does what was read here: it goes on from the same place."""
    state = file_of(main)
    totals = totals_of(main, state)
    file_of(main).write({"limits": "theirs"}, None)

    assert state.write({}, totals, is_shared=True)
    totals.close()
    assert (kept(main)["limits"], kept(main)["positions"]) == ("theirs", [main.stat().st_size])


def test_another_one_went_on_reading(main: Path) -> None:
    """Its totals stay, which name its table; changes of one's own are written to them."""
    state = file_of(main)
    totals = totals_of(main, state)
    with main.open("a") as file:
        file.write(answer(2))
    other = file_of(main)
    theirs = totals_of(main, other)
    assert other.write({}, theirs)
    theirs.close()

    assert not state.write({"limits": "mine"}, totals)
    totals.close()
    assert (kept(main)["limits"], kept(main)["positions"]) == ("mine", [main.stat().st_size])


def test_another_one_is_writing(main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its turn is waited for; where that does not end, or cannot be, nothing is written."""
    state = file_of(main)
    totals = totals_of(main, state)
    monkeypatch.setattr(Keeper, "lock", lambda *_, **__: False)

    assert not state.write({"limits": "mine"}, totals, is_shared=True)
    assert not state.write({"limits": "mine"}, None, is_shared=True)
    assert not Path(f"{stem(main)}.json").exists()


def test_a_table_that_cannot_be_written(main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state is not written either: it would count what is in no table."""
    state = file_of(main)
    totals = totals_of(main, state)
    monkeypatch.setattr(Keeper, "flush", lambda _: False)

    assert not state.write({"limits": "mine"}, totals)
    assert not Path(f"{stem(main)}.json").exists()


def test_a_folder_that_takes_nothing(main: Path) -> None:
    """It is said, and does not raise."""
    state = file_of(main)
    totals = totals_of(main, state)
    stem(main).parent.rmdir()

    assert not state.write({}, totals)
    assert not state.write({"limits": "mine"}, None)
    assert Rounds(main.parent / "root", main).read().calls == 0
