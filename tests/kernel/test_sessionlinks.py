"""Sessions that belong together: listed once, found again, and never by a name that leads elsewhere."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tallystick.kernel.sessionlinks import FOLDER, follow, join, link, siblings


def links(root: Path) -> dict[str, str]:
    """What the files of links hold."""
    place = Path(os.fsdecode(os.fsencode(root) + FOLDER))
    return {file.name: file.read_text() for file in place.iterdir()} if place.exists() else {}


def test_sessions_of_one_launch(tmp_path: Path) -> None:
    """Each once, in order, for this user alone; each is the others' sibling."""
    root = os.fsencode(tmp_path)
    assert all(link(root, "app-1f", session) for session in ("a", "b", "a", "b"))
    assert links(tmp_path) == {"app-1f": "a\nb\n"}
    assert (siblings(root, "a"), siblings(root, "b"), siblings(root, "c")) == (["b"], ["a"], [])
    place = tmp_path / "usage" / "session-links" / "app-1f"
    assert (place.stat().st_mode & 0o777, place.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_sessions_that_went_on(tmp_path: Path) -> None:
    """From b, which went on from a: all three belong together, under the first one's id."""
    root = os.fsencode(tmp_path)
    assert follow(root, "a", "b")
    assert follow(root, "b", "c")
    assert links(tmp_path) == {"a": "a\nb\nc\n"}
    assert siblings(root, "c") == ["a", "b"]


def test_a_session_that_goes_on_from_a_launch(tmp_path: Path) -> None:
    """It joins the launch."""
    root = os.fsencode(tmp_path)
    assert link(root, "app-1f", "a")
    assert follow(root, "a", "b")
    assert links(tmp_path) == {"app-1f": "a\nb\n"}


def test_what_belongs_to_a_launch(tmp_path: Path) -> None:
    """The first session, and those that go on from one that is listed; nobody else."""
    root = os.fsencode(tmp_path)
    assert join(root, "app-1f", "", "a")
    assert [join(root, "app-1f", earlier, "x") for earlier in ("", "y")] == [False, False]
    assert join(root, "app-1f", "a", "b")
    assert join(root, "app-1f", "", "b")
    assert not join(root, "../x", "", "a")
    assert links(tmp_path) == {"app-1f": "a\nb\n"}


def test_old_links(tmp_path: Path) -> None:
    """Go when a new file is begun, thirty days after they last grew."""
    root, day = os.fsencode(tmp_path), 86_400
    for name in ("old", "new"):
        link(root, name, "a")
    for name, age in (("old", 31), ("new", 29)):
        os.utime(tmp_path / "usage" / "session-links" / name, (time.time() - age * day,) * 2)
    link(root, "new", "b")
    assert set(links(tmp_path)) == {"old", "new"}
    link(root, "fresh", "c")
    assert set(links(tmp_path)) == {"new", "fresh"}


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "a/b", "a\\b", "a\0b", "a\nb", "n" * 129])
def test_names_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    """Nothing is written."""
    assert not link(os.fsencode(tmp_path), name, "a")
    assert links(tmp_path) == {}


@pytest.mark.parametrize(("earlier", "session"), [("a", "a"), ("../x", "a"), ("a", "../x"), ("", "a"), ("a", "")])
def test_sessions_that_are_none(earlier: str, session: str, tmp_path: Path) -> None:
    """Nothing is written, of neither."""
    assert not follow(os.fsencode(tmp_path), earlier, session)
    assert links(tmp_path) == {}


def test_files_that_are_none_of_ours(tmp_path: Path) -> None:
    """Hidden ones are passed over."""
    root = os.fsencode(tmp_path)
    link(root, "x", "a")
    (tmp_path / "usage" / "session-links" / ".old").write_text("a\nz\n")
    assert siblings(root, "a") == []
