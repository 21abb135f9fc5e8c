"""Sentences that state a decision, by their words."""

from __future__ import annotations

import pytest

from tallystick.accounting.decisions import LONGEST, Phrases, folded, sentences, survives
from tallystick.host import words

PHRASES = Phrases(words.decisions())


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("We decided to fire at 1240 degrees.", "decision"),
        ("I CHOSE the red glaze after all.", "decision"),
        ("It is oak instead of ash from now on.", "rejected"),
        ("That won’t hold at such a heat.", "rejected"),
        ("That won't hold at such a heat.", "rejected"),
        ("It cracked because it was wet.", "reason"),
        ("We decided against it because of the cost.", "decision"),  # the first class wins
        ("The undecided ones stay where they are.", None),  # a word within a word
        ("It is firing well at the moment.", None),
    ],
)
def test_classes(sentence: str, kind: str | None) -> None:
    """Whole words, upper and lower case alike, either apostrophe."""
    assert kind == PHRASES.classify(sentence)


def test_sentences() -> None:
    """Ends of sentences and of lines part them; marks of lists, headings and code do not count."""
    text = (
        "## What we decided about the kiln\n"
        "- We decided to fire it at night. Short one. We will not open it before the morning!\n"
        "```\nwe decided to fire it at night, says the code\n```\n"
        "3. It cracked because it was wet."
    )

    assert [
        "What we decided about the kiln",
        "We decided to fire it at night.",
        "We will not open it before the morning!",
        "It cracked because it was wet.",
    ] == sentences(text)


def test_lengths() -> None:
    """From 25 to 400 characters."""
    assert [24 < len("a" * n) <= LONGEST for n in (24, 25, 400, 401)] == [
        sentences("a" * n) != [] for n in (24, 25, 400, 401)
    ]


def test_survival_is_to_the_letter() -> None:
    """White space and case do not count; another word does."""
    summary = folded("In short:\n  We decided to fire\nat night. Then more.").casefold()

    assert survives("We decided to fire at night.", summary)
    assert not survives("We decided to fire at noon.", summary)
