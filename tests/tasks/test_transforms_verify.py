"""Ledgers on disk, checked."""

from __future__ import annotations

from pathlib import Path

from tallystick.tasks.transforms_verify import verify
from tests.transformations import a_chain, change, open_one, write


def test_what_the_library_wrote(tmp_path: Path) -> None:
    """Each hash of a debug run equals its text."""
    with open_one(tmp_path / "t1.jsonl", "debug") as ledger, ledger.scope(tool_call_id="c1"):
        change(ledger, "abc", "ab")
        change(ledger, "ab", "a")
    (found,) = verify([str(tmp_path)])

    assert (found.records, found.by_evidence, found.by_chain, found.faults) == (2, 4, 1, [])
    assert found.both == found.before == found.after == []


def test_a_text_that_was_changed(tmp_path: Path) -> None:
    """It is named with its record."""
    with open_one(tmp_path / "t1.jsonl", "debug") as ledger:
        change(ledger, "abc", "ab")
    (text,) = tmp_path.glob("*/*.after.txt")
    text.write_bytes(b"aB")
    (found,) = verify([str(tmp_path / "t1.jsonl")])

    assert [(one.line, one.reason) for one in found.faults] == [
        (1, "output_sha256 is not that of its text"),
        (1, "changes: the texts differ outside of the ranges"),
    ]


def test_a_text_without_a_record(tmp_path: Path) -> None:
    """What a killed harness left beside its ledger is named: it may hold what nobody meant to keep."""
    with open_one(tmp_path / "t1.jsonl", "debug") as ledger:
        change(ledger, "abc", "ab")
    (tmp_path / "t1.transform_debug" / "tx-left.before.txt").write_text("left")
    (found,) = verify([str(tmp_path / "t1.jsonl")])

    assert (found.faults, found.orphans) == ([], ["t1.transform_debug/tx-left.before.txt"])


def test_chains_are_looked_at_whole(tmp_path: Path) -> None:
    """Records out of order are no break; a missing one is."""
    one, two, three = a_chain("abcd", "abc", "ab", "a")
    write(tmp_path / "fine.jsonl", two, one, three)
    write(tmp_path / "gap.jsonl", one, three)
    fine, gap = verify([str(tmp_path / "fine.jsonl"), str(tmp_path / "gap.jsonl")])

    assert fine.faults == []
    assert [(one.line, one.reason) for one in gap.faults] == [(2, "the steps of its chain are 1, 3")]
