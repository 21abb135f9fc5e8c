"""Reading on where the last reading ended, and from the start where the file is another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host import limits
from tallystick.host.limits import Place


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """The file, with two lines."""
    path = Path(limits.path_of(str(tmp_path)))
    path.parent.mkdir()
    path.write_bytes(b"one\ntwo\n")
    return path


def read(tmp_path: Path, place: Place) -> tuple[Place, bytes, bool]:
    """What is read behind a place, and whether it goes on there."""
    found = limits.read(str(tmp_path), place)
    assert found is not None
    return *found, limits.is_continued(place, *found)


def test_goes_on(tmp_path: Path, noted: Path) -> None:
    """Only whole lines are read, each once."""
    place, data, _ = read(tmp_path, Place())
    with noted.open("ab") as file:
        file.write(b"three\nfo")
    after, more, is_continued = read(tmp_path, Place(*place.pack()))

    assert (data, more, is_continued, after.offset) == (b"one\ntwo\n", b"three\n", True, 14)
    assert read(tmp_path, after)[1:] == (b"", True)


@pytest.mark.parametrize("text", [b"one\n", b"1\n2\n3\n4\n5\n"])
def test_another_content(tmp_path: Path, noted: Path, text: bytes) -> None:
    """A file that was cut or written anew is read from its start."""
    place, _, _ = read(tmp_path, Place())
    noted.write_bytes(text)

    assert read(tmp_path, place)[1:] == (text, False)


def test_another_file(tmp_path: Path, noted: Path) -> None:
    """A file that took its place is read from its start, even if it begins alike."""
    place, _, _ = read(tmp_path, Place())
    other = noted.with_name("new")
    other.write_bytes(b"one\ntwo\nsix\n")
    other.replace(noted)

    assert read(tmp_path, place)[1:] == (b"one\ntwo\nsix\n", False)


def test_none(tmp_path: Path, noted: Path) -> None:
    """No file, a folder, or a link to somewhere else: nothing is read."""
    kept = noted.rename(noted.with_name("kept"))
    assert limits.read(str(tmp_path), Place()) is None
    noted.symlink_to(kept)
    assert limits.read(str(tmp_path), Place()) is None
    noted.unlink()
    noted.mkdir()
    assert limits.read(str(tmp_path), Place()) is None
