"""The ledger of savings as it is read from disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.kernel import savingsfile
from tests.kernel.test_savings import ME, row


def saved(path: Path) -> list[int]:
    """The tokens of the session's rows."""
    return [one.saved for one in savingsfile.scan(os.fsencode(path), ME)]


@pytest.mark.parametrize("size", [64, 100, 1000, 1 << 18])
def test_in_pieces_that_end_anywhere(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that is larger than a piece is read whole too, and the last one needs no line feed."""
    lines = [row(20), row(90, session_id="other"), row(30, basis="b" * 3000), b"torn", row(40)]
    (tmp_path / "ledger").write_bytes(b"\n".join(lines))
    monkeypatch.setattr(savingsfile, "_BUFFER", size)

    assert saved(tmp_path / "ledger") == [20, 30, 40]


def test_what_is_too_long_is_no_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading stops there."""
    (tmp_path / "ledger").write_bytes(b"\n".join([row(20), row(30, basis="b" * 3000), row(40)]))
    monkeypatch.setattr(savingsfile, "_BUFFER", 64)
    monkeypatch.setattr(savingsfile, "_LONGEST", 500)

    assert saved(tmp_path / "ledger") == [20]


def test_a_ledger_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds nothing."""
    assert saved(tmp_path / "missing") == []
    assert saved(tmp_path) == []
    (tmp_path / "ledger").write_bytes(row(20))

    def broken(*args: object) -> int:
        raise OSError

    monkeypatch.setattr(savingsfile, "readv", broken)
    assert saved(tmp_path / "ledger") == []
