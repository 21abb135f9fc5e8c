"""Where two texts differ, in bytes, with what stands around."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.excerpts import MOST, located


def ranges(before: str, after: str) -> list[tuple[list[int], list[int]]]:
    """The byte ranges alone."""
    return [(one["input_byte_range"], one["output_byte_range"]) for one in located(before, after)]  # type: ignore[misc]


def test_the_example_of_the_ledger() -> None:
    """One of three line feeds went: the run of them is the change, and the lines around are shown."""
    # 13 bytes, then 3 line feeds at 13, 14, 15; afterwards 2 at 13, 14
    assert located("previous line\n\n\nnext line", "previous line\n\nnext line") == [
        {
            "input_byte_range": [13, 16],
            "output_byte_range": [13, 15],
            "before": "previous line\n\n\nnext line",
            "after": "previous line\n\nnext line",
        }
    ]


def test_ranges_are_bytes() -> None:
    """A character of several bytes counts for them: é has 2, 😀 has 4."""
    # é é 😀 x: bytes 0-2, 2-4, 4-8, 8-9
    assert ranges("éé😀x", "éé😀yy") == [([8, 9], [8, 10])]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "new", [([0, 0], [0, 3])]),
        ("old", "", [([0, 3], [0, 0])]),
        ("a\nb\nc\n", "a\nX\nc\n", [([2, 3], [2, 3])]),
        # one of two equal lines, with the line feed before or behind it: any of 1-3, 2-4, 3-5, 4-6 may have gone
        ("a\nb\nb\nc", "a\nb\nc", [([1, 6], [1, 4])]),
        # one line for one, then two for one
        ("1\nkeep\n2", "one\nkeep\ntwo\nthree", [([0, 1], [0, 3]), ([7, 8], [9, 18])]),
        # inserted into a run, and a run at the very start
        ("aab", "aaab", [([0, 2], [0, 3])]),
        # lines 1 and 3: two changes with a line between them
        ("1\nsame\n2\n", "one\nsame\ntwo\n", [([0, 1], [0, 3]), ([7, 8], [9, 12])]),
    ],
)
def test_places(before: str, after: str, expected: list[tuple[list[int], list[int]]]) -> None:
    """Each change by itself, in order."""
    assert ranges(before, after) == expected


def test_long_stretches_are_one_change() -> None:
    """Texts that share next to nothing are not compared letter by letter."""
    assert ranges("a" * 400 + "x" + "b" * 400, "c" * 400 + "x" + "d" * 400) == [([0, 801], [0, 801])]
    many, others = "".join(f"{n}\n" for n in range(1200)), "".join(f"{n}!\n" for n in range(1201))
    assert len(ranges(many, others)) == 1


def test_a_replaced_stretch_is_read_line_by_line() -> None:
    """As many lines instead of others are as many changes."""
    # "!" behind byte 3, and behind byte 5 (6 afterwards); "\nw" or "w\n" within 7-10 went
    assert ranges("x\n1\n2\ny\nw\n", "x\n1!\n2!\ny\n") == [([3, 3], [3, 4]), ([5, 5], [6, 7]), ([7, 10], [9, 10])]


def test_no_more_than_fifty() -> None:
    """Whoever wants all of them has the whole texts."""
    before = "".join(f"{number}\n" for number in range(100))
    assert len(located(before, before.replace("\n", "!\n"))) == MOST == 50


def test_a_long_snippet_loses_its_middle() -> None:
    """400 characters of each end stay, and how many went between is said."""
    (change,) = located("x" * 2000, "")
    # 2000 characters, 400 kept at each end: 1200 left out
    assert change["before"] == "x" * 400 + "\n[... 1200 chars omitted from debug snippet ...]\n" + "x" * 400


texts = st.text(st.sampled_from("ab\né😀"), max_size=60)


@given(texts, texts)
def test_ranges_explain_the_change(before: str, after: str) -> None:
    """Outside the ranges both texts are the same bytes, in the same order; ranges never overlap."""
    old, new = before.encode(), after.encode()
    kept, new_kept = b"", b""
    at = new_at = 0
    for (start, end), (new_start, new_end) in ranges(before, after) if before != after else []:
        assert at <= start <= end
        assert new_at <= new_start <= new_end
        kept += old[at:start]
        new_kept += new[new_at:new_start]
        at, new_at = end, new_end

    assert kept + old[at:] == new_kept + new[new_at:]
