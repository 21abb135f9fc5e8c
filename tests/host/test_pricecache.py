"""What a refresh left is read back as it was written, or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tallystick.errors import PriceError
from tallystick.host.pricecache import Kept, read, write
from tests.accounting.pricelist import bedrock

KEPT = Kept(
    region="eu-west-1",
    published="2026-12-01T00:00:00Z",
    fetched="2026-12-05",
    url="https://p.example/index.json",
    tag='"abc"',
    rows=(bedrock("claude-a", "regional", "4.4", effective_from="2026-12-01", source="s", as_of="2026-12-05"),),
    everywhere=("claude-a",),
)


def test_there_and_back(tmp_path: Path) -> None:
    """Every field and every row; the file is this user's alone, in a folder that is made for it."""
    path = tmp_path / "prices" / "bedrock-eu-west-1.json"
    write(str(path), KEPT)
    found = read(str(path))

    assert found is not None
    for name in ("region", "published", "fetched", "url", "tag", "everywhere"):
        assert getattr(KEPT, name) == getattr(found, name)
    assert [row.astuple() for row in KEPT.rows] == [row.astuple() for row in found.rows]
    assert ["600", "700"] == [f"{place.stat().st_mode & 0o777:o}" for place in (path, path.parent)]


def test_nothing_is_no_fault(tmp_path: Path) -> None:
    """Before the first refresh there is nothing."""
    assert read(str(tmp_path / "none.json")) is None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": 2}, "cannot be used (another format); tally prices refresh writes it again"),
        ({"region": None}, "cannot be used (a field is missing); tally prices refresh writes it again"),
        ({"everywhere": 3}, "cannot be used (a field is missing); tally prices refresh writes it again"),
        ({"everywhere": [3]}, "cannot be used (a field is missing); tally prices refresh writes it again"),
        ({"rows": None}, "rows: null where a list of rows is expected"),
    ],
)
def test_what_is_not_ours_is_refused(tmp_path: Path, change: dict[str, object], fault: str) -> None:
    """One line with the file."""
    path = tmp_path / "c.json"
    write(str(path), KEPT)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")

    with pytest.raises(PriceError) as raised:
        read(str(path))

    assert f"{path}: {fault}" == str(raised.value)


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"format": 1', b"[" * 100_000])
def test_any_bytes(tmp_path: Path, data: bytes) -> None:
    """Give a price error, and nothing else."""
    path = tmp_path / "c.json"
    path.write_bytes(data)

    with pytest.raises(PriceError, match="cannot be used"):
        read(str(path))
