"""The demo: the sample in a place of its own, at its own time."""

from __future__ import annotations

from pathlib import Path

from tallystick.store import queries
from tallystick.store.index import open_index
from tallystick.tasks.demo import staged
from tallystick.tasks.overview import overview


def test_staged(home: Path) -> None:
    """The clock stands at the sample's last moment, nothing touches the user's own root, and all goes away."""
    with staged({"HOME": str(home)}) as place:
        index = open_index(place.root)
        assert index is not None
        with index:
            assert queries.coverage(index).last_ms == place.now_ms
        assert overview(place).stretches[0].figures.responses > 0
        assert not Path(place.root).is_relative_to(home)

    assert not Path(place.root).parent.exists()
    assert list(home.iterdir()) == []


def test_stopped_clock(home: Path) -> None:
    """TALLY_NOW counts for the demo too."""
    with staged({"HOME": str(home), "TALLY_NOW": "2026-01-15T12:00Z"}) as place:
        assert place.now_ms == 1_768_478_400_000
