"""Whole texts beside a ledger."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tallystick.kernel.sidecars import Sidecars, stem


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("t1.jsonl", "t1"),
        ("savings.jsonl", "savings"),
        (".savings.jsonl", ".savings"),
        ("a.b.jsonl", "a.b"),
        ("plain", "plain"),
        (".hidden", ".hidden"),
        ("..", ".."),
        ("", ""),
    ],
)
def test_stem(name: str, expected: str) -> None:
    """The last ending goes; a leading full stop is none."""
    assert stem(name) == expected


def test_both_are_kept(tmp_path: Path) -> None:
    """Two files in a folder of the ledger's name, for this user alone; paths begin at the ledger's folder."""
    paths, fault = Sidecars(str(tmp_path / "t1.jsonl")).keep("tx-1", b"before", b"after")

    assert paths == ("t1.transform_debug/tx-1.before.txt", "t1.transform_debug/tx-1.after.txt")
    assert fault == ""
    assert [(tmp_path / one).read_bytes() for one in paths] == [b"before", b"after"]
    assert stat.S_IMODE((tmp_path / "t1.transform_debug").stat().st_mode) == 0o700


def test_one_of_two_is_none(tmp_path: Path) -> None:
    """Where the second cannot be written, the first goes too."""
    sidecars = Sidecars(str(tmp_path / "t1.jsonl"))
    sidecars.keep("tx-1", b"before", b"after")
    (tmp_path / "t1.transform_debug" / "tx-2.after.txt").touch()

    assert sidecars.keep("tx-2", b"before", b"after") == (None, "File exists")
    assert not (tmp_path / "t1.transform_debug" / "tx-2.before.txt").exists()


def test_a_link_is_no_folder(tmp_path: Path) -> None:
    """A link that somebody planted is not followed."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "t1.transform_debug").symlink_to(tmp_path / "elsewhere")

    assert Sidecars(str(tmp_path / "t1.jsonl")).keep("tx-1", b"", b"x") == (None, "not a folder of its own")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_drop(tmp_path: Path) -> None:
    """Files whose record could not be written go, also when one has gone before."""
    sidecars = Sidecars(str(tmp_path / "t1.jsonl"))
    paths, _ = sidecars.keep("tx-1", b"before", b"after")
    assert paths is not None
    (tmp_path / paths[0]).unlink()

    sidecars.drop(paths)

    assert list((tmp_path / "t1.transform_debug").iterdir()) == []
