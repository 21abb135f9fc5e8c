"""What a record must satisfy by itself and beside its texts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.accounting.recordchecks import EMPTY, fault_of_changes, faults_of, faults_of_evidence, sides_of
from tallystick.accounting.transformlines import Change, FullLine, read_fully
from tallystick.kernel.excerpts import MOST, located
from tests.transformations import a_record


def a_line(before: str = "abc", after: str = "ab", **more: Any) -> FullLine:
    """A record as it was read."""
    found = read_fully(json.dumps(a_record(before, after) | more).encode())
    assert isinstance(found, FullLine)
    return found


DEBUG: dict[str, Any] = {"log_mode": "debug", "changes": [], "input_full_path": "x", "output_full_path": "y"}
NO_TEXT = "log_mode is debug, but neither the whole texts nor a debug_write_error are named"


@pytest.mark.parametrize(
    ("more", "faults"),
    [
        ({}, []),
        ({"transform": ""}, []),
        (DEBUG, []),
        ({"log_mode": "debug", "changes": [], "debug_write_error": "full"}, []),
        ({"log_mode": "all"}, ["log_mode is 'all'", NO_TEXT]),
        ({"log_mode": "debug"}, [NO_TEXT]),
        (DEBUG | {"changes": None}, [NO_TEXT]),
        (DEBUG | {"output_full_path": None}, [NO_TEXT]),
        ({"changes": []}, ["log_mode is counts, but texts are kept"]),
        ({"measure_type": "estimate"}, ["measure_type is 'estimate'"]),
        ({"transform": "other"}, ["transform is not the mechanism"]),
        ({"chain_step": 0}, ["chain_step or change_count is below 1"]),
        ({"change_count": 0}, ["chain_step or change_count is below 1"]),
        # 3 bytes cannot be 4 characters, nor 14 bytes 3 characters
        ({"input_chars": 4, "delta_chars": -2}, ["input_bytes cannot be those of input_chars characters"]),
        ({"output_bytes": 14, "delta_bytes": 11}, ["output_bytes cannot be those of output_chars characters"]),
        ({"input_sha256": "A" * 64}, ["input_sha256 is no SHA-256 in hex"]),
        ({"output_sha256": "ab"}, ["output_sha256 is no SHA-256 in hex"]),
        ({"input_sha256": EMPTY}, ["input_sha256 and input_bytes do not agree on whether there was any text"]),
    ],
)
def test_by_itself(more: dict[str, Any], faults: list[str]) -> None:
    """Each fault has its words; a record that holds has none."""
    assert list(faults_of(a_line(**more))) == faults


def test_nothing_changed() -> None:
    """A change that changes nothing is none."""
    record = a_line("abc", "abd")
    record.output_sha256 = record.input_sha256

    assert list(faults_of(record)) == ["both hashes are the same: nothing changed"]


def test_no_text_has_a_known_hash() -> None:
    """An empty side must have the hash of nothing."""
    assert list(faults_of(a_line("", "x"))) == []
    assert sides_of(a_line("", "x"))[0].is_nothing
    assert list(faults_of(a_line("", "x", input_sha256="0" * 64))) == [
        "input_sha256 and input_bytes do not agree on whether there was any text"
    ]


def test_evidence() -> None:
    """Size, hash and characters of the whole text."""
    before, after = sides_of(a_line("é", "x"))

    assert list(faults_of_evidence(before, "é".encode())) == []
    assert list(faults_of_evidence(after, b"xy")) == [
        "output_bytes is 1, its text has 2",
        "output_sha256 is not that of its text",
        "output_chars is 1, its text has 2",
    ]
    assert list(faults_of_evidence(after, b"\xff")) == [
        "output_sha256 is not that of its text",
        "the text of output_full_path is not UTF-8",
    ]


def changes_of(before: str, after: str) -> list[Change]:
    """What a debug record says of a change."""
    return [Change(**one) for one in located(before, after)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("before", "after"), [("a\n\n\nb é", "a\n\nb e"), ("x" * 3000, ""), ("", "y"), ("a", "\n")])
def test_changes_explain(before: str, after: str) -> None:
    """What the library locates explains the change."""
    assert fault_of_changes(changes_of(before, after), before.encode(), after.encode()) == ""


def test_changes_that_do_not_explain() -> None:
    """A range outside, an overlap, a difference that no range covers, an excerpt of something else."""
    outside = "changes: the texts differ outside of the ranges"
    place = "changes: a range is outside of its text, or not behind the one before"

    assert fault_of_changes([], b"ab", b"ac") == outside
    assert fault_of_changes([Change((1, 2), (1, 2), "b", "c")], b"ab", b"ac") == ""
    assert fault_of_changes([Change((1, 2), (1, 2), "b", "c")], b"xb", b"ac") == outside
    assert fault_of_changes([Change((1, 9), (1, 2), "b", "c")], b"ab", b"ac") == place
    assert fault_of_changes([Change((1, 2), (2, 1), "b", "c")], b"ab", b"ac") == place
    twice = [Change((0, 2), (0, 2), "ab", "ac"), Change((1, 2), (1, 2), "b", "c")]
    assert fault_of_changes(twice, b"ab", b"ac") == place
    assert fault_of_changes([Change((1, 2), (1, 2), "x", "c")], b"ab", b"ac").endswith(
        "does not show what stands in its range"
    )


def test_fifty_changes_are_not_all() -> None:
    """Behind the last that was located, anything may differ."""
    before, after = "".join(f"{n}\n" for n in range(100)), "".join(f"{n}!\n" for n in range(100))
    changes = changes_of(before, after)

    assert len(changes) == MOST
    assert fault_of_changes(changes, before.encode(), after.encode()) == ""
