"""Where things lie, by the environment."""

from __future__ import annotations

import os
import pwd

import pytest

from tallystick.kernel import places


def test_home_is_told_by_the_environment() -> None:
    """HOME says where it is."""
    assert places.home({"HOME": "/srv/ada"}) == "/srv/ada"


def test_home_is_known_without_an_environment() -> None:
    """Without HOME the system's own list of users says it."""
    assert places.home({}) == pwd.getpwuid(os.getuid()).pw_dir


def test_home_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user that no list knows, as in some containers, still has a place."""

    def unknown(number: int) -> object:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)

    assert places.home({}) == "/"


@pytest.mark.parametrize(
    ("option", "environ", "expected"),
    [
        ("/a", {"TALLY_ROOT": "/b"}, "/a"),
        ("~/a", {}, "/h/a"),
        (None, {"TALLY_ROOT": "~"}, "/h"),
        (None, {"XDG_DATA_HOME": "/x"}, "/x/tallystick"),
        (None, {"XDG_DATA_HOME": "relative"}, "/h/.local/share/tallystick"),
        (None, {}, "/h/.local/share/tallystick"),
    ],
)
def test_root(option: str | None, environ: dict[str, str], expected: str) -> None:
    """The option, the variable, the data folder, the home, in this order."""
    assert expected == places.choose_root(option, {"HOME": "/h", **environ})


@pytest.mark.parametrize(
    ("named", "expected"),
    [("", ["/h/.claude", "/h/.config/claude"]), (" /a , ~/b ,", ["/a", "/h/b"])],
)
def test_config_folders(named: str, expected: list[str]) -> None:
    """Folders that are named replace the defaults."""
    folders = places.split_folders(named)

    assert expected == places.config_folders(folders, places.CONFIG_DEFAULTS, {"HOME": "/h"})


@pytest.mark.parametrize(
    ("path", "expected"), [("~", "/home/ada"), ("~/x", "/home/ada/x"), ("~bob/x", "~bob/x"), ("/x", "/x")]
)
def test_expand(path: str, expected: str) -> None:
    """Only one's own home is written as ~."""
    assert expected == places.expand(path, {"HOME": "/home/ada"})


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "prices/bedrock-us-east-1.json"),
        ({"AWS_DEFAULT_REGION": "eu-west-3"}, "prices/bedrock-eu-west-3.json"),
        ({"AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "eu-west-3"}, "prices/bedrock-eu-west-1.json"),
        ({"AWS_REGION": "../../etc"}, None),
        ({"AWS_REGION": "x" * 33}, None),
    ],
)
def test_fetched_prices(environ: dict[str, str], expected: str | None) -> None:
    """One file a region, and none for what is no region's name."""
    assert expected == places.prices_name(environ)
