"""Checks a ledger: what breaks, what holds, what nothing speaks for."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.verifying import LedgerCheck
from tallystick.model.transformation import Verdict
from tests.transformations import a_chain, a_record, a_saving, as_bytes, fed

TEXTS = {"x": b"abc", "y": b"ab"}
DEBUG: dict[str, Any] = {"log_mode": "debug", "input_full_path": "x", "output_full_path": "y"}
DEBUG["changes"] = [{"input_byte_range": [2, 3], "output_byte_range": [2, 2], "before": "abc", "after": "ab"}]


def verdict(*records: dict[str, Any] | str) -> Verdict:
    """The verdict on a ledger of these records, with texts beside it."""
    data = as_bytes(*records)
    check = fed(LedgerCheck("ledger", lambda path: TEXTS.get(path, "No such file")), data)
    odd = check.odd_chains()
    if odd.is_needed:
        fed(odd, data)
    found = check.finish(odd)
    assert isinstance(found, Verdict)
    return found


def faults(*records: dict[str, Any] | str) -> list[tuple[int, str, str]]:
    """The faults alone."""
    return [(one.line, one.event[-1:], one.reason) for one in verdict(*records).faults]


def unchecked(found: Verdict) -> tuple[list[int], list[int], list[int], list[int]]:
    """Lines that nothing speaks for: both hashes, the first, the last, older records."""
    return found.both, found.before, found.after, found.legacy


def test_a_lone_record() -> None:
    """Of a record that stands alone nothing but itself speaks for its hashes."""
    found = verdict(a_record(), a_saving(4))

    assert (found.records, found.by_evidence, found.by_chain, found.faults) == (1, 0, 0, [])
    assert unchecked(found) == ([1], [], [], [2])


@pytest.mark.parametrize("event", ["transformatihn", "Transformation", ""])
def test_an_event_that_nobody_writes(event: str) -> None:
    """A record of neither kind is named: it would be counted as one of the older ones."""
    found = verdict(a_record(event=event))

    assert [(fault.line, fault.reason) for fault in found.faults] == [(1, f"event is {event!r}")]
    assert unchecked(found) == ([], [], [], [1])


def test_a_chain() -> None:
    """Within a chain each hash is spoken for by its neighbour; its two ends are not."""
    found = verdict(*a_chain("abcd", "abc", "ab", "a"))

    assert (found.records, found.by_chain, found.faults) == (3, 2, [])
    assert unchecked(found) == ([], [1], [3], [])


def test_empty_ends() -> None:
    """The hash of nothing is known."""
    assert unchecked(verdict(a_record("", "x"))) == ([], [], [1], [])
    assert unchecked(verdict(a_record("x", ""))) == ([], [1], [], [])


def test_evidence() -> None:
    """A debug record speaks for itself, and for its neighbours in counts mode."""
    one, two, three = a_chain("abcd", "abc", "ab", "a")
    found = verdict(one, two | DEBUG, three)

    assert (found.by_evidence, found.by_chain, found.faults) == (2, 2, [])
    assert unchecked(found) == ([], [1], [3], [])
    assert unchecked(verdict(a_record(**DEBUG))) == ([], [], [], [])


def test_evidence_that_differs() -> None:
    """A file that is not there, one that is another text, ranges that explain nothing."""
    assert faults(a_record(**DEBUG | {"input_full_path": "gone"})) == [(1, "1", "input_full_path: No such file")]
    assert [reason for _, _, reason in faults(a_record(**DEBUG | {"output_full_path": "x"}))] == [
        "output_bytes is 2, its text has 3",
        "output_sha256 is not that of its text",
        "output_chars is 2, its text has 3",
        "changes: the texts differ outside of the ranges",
    ]
    assert faults(a_record(**DEBUG | {"changes": []})) == [
        (1, "1", "changes: the texts differ outside of the ranges"),
    ]


def test_evidence_without_changes() -> None:
    """Texts are compared also where no change was located."""
    assert faults(a_record(**DEBUG | {"changes": None})) == [
        (1, "1", "log_mode is debug, but neither the whole texts nor a debug_write_error are named")
    ]


def test_evidence_that_could_not_be_written() -> None:
    """Then nothing but the record speaks for its texts."""
    lone = a_record(log_mode="debug", changes=[], debug_write_error="full")

    assert unchecked(verdict(lone)) == ([1], [], [], [])


def test_bad_lines() -> None:
    """A line that cannot be read is a break; an empty one is not."""
    check = LedgerCheck("ledger", lambda path: "")
    check.refuse(7, 0)

    assert faults("{", "", a_record()) == [(1, "", "not JSON")]
    assert [one.reason for one in check.finish(check.odd_chains()).faults] == ["longer than 64 MiB"]


def test_ids() -> None:
    """Each event has an id of its own, and a chain."""
    again = "event_id is missing, or another record has it"

    assert faults(a_record(), a_record(chain_id="other")) == [(2, "1", again)]
    assert faults(a_record(event_id="")) == [(1, "", again)]
    assert faults(a_record(chain_id="")) == [(1, "1", "chain_id is missing")]
    assert faults(a_record(chain_step=0))[0] == (1, "1", "chain_step or change_count is below 1")


def test_chains() -> None:
    """A gap, and neighbours that do not meet, in their hash or in their size alone; faults in the order of lines."""
    one, two, three = a_chain("abcd", "abc", "ab", "a")
    late = "it does not begin with the text that tx-0000000000-000001 ended with"

    assert faults(one, three, "{") == [(2, "3", "the steps of its chain are 1, 3"), (3, "", "not JSON")]
    assert faults(one, two | {"input_sha256": "0" * 64}) == [(2, "2", late)]
    assert faults(one, two | {"input_bytes": 4, "delta_bytes": -2}) == [(2, "2", late)]
    assert faults(two, one) == []
