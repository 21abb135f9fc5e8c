"""Histories: every session once, its threads in order, the openings of the project's earlier sessions at hand."""

from __future__ import annotations

from pathlib import Path

from tallystick.store.histories import histories, history
from tallystick.store.index import open_index
from tests.pasts import pasts, window_of

SCRIPT = """
session 2 at=5000
ask
read kiln.py
session 1
ask
read kiln.py
session 3 at=6000 cwd=/srv/other
ask
read kiln.py
"""


def test_sessions_come_in_the_order_of_their_starts(tmp_path: Path) -> None:
    """Each knows the openings of its own project's earlier sessions."""
    found = pasts(tmp_path, SCRIPT)

    assert [(one.session[9:13], len(one.earlier)) for one in found] == [("0001", 0), ("0002", 1), ("0003", 0)]
    assert found[0].names[found[0].project] == "/srv/kiln"


def test_one_session(tmp_path: Path) -> None:
    """By its key, without the openings of others; nothing for a key that no file has."""
    second = pasts(tmp_path, SCRIPT)[1]
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        found = history(index, second.session_key, window_of)
        assert found is not None
        assert (found.session, found.earlier) == (second.session, ())
        assert history(index, 5, window_of) is None


def test_sessions_of_a_stretch(tmp_path: Path) -> None:
    """Only sessions with lines in it, whose starts lie 0, 5,000 and 6,000 seconds after nine."""
    pasts(tmp_path, SCRIPT)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    nine = 1_772_442_000_000
    with index:
        found = list(histories(index, window_of, (nine + 5_001_000, nine + 6_000_000)))
        assert [one.session[9:13] for one in found] == ["0002"]
        assert len(list(histories(index, window_of, (nine, nine + 6_000_001)))) == 3
        assert list(histories(index, window_of, (nine - 5, nine))) == []
