"""The page of `tally show`."""

from __future__ import annotations

from tallystick.model.exhibit import Exhibit
from tallystick.reports.show import lines


def test_page() -> None:
    """Facts, then texts line by line; nothing in a text acts on the terminal."""
    exhibit = Exhibit(
        "8f2c91aa:e3",
        [("what", "tool result"), ("at", "line 3, byte 9")],
        state="unchanged since it was read",
        is_intact=True,
        texts=[("result", "one\ttwo\n\x1b[2Jthree\r\n")],
    )

    assert lines(exhibit, width=80) == [
        "8f2c91aa:e3",
        "what        tool result",
        "at          line 3, byte 9",
        "state       unchanged since it was read",
        "",
        "--- result ---",
        "one two",
        "[2Jthree ",
        "",
    ]


def test_changed() -> None:
    """What no longer stands there stands out."""
    exhibit = Exhibit("8f2c91aa:e3", [], state="changed since it was read", is_intact=False, texts=[])

    assert lines(exhibit, width=80, colour=True) == [
        "\x1b[1m8f2c91aa:e3\x1b[0m",
        "\x1b[33mstate       changed since it was read\x1b[0m",
    ]
