"""The task behind `tally prices refresh`; tests/pricelist has what a user sees of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import DownloadError, UsageError
from tallystick.host.environment import Surroundings
from tallystick.host.pricecache import read
from tallystick.tasks.price_refresh import refresh
from tests.histories import surroundings
from tests.pricelist.offers import everything, model, price_list
from tests.pricelist.server import running

DEC_5 = 1_796_472_000_000  # 2026-12-05T12:00Z


def place(home: Path, base: str, **environ: str) -> Surroundings:
    """A place whose prices come from there."""
    return surroundings(home, now_ms=DEC_5, TALLY_PRICE_LIST_URL=base, **environ)


def test_what_is_counted(tmp_path: Path) -> None:
    """Seven models, five of them in two tiers; two prices of other ways of buying."""
    with running() as server:
        done = refresh(place(tmp_path, server.base))
        again = refresh(place(tmp_path, server.base))

    assert ("us-east-1", "2026-12-01T12:44:10Z", 12, 7, 2) == (
        done.region,
        done.published,
        done.prices,
        done.models,
        done.other_ways,
    )
    assert (False, True) == (done.known, again.known)
    assert str(tmp_path / "root" / "prices" / "bedrock-us-east-1.json") == done.path
    assert () == done.changes + done.unknown + done.left_out + done.not_taken + again.changes


def test_what_is_kept(tmp_path: Path) -> None:
    """Rows of both lists: a model that the second no longer has stays, and nothing is kept twice."""
    with running() as server:
        server.put(price_list(everything()))
        refresh(place(tmp_path, server.base))
        first = read(str(tmp_path / "root" / "prices" / "bedrock-us-east-1.json"))
        opus = model("Claude_Opus_5.5", "new", "4/5/8/0.2/20", is_global=True)
        server.put(price_list(opus, published="2026-12-02T00:00:00Z"))
        done = refresh(place(tmp_path, server.base))
        second = read(done.path)

    assert first is not None
    assert second is not None
    assert ("2026-12-02T00:00:00Z", 1) == (second.published, done.prices)
    assert sorted(row.astuple()[:3] for row in first.rows) == sorted(row.astuple()[:3] for row in second.rows)


def test_no_region(tmp_path: Path) -> None:
    """A name that is none is bad usage, and nothing is asked or made."""
    with pytest.raises(UsageError, match="is no name of a region; write it like us-east-1"):
        refresh(place(tmp_path, "http://127.0.0.1:9", AWS_REGION="../.."))

    assert [] == list(tmp_path.iterdir())


def test_no_server(tmp_path: Path) -> None:
    """What is in use stays."""
    with pytest.raises(DownloadError, match=r"cannot be reached .*; the prices in use stay as they are"):
        refresh(place(tmp_path, "http://127.0.0.1:9"))
