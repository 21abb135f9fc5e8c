"""What the client shows, as it was seen to show it."""

from __future__ import annotations

import pytest

from tallystick.accounting.shown import persisted, shown

SHOWN = """\
<persisted-output>
Output too large (106.3KB). Full output saved to: /x/b1.txt

Preview (first 2KB):
{}
...
</persisted-output>"""


def test_what_is_shown_of_an_output_that_is_kept() -> None:
    """As Claude Code 2.1.332 shows `seq 1 20000`, 108,894 bytes: the lines that fit 2,000 characters, 527 of them."""
    text = "\n".join(map(str, range(1, 20_001))) + "\n"

    assert SHOWN.format("\n".join(map(str, range(1, 528)))) == persisted(text[:30_000], "/x/b1.txt", len(text))


@pytest.mark.parametrize(
    ("output", "preview"),
    [("x" * 5000, "x" * 2000), ("a\n" + "x" * 5000, "a\n" + "x" * 1998), ("a" * 1001 + "\n" + "x" * 5000, "a" * 1001)],
)
def test_a_preview_ends_with_a_line_unless_that_halves_it(output: str, preview: str) -> None:
    """Else it is cut anywhere."""
    assert f"2KB):\n{preview}\n...\n" in persisted(output, "/x", 40_000)


@pytest.mark.parametrize(
    ("size", "said"), [(500, "500 bytes"), (1 << 10, "1KB"), (40_000, "39.1KB"), (1_988_895, "1.9MB"), (3 << 30, "3GB")]
)
def test_sizes(size: int, said: str) -> None:
    """As the client says them."""
    assert f"Output too large ({said})." in persisted("", "/x", size)


@pytest.mark.parametrize("length", [1, 29_999, 30_000])
def test_what_is_shown_whole(length: int) -> None:
    """The client itself showed 29,999 and kept 30,001 in a file."""
    assert "x" * length == shown("x" * length)


def test_what_is_kept_in_a_file() -> None:
    """Of 30,001 characters of two bytes, 58.6 KB, two thousand and no path."""
    assert shown("é" * 30_001) == (
        "<persisted-output>\nOutput too large (58.6KB). Full output saved to: \n\n"
        f"Preview (first 2KB):\n{'é' * 2000}\n...\n</persisted-output>"
    )


def test_what_is_shown_of_a_failure() -> None:
    """The client took 30,000 of 40,001 characters, and of these the two ends: 10,040, of which 40 say how many went."""
    assert "x" * 10_000 == shown("x" * 10_000, failed=True)
    text = "a" * 5000 + "b" * 20_000 + "c" * 5000 + "d" * 10_001
    cut = "a" * 5000 + "\n\n... [20000 characters truncated] ...\n\n" + "c" * 5000
    assert (cut, 10_040) == (shown(text, failed=True), len(cut))
