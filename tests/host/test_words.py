"""The word lists that are shipped."""

from __future__ import annotations

from pathlib import Path

import tallystick
from tallystick.accounting.vocabulary import NAMES
from tallystick.host import words

FOLDER = Path(tallystick.__file__).parent / "data" / "words"


def test_every_list_is_there_and_no_other() -> None:
    """One file a list, and its first line says what it is for."""
    assert {*NAMES, "decisions"} == {path.stem for path in FOLDER.iterdir()}
    assert all(path.read_text(encoding="utf-8").startswith("# ") for path in FOLDER.iterdir())


def test_they_are_loaded_as_sets() -> None:
    """Known members of each."""
    found = words.load()

    assert {"cat", "git log"} <= found.viewers
    assert (("curl",) in found.network["curl"], ("git", "push") in found.network["git"]) == (True, True)
    assert ("-C" in found.options["git"], "--output" in found.writing["git diff"]) == (True, True)
    assert ("" in found.writers["rm"], "apply" in found.writers["git"]) == (True, True)
    assert "pytest" in found.tests
    assert ("failed:", "", "failed: 0") in [(mark.text, mark.beside, mark.without) for mark in found.failures]
    assert "all tests pass" in found.completions
    assert {"sudo"} <= found.wrappers
    assert {"git"} <= found.multitools
    assert (("git", "commit") in found.commits["git"], ("docker", "push") in found.ci["docker"]) == (True, True)
    assert found.volatile
    assert found.failure_counts
    assert (len(found.passed), len(found.committed), len(found.delivered)) == (8, 8, 5)


def test_decisions_have_classes() -> None:
    """Each phrase stands behind its class."""
    found = words.decisions()

    assert "rejected: instead of" in found
    assert {line.partition(": ")[0] for line in found} == {"decision", "rejected", "reason"}


def test_no_entry_is_written_twice() -> None:
    """A list is a set, kept by hand."""
    for path in FOLDER.iterdir():
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        assert len(lines) == len(set(lines)), path.name
