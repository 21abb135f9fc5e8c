"""The word lists as looked-up sets."""

from __future__ import annotations

import pytest

from tallystick.accounting.vocabulary import NAMES, Vocabulary, entries


def lists(**given: list[str]) -> dict[str, list[str]]:
    """Every list, empty but for those given."""
    return {name: given.get(name, []) for name in NAMES}


def test_entries_are_lines_without_comments_and_blanks() -> None:
    """A list is a page that people edit."""
    assert ["git", "cargo test"] == entries("# tools\ngit\n\ncargo test\n# end\n")


def test_failures_may_name_what_takes_them_back() -> None:
    """`MARK - UNLESS` counts unless the text also holds UNLESS."""
    vocabulary = Vocabulary(lists(failures=["failed: - failed: 0", "build failed"]))

    assert (("failed:", "failed: 0"), ("build failed", "")) == vocabulary.failures


def test_first_words_of_network_programs_are_looked_up_first() -> None:
    """`git push` reaches out, `git` alone does not: both are asked."""
    vocabulary = Vocabulary(lists(network=["curl", "git push", "git fetch"]))

    assert frozenset({"curl", "git"}) == vocabulary.network_first
    assert frozenset({"curl", "git push", "git fetch"}) == vocabulary.network


def test_volatile_rules_are_patterns() -> None:
    """What differs from run to run is found by regular expressions."""
    vocabulary = Vocabulary(lists(volatile=["0x[0-9a-f]+"]))

    assert "at ?" == vocabulary.volatile[0].sub("?", "at 0x7f00")


def test_a_list_that_is_missing_is_a_fault_of_ours() -> None:
    """Nothing is silently empty."""
    with pytest.raises(KeyError, match="viewers"):
        Vocabulary({})
