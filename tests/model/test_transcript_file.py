"""A transcript file's state and its row are one."""

from __future__ import annotations

from tallystick.model.transcript_file import INTAKE_TABLES, FileState


def test_a_new_file_has_read_nothing() -> None:
    """Its name and place are known, all else is none."""
    state = FileState(3, "/srv/a.jsonl", "a", 7)

    assert (3, "/srv/a.jsonl", "a", 7) == (state.id, state.path, state.transcript, state.agent)
    assert {0, b""} == {getattr(state, name) for name in FileState.FIELDS[4:]}


def test_a_row_gives_the_state_back() -> None:
    """Every field in the table's order."""
    row = tuple(range(len(FileState.FIELDS)))
    state = FileState.from_row(row)

    assert row == state.row()
    assert row == tuple(getattr(state, name) for name in FileState.FIELDS)


def test_intakes_name_each_table_once() -> None:
    """Rows of one read, by table."""
    assert len(set(INTAKE_TABLES)) == len(INTAKE_TABLES)
    assert "usage_line" == INTAKE_TABLES[0]
