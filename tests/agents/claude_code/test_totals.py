"""Usage alone, block by block: the folds that the index would make."""

from __future__ import annotations

import pytest

from tallystick.accounting.digests import key
from tallystick.agents.claude_code.totals import TotalsReader
from tests.agents.readings import Read
from tests.blocks import feed_lines
from tests.casebook.thread import Thread, compact, text, usage

COUNTS = (
    "input",
    "write_5m",
    "write_1h",
    "write_unknown",
    "read",
    "output",
    "searches",
    "stopped",
    "side",
    "t",
    "variant",
)
NINE = 1_772_442_000_000


def talk() -> list[bytes]:
    """A message of three lines, one of another model, one of the client's own making, a prompt."""
    thread = Thread()
    lines = [
        thread.ask("Fire."),
        thread.say("m1", text("a"), usage(3, 100, 2, w5=7), stop=None),
        thread.say("m1", text("b"), usage(3, 100, 2, w5=7)),
        thread.say("m1", text("c"), usage(3, 100, 40, w5=7), stop=None),
        thread.say("m2", text("d"), usage(1, 2, 3, speed="fast"), model="haiku", isSidechain=True),
        thread.say("x", text("e"), usage(0, 0, 0), model="<synthetic>"),
    ]
    return [compact(line) for line in lines]


def totals_of(block: bytes) -> TotalsReader:
    """A reader that has read one block."""
    reader = TotalsReader("t")
    feed_lines(reader, block)
    return reader


def test_a_block_gives_the_folds_of_its_lines() -> None:
    """By response, with the names of models."""
    reader = totals_of(b"\n".join(talk()))
    expected = Read(talk()).usage

    assert expected.keys() == reader.folds.keys()
    for slot, fold in reader.folds.items():
        assert [expected[slot][name] for name in COUNTS] == [getattr(fold, name) for name in COUNTS]
    assert {key("claude-opus-4-6"): "claude-opus-4-6", key("haiku"): "haiku"} == reader.models
    assert 0 == reader.rejected


@pytest.mark.parametrize(
    ("odd", "rejected"),
    [
        (b"?", 1),
        (b"", 0),
        (b"{}{}", 0),
        (b"[]", 1),
        (b"\r", 0),
        (b'{"type":"user","message":7}', 1),
        (b'{"a":"\xff"}', 0),
    ],
)
def test_a_block_with_something_odd_is_read_line_by_line(odd: bytes, rejected: int) -> None:
    """Nothing around it is lost, and what is refused is counted."""
    lines = talk()

    reader = totals_of(b"\n".join([*lines[:2], odd, *lines[2:]]))

    assert totals_of(b"\n".join(lines)).folds.keys() == reader.folds.keys()
    assert rejected == reader.rejected


def test_blocks_add_up() -> None:
    """A message that goes on in the next block."""
    reader = TotalsReader("t")
    for line in talk():
        feed_lines(reader, line)

    assert [40, 3] == [fold.output for fold in reader.folds.values()]


def test_what_stands_behind_the_last_line_feed() -> None:
    """A whole object counts; a torn one waits and is no rejection."""
    reader = TotalsReader("t")
    reader.feed_tail(talk()[4], 5)
    reader.feed_tail(talk()[1][:50], 6)

    assert ([3], 0) == ([fold.output for fold in reader.folds.values()], reader.rejected)


def test_the_earliest_line_gives_the_time() -> None:
    """Also where the lines of a message repeat one usage, in either order, and one has no time at all."""
    thread = Thread()
    late = thread.at(60).say("m", text("a"), usage(1, 2, 3))
    early = thread.at(0).say("m", text("b"), usage(1, 2, 3))
    none = thread.say("m", text("c"), usage(1, 2, 3), timestamp=...)

    for order in ((late, early, none), (none, late, early), (early, none, late)):
        (fold,) = totals_of(b"\n".join(map(compact, order))).folds.values()
        assert NINE == fold.t


def test_a_childs_line_in_progress_has_its_own_slot() -> None:
    """It counts where no other line of its key is found: whoever adds up decides."""
    inner = Thread(agent="ac0ffee").say("m", text("x"), usage(1, 2, 3))
    line = compact(Thread().add("progress", data={"type": "agent_progress", "message": inner}))

    assert [key("m") << 1 | 1] == list(totals_of(line).folds)
    assert [key("m") << 1 | 1] == list(totals_of(line + b"\n?").folds)
    assert {} == totals_of(compact(Thread().add("progress", data={"type": "hook_progress"}))).folds


def test_a_message_of_no_model() -> None:
    """It counts, and names no model."""
    reader = totals_of(compact(Thread().say("m", text("x"), usage(1, 2, 3), model=...)))

    assert ([0], {}) == ([fold.model for fold in reader.folds.values()], reader.models)
