"""Forgetting: what is asked for goes for good, with the copies of the index, and does not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.errors import NotFound, RootUnusable
from tallystick.host.environment import Surroundings
from tallystick.kernel.savingsledger import add
from tallystick.tasks.backup import back_up
from tallystick.tasks.choosing import Question
from tallystick.tasks.forget import forget
from tallystick.tasks.refresh import refresh
from tallystick.tasks.spent import spend
from tests.histories import lay, surroundings, thread

START_MS = 1_772_442_000_000


@pytest.fixture
def place(tmp_path: Path) -> Surroundings:
    """Two sessions of one project, a day apart, and one of another."""
    config = lay(tmp_path / "claude", thread(1), thread(2, seconds=86_400), thread(3, cwd="/srv/pottery"))
    found = surroundings(tmp_path, config)
    refresh(found)
    return found


def left(place: Surroundings) -> set[str]:
    """The last digit of each session that is still counted after another sync."""
    return {row.key[12] for row in spend(Question("session", find_zone("UTC")), place).rows}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"session": "5e550000-0001"}, {"2", "3"}),
        ({"project": "kiln"}, {"3"}),
        ({"before_ms": START_MS + 86_400_000}, {"2"}),
        ({"project": "kiln", "before_ms": START_MS + 86_400_000}, {"2", "3"}),
        ({"session": "x"}, {"1", "2", "3"}),
        ({"before_ms": START_MS}, {"1", "2", "3"}),
    ],
)
def test_forget(place: Surroundings, fields: dict[str, str | int], expected: set[str]) -> None:
    """What matches all that is named goes, and another sync does not bring it back."""
    done = forget(place, lambda _: True, **fields)  # type: ignore[arg-type]

    assert expected == left(place)
    assert done.sessions == done.transcripts == 3 - len(expected)
    assert len(done.notes) == (fields == {"session": "x"})


def test_backups_go_too(place: Surroundings) -> None:
    """A copy of the index would still know; none is left."""
    path, copies = back_up(place)
    assert (Path(path).exists(), copies) == (True, 1)

    assert forget(place, lambda _: True, project="kiln").backups == 1
    assert not Path(path).exists()


def test_asked_first(place: Surroundings) -> None:
    """Whoever is asked hears the number of sessions; a no changes nothing."""
    asked: list[int] = []

    def refuse(count: int) -> bool:
        asked.append(count)
        return False

    done = forget(place, refuse, project="kiln")

    assert (asked, done.sessions, left(place)) == ([2], 0, {"1", "2", "3"})


def test_no_index(tmp_path: Path) -> None:
    """Where nothing is kept there is nothing to forget."""
    with pytest.raises(NotFound) as raised:
        forget(surroundings(tmp_path), lambda _: True, session="x")

    assert str(raised.value) == f"there is no index under {tmp_path}/root: nothing is kept that could be forgotten"


def test_traces_go_too(place: Surroundings) -> None:
    """What a session saved is forgotten with it; where that cannot be, the index still knows the session."""
    ledger = Path(place.root) / "usage" / "savings.jsonl"
    for number in (1, 2):
        add(place.root.encode(), {"session_id": thread(number).session, "tokens_saved": 1})

    assert forget(place, lambda _: True, session="5e550000-0001").savings == 1
    assert len(ledger.read_bytes().split()) > 0
    assert thread(1).session.encode() not in ledger.read_bytes()

    ledger.unlink()
    ledger.mkdir()
    with pytest.raises(RootUnusable, match="nothing was taken out of the index"):
        forget(place, lambda _: True, session="5e550000-0002")
    assert left(place) == {"2", "3"}
