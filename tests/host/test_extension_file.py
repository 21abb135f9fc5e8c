"""The extension that is written, and what is made of a file that is there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tallystick.errors import SettingsUnusable
from tallystick.host import extension_file
from tallystick.host.environment import Surroundings
from tallystick.host.extension_file import EDITED, FOREIGN, NONE, OURS

SOURCE = Path(__file__).parents[2] / "src" / "tallystick" / "pi" / "tallystick.ts"


def place(folder: Path, root: str | None = None) -> Surroundings:
    """A home without anything; the root is the usual one, unless it is said."""
    usual = folder / ".local" / "share" / "tallystick"
    return Surroundings(root or str(usual), None, {"HOME": str(folder)}, 0)


def test_the_extension_stays_small() -> None:
    """150 lines, so that a person can read what runs in pi; in a checkout pi finds it below integrations/ too."""
    linked = Path(__file__).parents[2] / "integrations" / "pi" / "tallystick.ts"

    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) <= 150
    assert SOURCE == linked.resolve()


def test_what_is_written_starts_this_installation(tmp_path: Path) -> None:
    """One line differs from the source, and one is added at the end; another root folder is named."""
    written = extension_file.written(place(tmp_path), makes_folder=False).decode().splitlines()
    elsewhere = extension_file.written(place(tmp_path, "/srv/root"), makes_folder=False).decode()
    source = SOURCE.read_text(encoding="utf-8").splitlines()
    changed = [new for old, new in zip(source, written, strict=False) if old != new]

    assert len(source) + 1 == len(written)
    assert [f'const COMMAND = ["{sys.executable}", "-P", "-m", "tallystick"];'] == [
        one.split(" //")[0] for one in changed
    ]
    assert '"tallystick", "--root", "/srv/root"];' in elsewhere


@pytest.mark.parametrize("makes_folder", [True, False])
def test_what_is_there(*, makes_folder: bool, tmp_path: Path) -> None:
    """Nothing, ours, ours with an edit at either end, and another's."""
    data = extension_file.written(place(tmp_path), makes_folder=makes_folder)
    path = tmp_path / "tallystick.ts"
    found = [extension_file.look(str(path))]
    for content in (data, data.replace(b"2000", b"3000"), data + b"// mine\n", SOURCE.read_bytes(), b"", b"export {}"):
        path.write_bytes(content)
        found.append(extension_file.look(str(path)))

    assert [NONE, OURS, EDITED, EDITED, EDITED, FOREIGN, FOREIGN] == [one.kind for one in found]
    assert makes_folder == found[1].made_folder


def test_a_link_stays(tmp_path: Path) -> None:
    """Wherever it leads."""
    path = tmp_path / "tallystick.ts"
    path.symlink_to(SOURCE)
    with pytest.raises(SettingsUnusable, match="is a link, which stays"):
        extension_file.look(str(path))


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """One line says where."""
    path = tmp_path / "tallystick.ts"
    path.mkdir()
    with pytest.raises(SettingsUnusable, match=r"tallystick\.ts: Is a directory"):
        extension_file.look(str(path))


def test_the_folder_goes_with_the_file_that_it_was_made_for(tmp_path: Path) -> None:
    """Not where something else has come into it, and not one that was there."""
    left = []
    for makes_folder, neighbour in ((True, False), (True, True), (False, False)):
        path = tmp_path / f"{makes_folder}{neighbour}" / "tallystick.ts"
        extension_file.write(str(path), extension_file.written(place(tmp_path), makes_folder=makes_folder))
        if neighbour:
            path.with_name("other.ts").write_text("")
        assert "0o644" == oct(path.stat().st_mode & 0o777)
        extension_file.remove(extension_file.look(str(path)))
        left.append(os.path.isdir(path.parent))

    assert [False, True, True] == left
