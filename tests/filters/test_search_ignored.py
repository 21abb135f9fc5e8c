"""Folders that tools make."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.search_ignored import applies, apply

FOUND = "src/a.js:1:x\nnode_modules/b/c.js:2:x\n./.git/config:3:x\nlib/node_modules.md:4:x\nsrc/n.js:5: node_modules/\n"


def test_left_out() -> None:
    """Lines whose path lies in such a folder; a name that only begins so, or stands in the text, is none."""
    after, count = apply(FOUND + "x/node_modules/" + "long/" * 9 + "d.js:6:x\n", Context(tool="Grep"))

    assert after.split("\n") == [
        "src/a.js:1:x",
        "lib/node_modules.md:4:x",
        "src/n.js:5: node_modules/",
        "[... 3 lines in .git, node_modules left out]",
        "",
    ]
    assert count == 3


def test_nothing_else_found() -> None:
    """Then they were meant."""
    text = "node_modules/a/b.js:1:x\n" * 9

    assert apply(text, Context(tool="Grep")) == (text, 0)
    assert apply("src/a:1:x\n", Context(tool="Grep")) == ("src/a:1:x\n", 0)


def test_named() -> None:
    """A search that names such a folder has it."""
    assert applies(Context(words=("grep", "-rn", "x", ".")))
    assert not applies(Context(words=("grep", "-rn", "x", "node_modules")))
    assert not applies(Context(tool="Glob", pattern="node_modules/**/*.js"))
    assert not applies(Context(words=("cat", "x")))
