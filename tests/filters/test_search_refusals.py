"""Answers that nobody reads."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.pipeline import shorten
from tallystick.filters.search_refusals import PARTS

UNSCOPED, CAP = PARTS


def paths(count: int) -> str:
    """So many paths."""
    return "".join(f"src/kiln_{number}.py\n" for number in range(count))


def test_unscoped() -> None:
    """More than a page from everywhere."""
    context = Context(tool="Glob", pattern="**/*.py")
    assert UNSCOPED.applies(context)
    assert UNSCOPED.apply(paths(25), context) == (paths(25), 0)
    assert UNSCOPED.apply(paths(26), context) == (
        "[... 26 paths left out: too many for one answer; name a folder for **/*.py]",
        26,
    )
    assert not UNSCOPED.applies(Context(tool="Glob", pattern="**/*.py", path="src"))
    assert not UNSCOPED.applies(Context(tool="Glob", pattern="src/**/*.py"))


def test_cap() -> None:
    """More than fifty from anywhere; a search of texts has pages instead."""
    context = Context(tool="Glob", pattern="src/*.py")
    assert CAP.apply(paths(50), context) == (paths(50), 0)
    said = "[... 51 paths left out: too many for one answer; a narrower pattern finds fewer]"
    assert CAP.apply(paths(51), context) == (said, 51)
    assert CAP.apply(said, context) == (said, 0)
    assert not CAP.applies(Context(tool="Grep"))
    assert shorten(paths(51), context, "search") == said
