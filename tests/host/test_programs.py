"""The programs under the root folder: put there once, followed by the installation that runs, taken away with a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tallystick.host import programs

SIGN = "# Signed"


def test_the_same_program_is_left_as_it_is(tmp_path: Path) -> None:
    """Until it is another one, or can no longer be run."""
    path = tmp_path / "bin" / "run"
    programs.put(str(path), b"one")
    first = path.stat().st_ino
    programs.put(str(path), b"one")
    assert path.stat().st_ino == first

    path.chmod(0o600)
    programs.put(str(path), b"one")

    assert (path.stat().st_ino == first, path.stat().st_mode & 0o777) == (False, 0o700)
    programs.take_away(str(path))
    assert not path.parent.exists()
    programs.take_away(str(path))


def test_a_folder_with_something_else_stays(tmp_path: Path) -> None:
    """Only what is ours goes."""
    path = tmp_path / "bin" / "run"
    programs.put(str(path), b"one")
    (path.parent / "other").touch()

    programs.take_away(str(path))

    assert [one.name for one in path.parent.iterdir()] == ["other"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"{SIGN}\nfast=/nowhere/tallystick/hooks/__main__.py\npython={sys.executable}\n",
            True,
        ),  # what it runs has gone
        (f"{SIGN}\nfast={{elsewhere}}\npython={sys.executable}\n", False),  # another installation's, and it is there
        (f"{SIGN}\nfast={{elsewhere}}\npython=/nowhere/python\n", True),
        (f"{SIGN}\nfast='{programs.package()}/hooks/__main__.py'\npython={sys.executable}\n", True),  # our own, older
        ("# Somebody's\nfast=/nowhere/__main__.py\n", False),
    ],
)
def test_who_is_followed(tmp_path: Path, text: str, expected: bool) -> None:  # noqa: FBT001
    """A signed program is written anew unless another installation that is still there wrote it."""
    elsewhere = tmp_path / "lib" / "hooks" / "__main__.py"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.touch()
    path = tmp_path / "run"
    path.write_text(text.replace("{elsewhere}", str(elsewhere)), "utf-8")
    done: list[str] = []

    programs.follow(str(path), SIGN, lambda: done.append("written"))

    assert bool(done) is expected


def test_what_cannot_be_followed(tmp_path: Path) -> None:
    """No program, or no room for a newer one: nobody fails."""

    def full() -> None:
        raise OSError(28, "No space left on device")

    programs.follow(str(tmp_path / "run"), SIGN, full)
    (tmp_path / "run").write_text(SIGN, "utf-8")
    programs.follow(str(tmp_path / "run"), SIGN, full)


def test_whose_it_is(tmp_path: Path) -> None:
    """The mark stands on a line of its own."""
    (tmp_path / "run").write_bytes(os.fsencode(f"{SIGN}\n# by 1\n"))

    assert programs.is_of(str(tmp_path / "run"), "# by 1")
    assert not programs.is_of(str(tmp_path / "run"), "# by")
