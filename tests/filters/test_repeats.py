"""An output that was there before, byte for byte."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.repeats import applies, apply, key

TEXT = "one line of a long answer\nand another one\n"


def test_repeated() -> None:
    """The name of the earlier one, and how many lines it has."""
    context = Context(seen={key(TEXT): "turn 3"})

    assert applies(context)
    assert apply(TEXT, context) == ("[... 2 lines, the same as turn 3]\n", 1)
    assert apply(TEXT + "x", context) == (TEXT + "x", 0)


def test_short_text_stays() -> None:
    """Where the words would be longer."""
    assert apply("ok", Context(seen={key("ok"): "turn 3"})) == ("ok", 0)
    assert not applies(Context())


def test_key() -> None:
    """Twelve digits of SHA-256, as `printf ok | sha256sum` prints it."""
    assert key("ok") == "2689367b205c"
    assert len(key("\ud800")) == 12
