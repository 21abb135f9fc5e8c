"""The installer without the rights of root: shut folders, shut files, and nothing left of what failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tasks.test_install import tree
from tests.trouble.conftest import World
from tests.trouble.tally import _AS_NOBODY, NOBODY, Done, environment

BEFORE = b'{\n\t"a": 1\n}\n'


@pytest.fixture
def home(world: World) -> Path:
    """A home where nobody may do what its folders allow."""
    folder = world.base / "home"
    for made in (folder, folder / ".claude", folder / "dots", folder / "root"):
        made.mkdir()
    (folder / "dots" / "claude.json").write_bytes(BEFORE)
    (folder / "dots" / "claude.json").chmod(0o640)
    (folder / ".claude" / "settings.json").symlink_to("../dots/claude.json")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    return folder


def as_nobody(home: Path, *words: str) -> Done:
    """Run a command as nobody, at home there."""
    command = [sys.executable, "-c", _AS_NOBODY.format(nobody=NOBODY), *words]
    own = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "COLUMNS": "300"}
    done = subprocess.run(command, env=environment(**own), capture_output=True, text=True, check=False, timeout=120)
    return Done(done.returncode, done.stdout, done.stderr)


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give it up")


def there_and_back(home: Path) -> None:
    """Install twice and uninstall: each ends well, and all is what it was."""
    before = {name: what for name, what in tree(home).items() if not name.startswith("root")}
    assert as_nobody(home, "install", "statusline").out.startswith("Installed: ~/.claude/settings.json now runs ")
    within = tree(home)
    assert "already runs" in as_nobody(home, "install", "statusline").out
    assert within == tree(home)
    assert "byte for byte" in as_nobody(home, "uninstall", "statusline").out
    assert before == {name: what for name, what in tree(home).items() if not name.startswith("root")}


@needs_root
def test_a_folder_in_the_middle_is_read_only(home: Path) -> None:
    """The link in it stays; the file behind it is written in its own folder."""
    (home / ".claude").chmod(0o555)

    there_and_back(home)


@needs_root
def test_the_folder_of_the_file_is_read_only(home: Path) -> None:
    """The file is ours to write, though not to replace: it is written in place."""
    (home / "dots").chmod(0o555)
    inode = (home / "dots" / "claude.json").stat().st_ino
    there_and_back(home)

    assert inode == (home / "dots" / "claude.json").stat().st_ino


@needs_root
@pytest.mark.parametrize(
    ("shut", "mode", "fault"),
    [
        (("dots", "dots/claude.json"), 0o444, "cannot be written (Permission denied); nothing was changed"),
        (("dots/claude.json",), 0o000, "cannot be read (Permission denied); nothing was changed"),
        (("root",), 0o555, "Permission denied"),
    ],
)
def test_what_is_shut_stays_as_it_is(home: Path, shut: tuple[str, ...], mode: int, fault: str) -> None:
    """One line; no program, no record and no byte is left of the attempt."""
    for name in shut:
        (home / name).chmod(mode | (0o111 if (home / name).is_dir() else 0))
    before = tree(home)
    done = as_nobody(home, "install", "statusline")

    assert done.failed_in_one_line(fault), done
    assert before == tree(home)
