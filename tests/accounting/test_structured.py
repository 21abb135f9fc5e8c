"""Data and text. What is data is by the formats' own definitions."""

from __future__ import annotations

import pytest

from tallystick.accounting.structured import is_structured

DEEP = "[" * 200_000
DATA = [
    '{"a": 1}',
    "[1,\n 2]\n",
    '{"a": 1}\n{"a": 2}\n\n{"a": 3}\n',
    '[tool]\nname = "x"\n',
    "x = 1\n",
    "---\nkey: value\nlist:\n  - a\n  - b: 2\n# note\n",
    "a,b\n1,2\n3,4\n",
    'name\tnote\na\t"x\ty"\nb\tz\n',
]
TEXT = [
    "",
    "  \n ",
    "error: it failed\n  at line 3\n",
    "src/a.py:12:text\nsrc/a.py:13:more\n",
    "{ this is no JSON }",
    '{"a": 1}\n{torn\n',
    "[1 test passed]",
    "a = b\nand so on\n",
    "one, two\n",
    "a, b\nc\nd, e, f\n",
    'a,"b\nc,d\ne,f"x\n',
    "test_a PASSED\ntest_b PASSED\ntest_c FAILED\n",
    DEEP,
    "{" + DEEP + "\n" + DEEP,
]


@pytest.mark.parametrize("text", DATA)
def test_data_is_told(text: str) -> None:
    """JSON, JSON lines, TOML, YAML, separated values."""
    assert is_structured(text)


@pytest.mark.parametrize("text", TEXT, ids=lambda text: text[:20])
def test_text_is_text(text: str) -> None:
    """In whatever brackets."""
    assert not is_structured(text)
