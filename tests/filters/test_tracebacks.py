"""Stacks of calls that are left alone, and the frames that stay of one; the rest are goldens."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.tracebacks import apply


def python(*names: str, folder: str = "/home/ada/kiln") -> list[str]:
    """Frames of Python."""
    return [line for name in names for line in (f'  File "{folder}/{name}.py", line 3, in {name}', f"    {name}()")]


def test_short_stack_stays() -> None:
    """Eight frames are read in one glance."""
    text = "\n".join(["Traceback (most recent call last):", *python(*"abcdefgh"), "ValueError: cone"])

    assert apply(text, Context()) == (text, 0)


def test_own_frames_stay_before_those_of_libraries() -> None:
    """Outermost, own and the four innermost; a single frame between them stays, for a mark would say no less."""
    own, library = python(*"abc"), python(*"pqrstuvw", folder="/usr/lib/python3/dist-packages")
    text = "\n".join(["Traceback (most recent call last):", *own[:2], *library[:8], *own[2:], *library[8:], "E: cone"])

    after, count = apply(text, Context())

    assert after.split("\n") == [
        "Traceback (most recent call last):",
        *own[:2],
        "  [... 4 frames left out]",
        *own[2:],
        *library[8:],
        "E: cone",
    ]
    assert count == 1


def test_text_with_the_words_alone() -> None:
    """The signs of a stack in ordinary text change nothing."""
    text = 'File "a"\n    at home\n\tat noon (sharp)\ngoroutine \nstack backtrace:\n' * 9

    assert apply(text, Context()) == (text, 0)
