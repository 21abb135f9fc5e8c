"""Pages of a search."""

from __future__ import annotations

from tallystick.filters.context import Context, Limits
from tallystick.filters.search_pages import applies, apply

LINES = [f"kiln_{number}.py" for number in range(1, 8)]


def page(number: int) -> Context:
    """Three lines a page."""
    return Context(tool="Glob", page=number, limits=Limits(page_entries=3))


def test_pages() -> None:
    """The one that was asked for; behind the last one the last; and what it is."""
    text = "\n".join(LINES) + "\n"

    assert apply(text, page(1)) == ("\n".join([*LINES[:3], "[... page 1 of 3: 1 to 3 of 7 lines]"]), 1)
    assert apply(text, page(2))[0].split("\n")[:3] == LINES[3:6]
    assert apply(text, page(9)) == (f"{LINES[6]}\n[... page 3 of 3: 7 to 7 of 7 lines]", 1)
    assert apply(text, page(0))[0] == apply(text, page(1))[0]


def test_one_page() -> None:
    """What fits stays, and so does a page."""
    assert apply("\n".join(LINES[:3]) + "\n", page(1)) == ("\n".join(LINES[:3]) + "\n", 0)
    once, _ = apply("\n".join(LINES), page(1))
    assert apply(once, page(1)) == (once, 0)
    assert not applies(Context(tool="Bash"))
    assert not applies(Context(tool="Grep", limits=Limits(page_entries=0)))
