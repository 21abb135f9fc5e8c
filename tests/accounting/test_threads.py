"""Threads: turns follow the chain of parents, calls find their results, cuts stand where the context was cut."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.threads import ThreadBuilder
from tallystick.model import event
from tallystick.model.history import CLEARED, COMPACTION, MICRO, NO_TURN
from tests.pasts import indexed, main, past, pasts


def test_calls_are_joined_with_their_results(tmp_path: Path) -> None:
    """A prompt, a response that reads two files at once, and their results: lines 1 to 5."""
    thread = main(tmp_path, "session 1\nask\nread kiln.py chars=401\n+ read glaze.py\nsay")

    assert [(act.call_line, act.result_line, act.turn, act.tokens) for act in thread.acts] == [
        (2, 4, 0, 101),  # 401 characters: a hundred tokens and one begun
        (3, 5, 0, 100),
    ]
    assert [(turn.line, turn.prev) for turn in thread.turns] == [(2, NO_TURN), (6, 0)]
    assert thread.is_linear


def test_prompt_from_an_earlier_place_leaves_a_branch(tmp_path: Path) -> None:
    """The second prompt hangs on line 2: what line 4 read is not in the context of line 7."""
    thread = main(tmp_path, "session 1\nask\nsay\nask\nread kiln.py\nrewind 2\nask\nread kiln.py\nrewind 0\nask\nsay")

    assert [(turn.line, turn.prev) for turn in thread.turns] == [(2, NO_TURN), (4, 0), (7, 0), (10, NO_TURN)]
    assert not thread.is_linear


def test_broken_chain_goes_on_at_the_line_before(tmp_path: Path) -> None:
    """A parent that no line has, and a response without one."""
    thread = main(tmp_path, "session 1\nask\nsay\nask\nsay")
    builder = ThreadBuilder(0, {}, {})
    rows = [
        (1, 1, event.PROMPT, 0, 0, 5, 11, 0, 0, 0, 0),
        (2, 1, event.RESPONSE, 0, 0, 6, 12, 11, 900, 0, 0),
        (3, 1, event.RESPONSE, 0, 0, 7, 13, 777, 901, 0, 0),  # 777 is nobody's uuid
        (4, 1, event.RESPONSE, event.CLAIMS_DONE, 0, 8, 0, 0, 902, 0, 0),
        (5, 1, event.RESPONSE, event.CLAIMS_DONE, 0, 8, 15, 12, 902, 0, 0),  # its second line hangs elsewhere
        (6, 1, event.RESPONSE, event.SYNTHETIC, 0, 9, 16, 15, 0, 0, 0),  # no response of a model
    ]
    builder.read([(b"".join(event.MOMENT.pack(*row) for row in rows), b"", b"", b"")])

    assert [turn.prev for turn in thread.turns] == [NO_TURN, 0]
    assert [turn.prev for turn in builder.turns] == [NO_TURN, 0, 1]
    assert [claim.line for claim in builder.claims] == [4, 5]


def test_side_chain_in_a_main_file_is_a_context_of_its_own() -> None:
    """Lines 2 and 4 are the main chain, 3 and 5 a child's; line 6 of the child has lost its parent."""
    builder = ThreadBuilder(0, {}, {})
    side = event.SIDECHAIN
    rows = [
        (1, 1, event.BRIEF, side, 0, 5, 21, 0, 0, 0, 0),
        (2, 1, event.RESPONSE, 0, 0, 6, 12, 0, 900, 0, 0),
        (3, 1, event.RESPONSE, side, 0, 7, 22, 21, 901, 0, 0),
        (4, 1, event.RESPONSE, 0, 0, 8, 14, 12, 902, 0, 0),
        (5, 1, event.RESPONSE, side, 0, 9, 23, 22, 903, 0, 0),
        (6, 1, event.RESPONSE, side, 0, 9, 24, 999, 904, 0, 0),
    ]
    builder.read([(b"".join(event.MOMENT.pack(*row) for row in rows), b"", b"", b"")])

    assert [turn.prev for turn in builder.turns] == [NO_TURN, NO_TURN, 0, 1, 3]


def test_a_cut_may_name_the_first_line_it_keeps() -> None:
    """Lines 1 to 4, of which 3 is kept from on; a first line that is not there keeps nothing."""
    rows = [(n, 1, event.PROMPT, 0, 0, 5, 10 + n, 9 + n, 0, 0, 0) for n in (1, 2, 3)]
    rows.append((4, 1, event.BOUNDARY, 0, 0, 8, 14, 13, 0, 0, 0))
    moments = b"".join(event.MOMENT.pack(*row) for row in rows)
    found = []
    for first in (12, 77):
        builder = ThreadBuilder(0, {}, {(4, 1): (event.CUT_BEFORE, first.to_bytes(8, "little"), b"")})
        builder.read([(moments, b"", b"", b"")])
        found.append([(cut.kind, cut.preserved) for cut in builder.cuts])

    assert found == [[(COMPACTION, {12, 13})], [(COMPACTION, frozenset())]]


