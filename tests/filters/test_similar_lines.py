"""Lines of one shape in a long text."""

from __future__ import annotations

from tallystick.filters.context import Context, Limits
from tallystick.filters.similar_lines import apply

LONG = Context(limits=Limits(similar_chars=0))
LOG = [f"12:00:{second:02} GET /kiln/{second} 200" for second in range(12)]


def test_run() -> None:
    """The first and the last line of a run stay; other lines and failures part runs."""
    lines = [*LOG[:6], "cone reached", *LOG[6:9], "12:00:30 GET /kiln/error 500", *LOG[9:]]

    text, count = apply("\n".join(lines), LONG)

    assert text.split("\n") == [
        LOG[0],
        "[... 4 similar lines left out]",
        LOG[5],
        "cone reached",
        # one line between two others: the mark, 29 characters, is longer than the 24 of the line
        *LOG[6:9],
        "12:00:30 GET /kiln/error 500",
        *LOG[9:],
    ]
    assert count == 1


def test_left_alone() -> None:
    """A short text, one without a bulk, words alone, few lines, and what was collapsed before."""
    log = "\n".join(LOG)
    assert apply(log, Context())[1] == 0
    assert apply("\n".join([*LOG, *(f"{'-' * n} x" for n in range(14))]), LONG)[1] == 0
    assert apply("one two\n" * 20, LONG)[1] == 0
    assert apply("\n".join(LOG[:9]), LONG)[1] == 0
    assert apply("\n\n" * 20, LONG)[1] == 0
    once, _ = apply(log, LONG)
    assert apply(once + "\n" + log, LONG)[1] == 0


def test_letters_of_any_script() -> None:
    """Letters of no script are part of a shape."""
    lines = [f"{name}: {number}°, {number}" for number, name in enumerate(["Öfen", "печь", "窯"] * 5)]

    assert apply("\n".join(lines), LONG) == (f"{lines[0]}\n[... 13 similar lines left out]\n{lines[-1]}", 1)
