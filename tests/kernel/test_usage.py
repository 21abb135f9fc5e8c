"""Usage as a response reports it: which counts are counts, which writes lived how long, what changes the price."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.kernel import usage
from tallystick.kernel.variants import BATCH, FAST, US_GEO


@pytest.mark.parametrize(("value", "expected"), [(None, 0), (0, 0), (7, 7), (7.0, 7), (2**53, 2**53)])
def test_count(value: object, expected: int) -> None:
    """Absent is nothing; a float that is whole is a count."""
    assert expected == usage.count(value)


@pytest.mark.parametrize("value", [-1, 2**53 + 1, 7.5, True, "7", [], float("nan"), float("inf")])
def test_no_count(value: object) -> None:
    """What no client could count is a fault."""
    with pytest.raises(usage.Fault):
        usage.count(value)


@pytest.mark.parametrize(
    ("written", "short", "hour", "is_split", "expected"),
    [
        (10, 0, 0, False, (0, 0, 10)),
        (10, 4, 6, True, (4, 6, 0)),
        (10, 0, 6, True, (4, 6, 0)),  # 10 - 6 = 4 that the split does not explain
        (0, 4, 6, True, (4, 6, 0)),  # a split that explains more than all
    ],
)
def test_split_writes(written: int, short: int, hour: int, is_split: bool, expected: tuple[int, int, int]) -> None:  # noqa: FBT001
    """What is not explained was written for five minutes; without a split the lifetime is unknown."""
    assert expected == usage.split_writes(written, short, hour, is_split=is_split)


FULL: dict[str, Any] = {
    "input_tokens": 1,
    "output_tokens": 2,
    "cache_read_input_tokens": 3,
    "cache_creation_input_tokens": 10,
    "cache_creation": {"ephemeral_5m_input_tokens": 4, "ephemeral_1h_input_tokens": 5},
    "server_tool_use": {"web_search_requests": 6},
}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, (1, 5, 5, 0, 3, 2, 6)),  # 10 - 5 = 5 for five minutes
        ({"cache_creation": None}, (1, 0, 0, 10, 3, 2, 6)),
        ({"cache_creation": "odd", "server_tool_use": 7}, (1, 0, 0, 10, 3, 2, 0)),
    ],
)
def test_counts(changed: dict[str, Any], expected: tuple[int, ...]) -> None:
    """Seven counts in one order; a split or tools of another shape are none."""
    assert expected == usage.counts(FULL | changed)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ({}, None),
        ({"output_tokens_details": None}, None),
        ({"output_tokens_details": {}}, None),
        ({"output_tokens_details": {"thinking_tokens": 0}}, 0),
        ({"output_tokens_details": {"thinking_tokens": 9}}, 9),
        ({"output_tokens_details": {"thinking_tokens": "9"}}, None),
    ],
)
def test_thinking(found: dict[str, Any], expected: int | None) -> None:
    """What is recorded, zero too; anything else is not recorded."""
    assert expected == usage.thinking(found)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("standard", "", None), 0),
        (("fast", None, "standard"), FAST),
        (("fast", "us", "batch"), FAST | US_GEO | BATCH),
    ],
)
def test_variant(words: tuple[object, object, object], expected: int) -> None:
    """Only the words that change a price set a bit."""
    assert expected == usage.variant(*words)
