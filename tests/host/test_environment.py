"""Places: the root folder, home, the machine's zone."""

from __future__ import annotations

import os

import pytest

from tallystick.errors import UsageError
from tallystick.host import environment

HOME = {"HOME": "/home/ada"}


@pytest.mark.parametrize(
    ("option", "environ", "expected"),
    [
        (None, {}, "/home/ada/.local/share/tallystick"),
        (None, {"XDG_DATA_HOME": "/data"}, "/data/tallystick"),
        (None, {"XDG_DATA_HOME": "data"}, "/home/ada/.local/share/tallystick"),  # a relative one is to be ignored
        (None, {"XDG_DATA_HOME": "/data", "TALLY_ROOT": "/tally"}, "/tally"),
        ("/mine", {"XDG_DATA_HOME": "/data", "TALLY_ROOT": "/tally"}, "/mine"),
        ("~/mine", {}, "/home/ada/mine"),
    ],
)
def test_root(option: str | None, environ: dict[str, str], expected: str) -> None:
    """The option comes before TALLY_ROOT, that before XDG_DATA_HOME, that before ~/.local/share."""
    assert expected == environment.find_root(option, HOME | environ)


def test_relative_root() -> None:
    """A relative root is one below the current folder, whatever changes the folder later."""
    assert os.path.join(os.getcwd(), "here") == environment.find_root("here", HOME)


def test_empty_root() -> None:
    """An empty --root is a slip, not the current folder."""
    with pytest.raises(UsageError) as raised:
        environment.find_root("", HOME)

    assert str(raised.value) == "--root is empty; name a folder"


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/home/ada", "~"), ("/home/ada/x", "~/x"), ("/home/adam/x", "/home/adam/x"), ("/x", "/x")],
)
def test_shorten(path: str, expected: str) -> None:
    """A path below home is shown from there."""
    assert expected == environment.shorten(path, HOME)


def test_home_is_never_shown_as_root() -> None:
    """Where home is the root of the file system nothing is shortened."""
    assert environment.shorten("/x", {"HOME": "/"}) == "/x"


@pytest.mark.parametrize(
    ("environ", "link", "expected"),
    [
        ({"TZ": "Europe/Berlin"}, "/usr/share/zoneinfo/Asia/Tokyo", "Europe/Berlin"),
        ({"TZ": ":Europe/Berlin"}, "", "Europe/Berlin"),
        ({}, "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ({}, "/somewhere/else", "local"),
        ({}, None, "local"),
    ],
)
def test_zone_name(environ: dict[str, str], link: str | None, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """TZ names the zone, else the link that most systems have; else it is just the local one."""

    def readlink(_: str) -> str:
        if link is None:
            raise OSError
        return link

    monkeypatch.setattr(os, "readlink", readlink)

    assert expected == environment.zone_name(environ)