def test_calls_and_results_without_their_other_half() -> None:
    """A call that nothing answered counts at its own line; a result without its call is one of no tool."""
    builder = ThreadBuilder(0, {}, {})
    moment = event.MOMENT.pack(3, 1, event.RESULT, 0, 0, 70, 31, 0, 0, 0, 0)
    call = event.CALL_ROW.pack(2, 1, 0, event.COMMAND, 1, 55, 900, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
    nameless = event.CALL_ROW.pack(2, 1, 1, event.COMMAND, 1, 0, 900, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
    result = event.RESULT_ROW.pack(3, 1, 0, 0, 56, 40, 0, 0, b"h" * 16, event.NO_HASH, 0, 0)
    homeless = event.RESULT_ROW.pack(4, 1, 0, 0, 57, 40, 0, 0, b"h" * 16, event.NO_HASH, 0, 0)
    builder.read([(moment, call + nameless, result + homeless, b"")])

    assert [(act.line, act.kind, act.tokens, act.t, act.uuid) for act in builder.acts] == [
        (2, event.COMMAND, 0, -1, 0),
        (2, event.COMMAND, 0, -1, 0),
        (3, event.CALL, 10, 70, 31),
        (4, event.CALL, 10, -1, 0),
    ]


def test_cuts(tmp_path: Path) -> None:
    """A compaction with its summary is one cut; a microcompact names what it drops; a clear begins from nothing."""
    script = "session 1\nask\nread kiln.py\ncompact keeps=3\nread kiln.py\nmicro drops=7\nsay\nclear\nask\nsay"
    thread = main(tmp_path, script)

    assert [(cut.kind, cut.line, len(cut.preserved), len(cut.dropped)) for cut in thread.cuts] == [
        (COMPACTION, 4, 1, 0),
        (MICRO, 8, 0, 1),
        (CLEARED, 10, 0, 0),
    ]
    assert [(turn.line, turn.prev, turn.cuts) for turn in thread.turns] == [
        (2, NO_TURN, ()),
        (6, 0, (0,)),
        (9, 1, (1,)),
        (12, NO_TURN, (2,)),
    ]
    assert thread.cut_turns == (1, 2, 3)


def test_copies_of_a_fork_are_not_its_own(tmp_path: Path) -> None:
    """The fork begins with the three lines that its parent read a file in."""
    first, fork = pasts(tmp_path, "session 1\nask\nread kiln.py\nsay\nfork 2 of 1 upto 3\nask\nread kiln.py")

    assert [(act.line, act.owned) for act in first.threads[0].acts] == [(3, True)]
    assert [(act.line, act.owned) for act in fork.threads[0].acts] == [(3, False), (6, True)]
    assert (first.is_fork, fork.is_fork) == (False, True)


def test_child_knows_its_parent(tmp_path: Path) -> None:
    """A child with a file that names its call, and one that nothing links."""
    history = past(
        tmp_path, "session 1\nask\nspawn a\nchild a of 1 at=9\nread kiln.py\nchild b of 1 at=8 unlinked\nread kiln.py"
    )

    assert [(thread.id, thread.is_child, thread.parent) for thread in history.threads] == [
        ("5e550000-0001-4000-8000-000000000001", False, NO_TURN),
        ("b", True, NO_TURN),
        ("a", True, 0),
    ]


def test_many_calls_without_an_answer(tmp_path: Path) -> None:
    """They stand in the order of their lines among those that were answered, few of them or many."""
    for count in (2, 30):
        thread = main(tmp_path / str(count), "session 1\nask\n" + "read a.py\n" * count + "read b.py")
        path = next((tmp_path / str(count) / "config").rglob("*.jsonl"))
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in lines[:-1] if '"tool_result"' not in line] + lines[-1:]
        (tmp_path / str(count) / "again" / "config" / "projects" / "x").mkdir(parents=True)
        (tmp_path / str(count) / "again" / "config" / "projects" / "x" / path.name).write_text("".join(kept), "utf-8")
        (history,) = indexed(tmp_path / str(count) / "again")
        found = history.threads[0].acts

        assert len(thread.acts) == len(found) == count + 1
        assert [*range(2, count + 2), count + 3] == [act.line for act in found]
