"""The page of `tally doctor`."""

from __future__ import annotations

from tallystick.model.remark import Remark
from tallystick.reports.doctor import lines


def test_page() -> None:
    """Remarks of one subject stand together; warnings are marked and counted; places are below, five at most."""
    page = lines(
        [
            Remark("index", "of this version"),
            Remark("index", "on a network file system, which is something to think about", is_warning=True),
            Remark("rejections", "6 unreadable", places=tuple(f"/a/very/long/path/number/{n}" for n in range(6))),
        ],
        width=40,
    )

    assert page == [
        "index         of this version",
        "              ! on a network file",
        "              system, which is something",
        "              to think about",
        "rejections    6 unreadable",
        "                …very/long/path/number/0",
        "                …very/long/path/number/1",
        "                …very/long/path/number/2",
        "                …very/long/path/number/3",
        "                …very/long/path/number/4",
        "                and 1 more",
        "",
        "1 warning.",
    ]


def test_all_well() -> None:
    """Without a warning it says so."""
    assert lines([Remark("index", "fine")], width=80) == ["index         fine", "", "Nothing to worry about."]


def test_colour() -> None:
    """A warning stands out; its name does not."""
    assert lines([Remark("index", "bad", is_warning=True)], width=80, colour=True)[0] == (
        "index         \x1b[33m! bad\x1b[0m"
    )
