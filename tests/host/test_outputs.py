"""Whole outputs are kept under their own hash. Expected ids: `printf TEXT | sha256sum | head -c 12`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.host import outputs

ABC = "ba7816bf8f01"  # of "abc"


def test_an_output_is_named_by_what_it_holds(tmp_path: Path) -> None:
    """Equal ones are one file, for this user alone."""
    umask = os.umask(0)
    try:
        assert ABC == outputs.keep(str(tmp_path), b"abc") == outputs.keep(str(tmp_path), b"abc")
    finally:
        os.umask(umask)

    kept = tmp_path / "outputs" / ABC
    assert b"abc" == outputs.read(str(tmp_path), ABC)
    assert (0o600, 0o700) == (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777)
    assert [ABC] == os.listdir(kept.parent)


@pytest.mark.parametrize(
    ("text", "expected"), [(ABC, True), (ABC.upper(), False), ("../../x", False), ("ba7816bf8f0", False), ("", False)]
)
def test_an_id_is_twelve_digits(text: str, *, expected: bool) -> None:
    """Hexadecimal, and nothing that leads elsewhere."""
    assert expected == outputs.is_id(text)


def test_what_was_changed_is_not_shown(tmp_path: Path) -> None:
    """Nor a link, a pipe, or nothing."""
    outputs.keep(str(tmp_path), b"abc")
    kept = tmp_path / "outputs" / ABC
    kept.write_bytes(b"abd")
    assert outputs.read(str(tmp_path), ABC) is None
    kept.unlink()
    (tmp_path / "abc").write_bytes(b"abc")
    kept.symlink_to(tmp_path / "abc")
    assert outputs.read(str(tmp_path), ABC) is None
    kept.unlink()
    os.mkfifo(kept)
    assert outputs.read(str(tmp_path), ABC) is None
    kept.unlink()
    assert outputs.read(str(tmp_path), ABC) is None


def test_a_changed_one_is_kept_anew(tmp_path: Path) -> None:
    """Of another length."""
    outputs.keep(str(tmp_path), b"abc")
    (tmp_path / "outputs" / ABC).write_bytes(b"")

    assert ABC == outputs.keep(str(tmp_path), b"abc")
    assert b"abc" == outputs.read(str(tmp_path), ABC)


def test_the_old_and_the_many_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a week, or when there is no room: the oldest first, never the one just kept."""
    names = [outputs.keep(str(tmp_path), text) for text in (b"abc", b"defg", b"hijkl")]
    for age, name in zip((8 * 86_400, 60, 30), names, strict=True):
        path = tmp_path / "outputs" / str(name)
        os.utime(path, (path.stat().st_mtime - age, path.stat().st_mtime - age))
    (tmp_path / "outputs" / "not-ours").touch()

    last = outputs.keep(str(tmp_path), b"mnopqr")
    assert [last, names[2], names[1]] == [name for name, _, _ in outputs.listing(str(tmp_path))]

    monkeypatch.setattr(outputs, "_ROOM", 8)
    newest = outputs.keep(str(tmp_path), b"a longer one than there is room")
    assert [newest] == [name for name, _, _ in outputs.listing(str(tmp_path))]
    assert (tmp_path / "outputs" / "not-ours").exists()


def test_what_cannot_be_kept_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too large, or no place to write."""
    (tmp_path / "file").touch()
    assert outputs.keep(str(tmp_path / "file"), b"abc") is None
    assert [] == outputs.listing(str(tmp_path / "file"))
    monkeypatch.setattr(outputs, "LARGEST", 2)
    assert outputs.keep(str(tmp_path), b"abc") is None
