"""Definitions of a source file: edge cases of Python, and what happens without a parser; the languages are goldens."""

from __future__ import annotations

import sys
import warnings

import pytest

from tallystick.filters.context import Context
from tallystick.filters.outline import applies, apply

PYTHON = Context(path="src/kiln.py", recover="less kiln.py")
FILLER = "    x = 1\n" * 12


def test_decorators_and_long_headers() -> None:
    """A definition begins with its decorators and ends before its body; eight lines of it at most."""
    parameters = "".join(f"    p{number},\n" for number in range(9))
    text = f"import a\n\n@a\n@b(1)\nclass K:\n    def f(self): return 1\n\nasync def g(\n{parameters}):\n{FILLER}"

    after, count = apply(text, PYTHON)

    assert count == 3
    assert after.split("\n") == [
        "     3\t@a",
        "     4\t@b(1)",
        "     5\tclass K:",
        "     6\t    def f(self): return 1",
        "     8\tasync def g(",
        *(f"{number + 9:6}\t    p{number}," for number in range(7)),
        "[... 18 lines left out; all of it: less kiln.py]",  # 30 lines, 12 of them shown
    ]


@pytest.mark.parametrize(
    "text",
    [
        "def f(:\n" + FILLER,
        "x = 1\n" * 30,
        "def f():\n    pass\n",
        "def f():\r    pass\r" + FILLER,
        "\0def f():\n" + FILLER,
        "(" * 10_000,
        "-" * 100_000 + "1",
        "def f():\n" + FILLER + "\ud800",
    ],
    ids=["broken", "no definition", "short", "old line ends", "nul", "deep", "deeper", "surrogate"],
)
def test_left_whole(text: str) -> None:
    """What cannot be parsed, has no definition, or is no longer than its outline."""
    assert apply(text, PYTHON) == (text, 0)


def test_parser_is_silent() -> None:
    """What Python would warn of in somebody's file is nobody's warning here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert apply(f"def f():\n    '\\d'\n{FILLER}", PYTHON)[1] == 1


def test_without_grammars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without tree-sitter other languages stay whole."""
    text = "func fire() {\n" + "\tx()\n" * 30 + "}\n"
    context = Context(path="kiln.go")
    assert apply(text, context)[1] == 1

    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)
    assert apply(text, context) == (text, 0)


def test_deep_tree() -> None:
    """A tree of any depth is walked."""
    text = "function f() {\n" + "x = " + "(" * 3_000 + "1" + ")" * 3_000 + ";\n" * 30 + "}\n"

    assert apply(text, Context(path="kiln.js"))[0].startswith("     1\tfunction f() {\n[... ")


def test_languages() -> None:
    """By the end of the name."""
    assert applies(Context(path="a/b.PY"))
    assert applies(Context(path="kiln.tsx"))
    assert not applies(Context(path="README.md"))
    assert not applies(Context(path="Makefile"))
    assert not applies(Context())
    assert apply("x\n" * 99, Context(path="x.md")) == ("x\n" * 99, 0)
