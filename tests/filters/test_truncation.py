"""A bound in characters: ends, failures between them, what a gap says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tallystick.filters.context import Context, Limits
from tallystick.filters.truncation import applies, apply

NARROW = Context(limits=Limits(max_chars=600), recover="less out.log")


def test_ends_and_failures() -> None:
    """Whole lines of both ends and the failure between; only the first gap says how to get the rest."""
    lines = [f"line {number:03}" for number in range(200)]  # 9 characters with the line feed
    lines[100] = "error: cone"

    after, count = apply("\n".join(lines), NARROW)

    # 600 - 2x48 - 12 = 492 usable, a fifth of 600 = 120 for failures: 372 for the ends, 148 of them head: 16 lines = 144;
    # the tail has 228: the last line without line feed 8, 24 lines of 9 = 224
    assert after.split("\n") == [
        *lines[:16],
        "[... 84 lines left out; all of it: less out.log]",
        "error: cone",
        "[... 74 lines left out]",
        *lines[175:],
    ]
    assert count == 2
    assert len(after) <= 600


def test_short_gap_stays() -> None:
    """A line between two failures stays where its mark would be longer."""
    lines = [f"line {number:03}" for number in range(200)]
    lines[100] = lines[102] = "error: cone"

    after, count = apply("\n".join(lines), NARROW)

    assert "error: cone\nline 101\nerror: cone\n" in after
    assert count == 2


def test_one_long_line() -> None:
    """A line is cut between characters, and the mark stands in it."""
    text = "ab" * 500

    after, _ = apply(text, NARROW)

    head, mark, tail = after.partition("[... ")
    assert (head, tail) == ("ab" * 98, f"{1000 - 196 - 296} characters left out; all of it: less out.log]" + "ab" * 148)
    assert mark


def test_within_its_bound() -> None:
    """A short text stays, and so does any where the bound is too small to be one."""
    assert apply("x" * 600, NARROW) == ("x" * 600, 0)
    assert not applies(Context(limits=Limits(max_chars=399)))
    assert apply("x" * 900, Context(limits=Limits(max_chars=400), recover="y" * 300)) == ("x" * 900, 0)


@given(st.lists(st.sampled_from(["error: x", "y" * 90, "z", "é" * 40, "w" * 700]), min_size=8, max_size=60))
def test_never_beyond_the_bound(lines: list[str]) -> None:
    """Whatever is kept, with its marks it is within the bound."""
    text = "\n".join(lines)

    assert len(apply(text, NARROW)[0]) <= max(600, 0 if len(text) > 600 else len(text))
