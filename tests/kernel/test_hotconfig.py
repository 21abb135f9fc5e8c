"""Settings as plain lines."""

from __future__ import annotations

import pytest

from tallystick.kernel.hotconfig import TRANSFORMS, HotConfig, read
from tallystick.kernel.transformmodes import MODES


def values(config: HotConfig) -> dict[str, object]:
    """Every field by name."""
    return {name: getattr(config, name) for name in HotConfig.__slots__}


def test_lines_come_back() -> None:
    """What is written is read, also a name with an equals sign."""
    config = HotConfig(
        layout="line",
        segments=("model", "cache"),
        prices="auto",
        models={"arn:aws:x=1": "claude-opus-4-5"},
        python="/usr/bin/python3",
        transforms="debug",
        diverts=True,
        divert_lines=99,
    )

    assert values(config) == values(read(config.text("stamp of some kind")))
    assert config.text("s").startswith("tallystick statusline 1 s\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "layout=line\n",
        "tallystick statusline 2\nlayout=line\n",
        "tallystick statusline 1\nlayout=wide\nprices=free\ntransforms=all\ndiverts=yes\ndivert_lines=-1\nnews=1\n\n=\n",
    ],
)
def test_what_is_not_understood(text: str) -> None:
    """Another version, no lines, and values that nobody knows leave the defaults."""
    assert values(HotConfig()) == values(read(text))


def test_modes_are_those_of_the_ledger() -> None:
    """One list, written twice so that a render loads one module less."""
    assert TRANSFORMS == MODES


def test_a_line_feed_ends_nothing_early() -> None:
    """A value with a line feed stays one line."""
    assert read(HotConfig(models={"a\nlayout=line": "b"}).text("")).layout == "full"
