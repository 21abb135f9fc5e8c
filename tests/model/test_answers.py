"""Records that the index answers with."""

from __future__ import annotations

import pytest

from tallystick.model import answers


@pytest.mark.parametrize("record", [answers.SessionRow, answers.StatedUsage, answers.RejectionRow, answers.Coverage])
def test_values_stand_under_their_names(record: type) -> None:
    """Each parameter is a field, in whatever order."""
    names = record.__init__.__code__.co_varnames[1 : record.__init__.__code__.co_argcount]  # type: ignore[misc]
    found = record(*range(len(names)))

    assert dict(zip(names, range(len(names)), strict=True)) == {name: getattr(found, name) for name in record.__slots__}  # type: ignore[attr-defined]


def test_a_transcript_is_a_childs_or_not() -> None:
    """The table's 0 and 1 are a truth."""
    row = answers.TranscriptRow(1, "a", "/a", 2, 1, 0, 10, 20, 0, "Claude Code")

    assert row.is_subagent is True
    assert ("a", "/a", 2, 0, 10, 20, 0) == (
        row.id,
        row.path,
        row.session,
        row.state,
        row.lines,
        row.size,
        row.spawned_by,
    )


def test_an_event_has_a_place() -> None:
    """Which transcript, where it stands, whose it is."""
    row = answers.EventRow((1, "a", "/a", 0, "Claude Code", "s"), None, (), (), b"")

    assert (1, "a", "/a", 0, "Claude Code", "s") == (
        row.file,
        row.transcript,
        row.path,
        row.state,
        row.agent,
        row.session,
    )
    assert (None, (), (), b"") == (row.moment, row.calls, row.results, row.words)
