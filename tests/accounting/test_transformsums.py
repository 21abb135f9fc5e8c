"""Sums of a ledger."""

from __future__ import annotations

from typing import Any

from tallystick.accounting.transformsums import LedgerSums
from tests.transformations import a_chain, a_record, a_saving, as_bytes, fed


def sums_of(*records: dict[str, Any] | str) -> LedgerSums:
    """The sums of a ledger of these records."""
    found = fed(LedgerSums("ledger"), as_bytes(*records))
    assert isinstance(found, LedgerSums)
    return found


def test_groups() -> None:
    """By surface, layer, bucket and mechanism; removed and added are kept apart, characters from bytes."""
    found = sums_of(
        a_record("éa", "a", change_count=2),  # 3 bytes -> 1, 2 characters -> 1
        a_record("a", "éaa"),  # 1 -> 4, 1 -> 3
        a_record("abc", "ab", surface="stored_tool_output"),
    ).tasks("", "")["r1", "t1"]
    group = found.groups["tool_output", "harness", "tool_output_filter", "strip_ansi"]

    assert len(found.groups) == 2
    assert (group.events, group.changes) == (2, 3)
    assert (group.input_bytes, group.output_bytes, group.delta_bytes) == (4, 5, 1)
    assert (group.removed, group.added) == (2, 3)
    assert (group.input_chars, group.output_chars, group.delta_chars) == (3, 4, 1)


def test_legacy() -> None:
    """Exact and estimates apart; costs and savings of both together; nothing of it is a transformation."""
    found = sums_of(
        a_saving(40), a_saving(-9), a_saving(0), a_saving(-5, measure_type="estimate"), a_saving(7, mechanism="other")
    ).tasks("r", "t")["r", "t"]
    one = found.legacy["system_prompt", "system_header", "config"]

    assert found.groups == {}
    assert len(found.legacy) == 2
    assert (one.exact_delta, one.exact_count, one.estimate_delta, one.estimate_count) == (31, 3, -5, 1)
    assert (one.costs, one.savings) == (40, -14)


def test_whose() -> None:
    """A record without names belongs to the first that has some; one of another task is that one's."""
    found = sums_of(
        a_saving(1),
        a_record(run="", task=""),
        a_record(run="r9", task=""),
        a_record(run="r1", task="t9"),
        a_record(run="r2", task="t1"),
    )
    tasks = found.tasks("by-path", "by-path")

    assert (found.run, found.task) == ("r9", "t9")
    assert {name: sum(one.events for one in task.groups.values()) for name, task in tasks.items()} == {
        ("r9", "t9"): 2,
        ("r1", "t9"): 1,
        ("r2", "t1"): 1,
    }
    assert list(tasks["r9", "t9"].legacy) == [("system_prompt", "system_header", "config")]


def test_names_of_the_path() -> None:
    """They stand in where the ledger names nothing."""
    assert list(sums_of().tasks("run", "task")) == [("run", "task")]


def test_bad_lines() -> None:
    """They are counted with their lines, the first hundred by name; an empty line is none."""
    found = sums_of("{", "", a_record(delta_bytes=5), a_record(), *["[]"] * 150)
    found.refuse(999, 0)

    assert found.bad_count == 153
    assert len(found.bad) == 100
    assert [(one.line, one.reason) for one in found.bad[:2]] == [
        (1, "not JSON"),
        (3, "delta_bytes is not output_bytes - input_bytes"),
    ]


def test_slow_lines_count_too() -> None:
    """A record that only the slower reader takes is summed like any other."""
    found = sums_of(*a_chain("abc", "ab", "a", task="\ud800"))

    assert found.bad_count == 0
    assert sum(one.events for one in found.sums.values()) == 2
    assert not found.odd_chains().is_needed


def test_odd_chains() -> None:
    """A chain out of order is looked at again; a record without a chain is not."""
    one, two = a_chain("abc", "ab", "a")
    records = two, one, a_record(chain_id=None), a_record(chain_id="", chain_step=9)
    found = sums_of(*records)
    odd = found.odd_chains()

    assert odd.is_needed
    assert fed(odd, as_bytes(*records)).breaks() == []
