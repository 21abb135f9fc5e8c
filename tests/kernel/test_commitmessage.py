"""Commit messages in bytes: where the text ends, where the block stands, and that the rest stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.commitmessage import Message, find_comment

CUT = b"------------------------ >8 ------------------------"
BLOCK = [b"Tokens-In: 5", b"Tokens-Out: 6"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", b""),
        (b"a", b"a"),
        (b"a\n\n# c\n#\n", b"a\n"),
        (b"a\n# c\nb\n\n\n", b"a\nb\n"),
        (b"# c\n\n", b""),
        (b"a\n\nConflicts:\n\tb\n\n# c\n", b"a\n"),
        (b"a\n\nConflicts:\n\tb\nc\n", b"a\n\nConflicts:\n\tb\nc\n"),
        (b"a\n\n\tConflicts:\n\tb", b"a\n\n\tConflicts:\n\tb"),
        (b"a\n# " + CUT + b"\nb\n", b"a\n"),
        (b"a\n ; " + CUT + b"\nb\n", b"a\n ; " + CUT + b"\nb\n"),
        (b"# " + CUT + b"\r\nb\n", b""),
        (b"a\rb\r\n\r\n#\r\n", b"a\rb\r\n"),
    ],
)
def test_where_the_text_ends(data: bytes, text: bytes) -> None:
    """Above blank lines, comments and the line where git cuts; without comments it holds none."""
    message = Message(data, b"#")
    assert (data, text) == (message.data, message.text)


def test_without_a_comment_mark() -> None:
    """Nothing is a comment, and nothing is cut."""
    data = b"a\n\n# " + CUT + b"\n# b\n"
    assert data == Message(data, None).text


def test_comments_that_are_kept() -> None:
    """They are text like any other, except for those that nothing follows."""
    message = Message(b"# a\n\nTokens-In: 5\n\n# b\n", b"#", keeps=True)
    assert message.text == b"# a\n\nTokens-In: 5\n"
    assert (message.said(), message.is_one_paragraph) == ([b"# a", b"Tokens-In: 5"], False)
    assert message.block(has_trailers=True) == [2]
    assert message.without([2]).data == b"# a\n\n# b\n"


def test_what_is_said() -> None:
    """Sign-offs say nothing to git, comments nothing to anybody."""
    assert [b"a", b"b"] == Message(b"\n a \n\nSigned-off-by: x\n# c\nb\n", b"#").said()
    assert [] == Message(b"\nSigned-off-by: x\n\n# c\n", b"#").said()


@pytest.mark.parametrize(
    ("data", "expected"), [(b"a", True), (b"\n\na\nb\n\n", True), (b"a\n\nb", False), (b"a\n#\nb\n \n", True)]
)
def test_paragraphs(data: bytes, expected: bool) -> None:  # noqa: FBT001 - a table
    """Whether there is more than a title."""
    assert expected is Message(data, b"#").is_one_paragraph


@pytest.mark.parametrize(
    ("data", "has_trailers", "block"),
    [
        (b"a\n\nTokens-In: 5\n", False, [2]),
        (b"a\n\nRefs: 7\nTokens-In: 5\n", True, [3]),
        (b"a\n\nprose\nTokens-In: 5\n", False, []),
        (b"Tokens-In: 5\n", True, []),  # a title is no trailer
        (b"# c\n\na\n\n# c\n\nTokens-In: 5\n\nb\n\n# c\n", True, [6]),
        (b"a\n\n# c\nTokens-In: 5\n", True, [3]),
        (b"a\n\nTokens-In: 5\nRefs: 7\n\nb\n", True, []),
    ],
)
def test_where_a_block_stands(data: bytes, has_trailers: bool, block: list[int]) -> None:  # noqa: FBT001 - a table
    """In the last paragraph among trailers, or in one that is nothing else."""
    assert block == Message(data, b"#").block(has_trailers=has_trailers)


def test_a_block_alone() -> None:
    """Nothing else is said: then it is no message."""
    assert Message(b"\nTokens-In: 5\nSigned-off-by: x\n# c\n", b"#").block_alone() == [1]
    assert Message(b"a\n\nTokens-In: 5\n", b"#").block_alone() == []
    assert Message(b"# c\n", b"#").block_alone() == []


@pytest.mark.parametrize(
    ("data", "numbers", "expected"),
    [
        (b"a\n\n\nTokens-In: 5\nModel: m\n\n# c\n", [3, 4], b"a\n\n# c\n"),
        (b"a\n\nRefs: 7\nTokens-In: 5\n", [3], b"a\n\nRefs: 7\n"),
        (b"a\n\nTokens-In: 5\n\nb\n", [2], b"a\n\nb\n"),
        (b"Tokens-In: 5\n# c\n", [0], b"# c\n"),
    ],
)
def test_taking_lines_out(data: bytes, numbers: list[int], expected: bytes) -> None:
    """A paragraph of which nothing is left takes the blank lines above it along."""
    assert expected == Message(data, b"#").without(numbers).data


@pytest.mark.parametrize(
    ("data", "joins", "expected"),
    [
        (b"a", False, b"a\n\nTokens-In: 5\nTokens-Out: 6\n"),
        (b"a\n\nR: 7\n\n# c\n", True, b"a\n\nR: 7\nTokens-In: 5\nTokens-Out: 6\n\n# c\n"),
        (b"a\r\n#\r\n", False, b"a\r\n\r\nTokens-In: 5\r\nTokens-Out: 6\r\n#\r\n"),
        (b"a\nb\r", False, b"a\nb\r\n\r\nTokens-In: 5\r\nTokens-Out: 6\r\n"),
        (b"a\r\n\r\nb", False, b"a\r\n\r\nb\r\n\r\nTokens-In: 5\r\nTokens-Out: 6\r\n"),
    ],
)
def test_putting_a_block_in(data: bytes, joins: bool, expected: bytes) -> None:  # noqa: FBT001 - a table
    """Behind the text, with its own line ends."""
    assert expected == Message(data, b"#").with_block(BLOCK, joins=joins).data


LINES = st.sampled_from([b"a", b"b: c", b"", b" ", b"# c", b"\xff", b"d \r", b"Signed-off-by: x", b"Model: resnet"])


@given(st.lists(LINES, max_size=8), st.sampled_from([b"\n", b"\r\n"]), st.sampled_from([b"#", None]))
def test_what_was_put_in_comes_out(lines: list[bytes], eol: bytes, comment: bytes | None) -> None:
    """In a paragraph of its own, over any text; to the byte where that ended with a line end."""
    message = Message(eol.join([b"title", b"", *lines, b""]), comment)
    new = message.with_block(BLOCK, joins=False)
    assert message.data == new.without(new.block(has_trailers=True)).data


@pytest.mark.parametrize(
    ("data", "char", "string", "expected"),
    [
        (b"a", None, None, b"#"),
        (b"a", b";", None, b";"),
        (b"a\n// c\n", None, b"//", b"//"),
        (b"a\n// c\n", b";", b"//", b"//"),
        (b"a\n; c\n", b";", b"//", b";"),  # a git that does not know it
        (b"#a\n\n; c\n;\n\n", b"auto", None, b";"),
        (b"#a\n\n; " + CUT + b"\n+x\n", b"auto", None, b";"),
        (b"a\n", b"auto", None, b"#"),
        (b"", b"auto", None, b"#"),
    ],
)
def test_comment_marks(data: bytes, char: bytes | None, string: bytes | None, expected: bytes) -> None:
    """As set; where git chose one, what the file itself tells."""
    assert expected == find_comment(data, char, string)
