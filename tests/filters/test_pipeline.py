"""The pipeline: steps make one chain, and a text that nothing changes has none."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.pipeline import shorten, steps


def test_steps_are_a_chain() -> None:
    """Each step begins where the one before it ended; the first with the text, the last with the result."""
    text = "\x1b[31mred\x1b[0m\n"

    done = steps(text, Context())

    assert [("tool_output_filter", "strip_ansi", "reducer", 2)] == [
        (s.bucket, s.mechanism, s.kind, s.count) for s in done
    ]
    assert text == done[0].before
    assert shorten(text, Context()) == done[-1].after == "red\n"


def test_nothing_to_do() -> None:
    """A text that no filter changes has no step."""
    assert steps("plain\n", Context()) == []
    assert shorten("plain\n", Context()) == "plain\n"
