"""Ends and a pointer instead of a text that is kept elsewhere."""

from __future__ import annotations

from tallystick.filters.context import Context, Limits
from tallystick.filters.sink import applies, apply

KEPT = Context(limits=Limits(sink_chars=2500), recover="less out.log")


def test_lines() -> None:
    """A thousand characters of either end, on whole lines."""
    lines = [f"line {number:04}" for number in range(1000)]  # 10 characters with the line feed

    assert apply("\n".join(lines) + "\n", KEPT) == (
        "\n".join([*lines[:100], "[... 800 lines left out; all of it: less out.log]", *lines[900:]]) + "\n",
        1,
    )


def test_characters() -> None:
    """One line is cut in it."""
    after, _ = apply("x" * 3000, KEPT)

    assert after == "x" * 1000 + "[... 1,000 characters left out; all of it: less out.log]" + "x" * 1000


def test_left_alone() -> None:
    """Where nobody kept the text, or it is short."""
    assert not applies(Context(limits=Limits(sink_chars=2500)))
    assert not applies(Context(recover="less out.log"))
    assert apply("x" * 2500, KEPT) == ("x" * 2500, 0)
