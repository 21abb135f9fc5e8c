"""The word lists as looked-up sets."""

from __future__ import annotations

import pytest

from tallystick.accounting.vocabulary import NAMES, Vocabulary, by_first_word, by_program, entries, read_marks


def lists(**given: list[str]) -> dict[str, list[str]]:
    """Every list, empty but for those given."""
    return {name: given.get(name, []) for name in NAMES}


def test_entries_are_lines_without_comments_and_blanks() -> None:
    """A list is a page that people edit."""
    assert ["git", "cargo test"] == entries("# tools\ngit\n\ncargo test\n# end\n")


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("build failed", "BUILD Failed.", True),
        ("build failed", "build fine", False),
        ("failed: - failed: 0", "Failed: 3", True),
        ("failed: - failed: 0", "Failed: 0", False),
        ("FAIL␣ + .test.", "FAIL src/kiln.Test.ts", True),
        ("FAIL␣ + .test.", "FAIL src/kiln.ts", False),
        ("FAIL␣ + .test.", "may fail src/kiln.test.ts", False),  # capitals are meant
        ("FAIL␣ + .test.", "FAILED src/kiln.test.ts", False),  # so is the space
    ],
)
def test_a_mark_may_need_or_shun_another(line: str, text: str, expected: bool) -> None:  # noqa: FBT001 - the verdict
    """`A + B` counts A beside B, `A - B` where B is absent; lower case stands for either."""
    (mark,) = read_marks([line])

    assert expected == mark.is_in(text, text.lower())


def test_words_are_found_by_their_first() -> None:
    """Lists of commands are looked up by the first word."""
    assert by_first_word(["git commit", "git merge", "jest"]) == {
        "git": (("git", "commit"), ("git", "merge")),
        "jest": (("jest",),),
    }


def test_network_words_are_looked_up_by_their_first() -> None:
    """`git push` reaches out, `git` alone does not."""
    vocabulary = Vocabulary(lists(network=["curl", "git push", "git fetch"]))

    assert {"curl": (("curl",),), "git": (("git", "push"), ("git", "fetch"))} == vocabulary.network


def test_options_are_looked_up_by_their_program() -> None:
    """The last word of an entry belongs to what stands before it; a program alone has the empty word."""
    expected = {"git diff": {"--output"}, "sed": {"-i", "--in-place"}, "rm": {""}}

    assert expected == by_program(["git diff --output", "sed -i", "sed --in-place", "rm"])


def test_volatile_rules_are_patterns() -> None:
    """What differs from run to run is found by regular expressions."""
    vocabulary = Vocabulary(lists(volatile=["0x[0-9a-f]+"]))

    assert "at ?" == vocabulary.volatile[0].sub("?", "at 0x7f00")


def test_a_list_that_is_missing_is_a_fault_of_ours() -> None:
    """Nothing is silently empty."""
    with pytest.raises(KeyError, match="viewers"):
        Vocabulary({})
