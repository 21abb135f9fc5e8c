"""The page of a check; tests/cli/transforms.console shows whole ones."""

from __future__ import annotations

import pytest

from tallystick.model.transformation import Fault, Verdict
from tallystick.reports.transforms_verify import document, lines, ranges


@pytest.mark.parametrize(
    ("numbers", "expected"), [([], []), ([4], [[4, 4]]), ([1, 2, 3, 5, 9, 10], [[1, 3], [5, 5], [9, 10]])]
)
def test_ranges(numbers: list[int], expected: list[list[int]]) -> None:
    """Neighbours are one range."""
    assert ranges(numbers) == expected


def test_all_is_checked() -> None:
    """Where evidence speaks for everything, that is said."""
    verdict = Verdict("t1.jsonl")
    verdict.records, verdict.by_evidence = 2, 4

    assert lines([verdict], width=80) == [
        "ledger    records  texts equal evidence  links equal  breaks",
        "t1.jsonl        2                     4            0       0",
        "",
        "Every hash was checked.",
    ]


def test_texts_without_a_record() -> None:
    """They are named, the first ten."""
    verdict = Verdict("t1.jsonl")
    verdict.orphans = [f"t1.transform_debug/{number}" for number in range(11)]
    page = lines([verdict], width=80)

    assert page[3:6] == ["", "11 texts beside t1.jsonl that no record names:", "  t1.transform_debug/0"]
    assert page[-1] == "  and 1 more: --json lists them"


def test_an_empty_ledger() -> None:
    """Of no record nothing is claimed."""
    assert lines([Verdict("t1.jsonl")], width=80)[2:] == [""]


def test_many_breaks() -> None:
    """Ten are named, the others counted."""
    verdict = Verdict("t1.jsonl")
    verdict.faults = [Fault(line, f"tx-{line}", "is odd") for line in range(3, 15)]
    page = lines([verdict], width=80)

    assert page[:2] == ["12 breaks; the first is at t1.jsonl:3", "  t1.jsonl:3: tx-3: is odd"]
    assert page[11] == "  and 2 more: --json lists them"
    assert document([verdict])["holds"] is False


def test_a_break_is_not_reassured_about() -> None:
    """Beside a break nothing is said of every hash."""
    verdict = Verdict("t1.jsonl")
    verdict.records, verdict.faults = 2, [Fault(2, "tx-2", "is odd")]

    assert not any("Every hash" in line for line in lines([verdict], width=80))
