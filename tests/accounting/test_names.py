"""Names and their keys."""

from __future__ import annotations

import pytest

from tallystick.accounting.digests import key
from tallystick.accounting.names import Names


@pytest.mark.parametrize("nothing", [None, ""])
def test_no_text_has_no_key(nothing: str | None) -> None:
    """Nothing is 0, and nothing is learnt."""
    names = Names()

    assert (0, {}) == (names.key(nothing), names.take_fresh())


def test_a_name_is_handed_over_once() -> None:
    """What the index has been told is not fresh again, and keeps its key."""
    names = Names()
    first = names.key("kiln")

    assert {key("kiln"): "kiln"} == names.take_fresh()
    assert (first, {}) == (names.key("kiln"), names.take_fresh())


def test_half_letters_are_told_as_question_marks() -> None:
    """The key is of the name as it is; the text must be one that can be stored."""
    names = Names()
    names.key("a\ud83d")

    assert {key("a\ud83d"): "a?"} == names.take_fresh()


def test_a_text_may_be_learnt_under_another_key() -> None:
    """A command's text stands under the key of its normal form."""
    names = Names()
    names.learn(7, "ls\ud83d")

    assert {7: "ls?"} == names.take_fresh()
