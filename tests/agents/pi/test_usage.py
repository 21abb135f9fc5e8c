"""What entries report. Sums by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.agents.pi.entries import Entry
from tallystick.agents.pi.usage import report
from tallystick.kernel.usage import Fault
from tests.agents.pi.sessions import assistant, line, message, result, usage

T = "2026-03-02T09:00:05.000Z"


def entry(data: bytes) -> Entry:
    """A line's entry."""
    return Entry(json.loads(data))


def test_counts_are_input_writes_reads_output() -> None:
    """Of 1,200 written 200 for an hour: 1,000 for five minutes; reasoning is part of the output."""
    found = report(
        entry(assistant(5, usage=usage(11, 42, 5000, 1200, cacheWrite1h=200, reasoning=7), responseId="msg_1"))
    )

    assert found is not None
    assert (11, 1000, 200, 0, 5000, 42, 0) == found.counts
    assert (f"pi:{T}:msg_1", "claude-opus-4-5", True) == (found.name, found.model, found.ended)


def test_writes_without_a_lifetime_are_unknown() -> None:
    """As older versions report them."""
    found = report(entry(assistant(5)))

    assert found is not None
    assert (4, 0, 0, 100, 2000, 9, 0) == found.counts


def test_a_copy_in_a_fork_is_the_same_response() -> None:
    """Whatever id its entry was given: time and usage name it."""
    first = report(entry(assistant(5)))
    copy = report(entry(message(5, entry="aa", parent="bb", **json.loads(assistant(5))["message"])))
    later = report(entry(assistant(6)))

    assert first is not None
    assert copy is not None
    assert later is not None
    assert first.name == copy.name != later.name


def test_the_model_that_answered_is_priced() -> None:
    """Not the one that was asked for."""
    found = report(entry(assistant(5, model="router/auto", responseModel="claude-haiku-4-5")))

    assert found is not None
    assert "claude-haiku-4-5" == found.model


@pytest.mark.parametrize("reason", ["aborted", "error", None])
def test_what_did_not_end_is_a_lower_bound(reason: str | None) -> None:
    """Its output may have gone on."""
    found = report(entry(assistant(5, stopReason=reason)))

    assert found is not None
    assert not found.ended


@pytest.mark.parametrize(
    "data",
    [
        line(type="usage", id="a", timestamp=T, kind="cache_warm", model="claude-opus-4-5", usage=usage(0, 0, 50_000)),
        line(type="compaction", id="a", timestamp=T, summary=".", tokensBefore=5, usage=usage(0, 0, 50_000)),
        line(type="branch_summary", id="a", timestamp=T, summary=".", usage=usage(0, 0, 50_000)),
        result(5, 1, ".", usage=usage(0, 0, 50_000)),
    ],
)
def test_other_model_work_counts(data: bytes) -> None:
    """Cache warming, summaries, tools that asked a model."""
    found = report(entry(data))

    assert found is not None
    assert (0, 0, 0, 0, 50_000, 0, 0) == found.counts
    assert found.ended


@pytest.mark.parametrize(
    "data",
    [
        message(1, role="user", content="x", usage=usage(1, 1)),  # no such thing: a person has no usage
        assistant(1, usage=None),
        line(type="custom", timestamp=T, data={"usage": usage(1, 1)}),
        line(type="model_change", timestamp=T, modelId="m"),
    ],
)
def test_the_rest_reports_nothing(data: bytes) -> None:
    """No usage, no response."""
    assert report(entry(data)) is None


@pytest.mark.parametrize("bad", ["many", -1, 1.5, True, 2**60, [1]])
def test_a_count_that_is_none_is_a_fault(bad: Any) -> None:
    """Only that entry is refused."""
    with pytest.raises(Fault):
        report(entry(assistant(1, usage={"input": bad})))


def test_usage_that_is_no_object_is_a_fault() -> None:
    """As above."""
    with pytest.raises(Fault):
        report(entry(assistant(1, usage=[])))
