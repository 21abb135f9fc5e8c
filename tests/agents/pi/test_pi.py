"""Where pi's sessions lie, and that a whole session is read from index to report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.agents import pi
from tallystick.model.reading import Memory
from tests.agents.pi.sessions import assistant, call, header, message, result
from tests.agents.readings import Read
from tests.blocks import feed_lines

CASE = Path(__file__).parents[2] / "data" / "pi" / "fused_and_aborted.jsonl"


@pytest.mark.parametrize(
    ("relative", "expected"),
    [
        ("--srv-kiln--/2026-03-02T09-00-00-000Z_0199aa01-0001.jsonl", "0199aa01-0001"),
        ("--srv-kiln--/2026-03-02T09-00-00-000Z_my_own_name.jsonl", "my_own_name"),
        ("s05.jsonl", "s05"),
        ("a_b.jsonl", "a_b"),
    ],
)
def test_a_file_is_a_session(relative: str, expected: str) -> None:
    """Named behind the time it began; a file of another name by its own."""
    place = pi.place(relative)

    assert (expected, expected, False, "") == (place.transcript, place.session, place.is_subagent, place.child)


def test_fused_lines_and_aborted_messages() -> None:
    """Five entries on four lines; two responses: input 4, output 9, read 2,000, write 100 of unknown lifetime."""
    read = Read(CASE.read_bytes().splitlines(), agent=pi)

    assert 4 == len(read.moments)  # the fifth entry is the session's header
    assert [] == read.rejections
    counts = [(f.input, f.output, f.read, f.write_unknown, f.stopped) for f in read.reading.usage.values()]
    assert [(0, 0, 0, 0, 0), (4, 9, 2000, 100, 1)] == sorted(counts)


def test_every_way_of_reading_finds_the_same() -> None:
    """Line by line, in blocks, and totals alone."""
    lines = CASE.read_bytes().splitlines()
    one = Read(lines, agent=pi)
    totals = pi.totals_reader(pi.place("s.jsonl"))
    feed_lines(totals, CASE.read_bytes())

    assert one.everything() | {"whole": []} == Read(lines, agent=pi, in_blocks=True).everything()
    assert {slot: f.output for slot, f in one.reading.usage.items()} == {s: f.output for s, f in totals.folds.items()}
    assert {"claude-opus-4-5"} == set(totals.models.values())


TALK = [
    header(),
    message(1, role="user", content="run it"),
    assistant(2, call("bash", 1, command="pytest -q"), call("read", 2, path="a.py"), responseId="msg_1"),
    result(3, 2, "x = 1"),
    result(4, 1, "1 failed"),
    message(5, role="user", content="again"),
    assistant(6, responseId="msg_2"),
]


@given(st.sets(st.integers(1, len(TALK) - 1)))
def test_it_does_not_matter_where_reads_are_split(cuts: set[int]) -> None:
    """What the first lines say reaches the last ones through the memory."""
    whole = Read(TALK, agent=pi)
    memory = Memory()
    moments: list[tuple[Any, ...]] = []
    calls: list[tuple[Any, ...]] = []
    results: list[tuple[Any, ...]] = []
    usage: dict[int, dict[str, int]] = {}
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(TALK)], strict=True):
        read = Read([b""] * start + TALK[start:end], agent=pi, memory=memory)
        moments += [(*m[:4], *m[5:]) for m in read.moments]  # all but the offset
        calls += [(*c[:16], c[17]) for c in read.calls]  # all but where its words start
        results += read.results
        usage |= read.usage

    assert moments == [(*m[:4], *m[5:]) for m in whole.moments]
    assert calls == [(*c[:16], c[17]) for c in whole.calls]
    assert (results, usage) == (whole.results, whole.usage)
