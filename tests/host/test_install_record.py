"""What an installation remembers, until it is taken back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tallystick.errors import SettingsUnusable
from tallystick.host.install_record import Record, Records, digest

REAL = "/home/dev/.claude/settings.json"


def make(data: bytes) -> Record:
    """A record of an installation over these bytes."""
    return Record(existed=True, before=digest(data), after=digest(b"new"), previous='{"type": "x"}', made_folder="")


def fields(record: Record | None) -> tuple[object, ...]:
    """Every field."""
    return tuple(getattr(record, name) for name in Record.__slots__)


def test_nothing_yet(tmp_path: Path) -> None:
    """A look makes nothing."""
    records = Records(str(tmp_path))

    assert records.of(REAL) is None
    assert records.is_empty
    assert [] == os.listdir(tmp_path)


def test_there_and_back(tmp_path: Path) -> None:
    """Record and bytes, for this user alone."""
    kept = make(b"old")
    Records(str(tmp_path)).keep(REAL, kept, b"old")
    records = Records(str(tmp_path))

    assert fields(kept) == fields(records.of(REAL))
    assert b"old" == records.backup(REAL)
    assert not records.is_empty
    places = (tmp_path / "install", *(tmp_path / "install").iterdir())
    assert {"700", "600"} == {f"{path.stat().st_mode & 0o777:o}" for path in places}


def test_two_files_are_two_records(tmp_path: Path) -> None:
    """One goes, the other stays."""
    records = Records(str(tmp_path))
    records.keep(REAL, make(b"old"), b"old")
    records.keep("/other", make(b"old"), b"old")
    records.drop(REAL, with_backup=True)
    records = Records(str(tmp_path))

    assert (None, b"old", False) == (records.of(REAL), records.backup("/other"), records.is_empty)
    records.drop("/other", with_backup=True)
    assert [] == os.listdir(tmp_path)


def test_bytes_may_outlive_the_record(tmp_path: Path) -> None:
    """Where somebody may still want them."""
    records = Records(str(tmp_path))
    records.keep(REAL, make(b"old"), b"old")
    path = Path(records.backup_path(REAL))
    records.drop(REAL, with_backup=False)

    assert b"old" == path.read_bytes()
    assert Records(str(tmp_path)).is_empty


def test_what_outlived_its_record_is_not_written_over(tmp_path: Path) -> None:
    """The next installation keeps its bytes beside it; an installation that is renewed keeps them in one place."""
    records = Records(str(tmp_path))
    for data in (b"old", b"older"):
        records.keep(REAL, make(data), data)
        records.keep(REAL, make(data), data)
        records.drop(REAL, with_backup=False)

    assert {"settings-1.json": b"old", "settings-2.json": b"older"} == {
        path.name: path.read_bytes() for path in (tmp_path / "install").iterdir()
    }


def test_half_a_record_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the record cannot be written, the bytes beside it go too."""
    records = Records(str(tmp_path))

    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(Records, "_write", full)
    with pytest.raises(OSError, match="full"):
        records.keep(REAL, make(b"old"), b"old")

    assert [] == os.listdir(tmp_path / "install")


def test_a_backup_that_is_not_what_it_was(tmp_path: Path) -> None:
    """Is none."""
    records = Records(str(tmp_path))
    records.keep(REAL, make(b"old"), b"old")
    Path(records.backup_path(REAL)).write_bytes(b"odd")
    assert records.backup(REAL) is None
    os.unlink(records.backup_path(REAL))
    assert records.backup(REAL) is None


def test_dropping_what_is_not_there(tmp_path: Path) -> None:
    """Is nothing."""
    Records(str(tmp_path)).drop(REAL, with_backup=True)

    assert [] == os.listdir(tmp_path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"format": 2, "settings": {}}',
        b'{"format": 1}',
        b'{"format": 1, "settings": {"a": {"x": 1}}}',
    ],
)
def test_a_record_that_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    """Stops everything: what was there before is not to be lost for a guess."""
    (tmp_path / "install").mkdir()
    (tmp_path / "install" / "statusline.json").write_bytes(data)

    with pytest.raises(
        SettingsUnusable, match=r"install/statusline\.json: cannot be read, nothing was changed: move it away"
    ):
        Records(str(tmp_path))


def test_a_record_of_an_earlier_version(tmp_path: Path) -> None:
    """It names no parts: then it was the status line."""
    records = Records(str(tmp_path))
    records.keep(REAL, make(b"old"), b"old")
    path = tmp_path / "install" / "statusline.json"
    found = json.loads(path.read_text())
    del found["settings"][REAL]["parts"]
    path.write_text(json.dumps(found))

    assert Records(str(tmp_path)).parts == {"statusline"}
    assert Records(str(tmp_path / "none")).parts == set()
