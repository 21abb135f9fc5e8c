"""The tags around a result."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.envelope import applies, apply


def test_tags() -> None:
    """The tool, the path and the exit code where they are known; what stands between the tags is as it was."""
    assert apply("a\n", Context(exit_code=0)) == ('<tool_result tool="Bash" exit_code="0">\na\n</tool_result>', 1)
    assert apply("a", Context(tool="Read", path='x"<&>\r\n')) == (
        '<tool_result tool="Read" path="x&quot;&lt;&amp;&gt;&#13;&#10;">\na\n</tool_result>',
        1,
    )
    assert apply("", Context(tool="")) == ("<tool_result>\n\n</tool_result>", 1)
    assert applies(Context())


def test_once() -> None:
    """A text in these tags stays; one in others does not."""
    once, _ = apply("a", Context(exit_code=0))
    assert apply(once, Context(exit_code=0)) == (once, 0)
    assert apply(once, Context(exit_code=1))[1] == 1
