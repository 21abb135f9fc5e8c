"""Entries in, moments and usage out. Times are seconds after 2026-03-02T09:00:00Z."""

from __future__ import annotations

from tallystick.accounting.digests import key
from tallystick.agents import pi
from tallystick.model import event
from tallystick.model.reading import Memory
from tests.agents.pi.sessions import assistant, call, header, line, message, result, usage
from tests.agents.readings import Read

NINE = 1_772_442_000_000
_KIND, _T, _OWN, _PARENT, _SUBJECT, _SESSION, _CHARS = 2, 5, 6, 7, 8, 9, 10


def read(*lines: bytes, memory: Memory | None = None) -> Read:
    """Lines as pi's reader sees them."""
    return Read(lines, agent=pi, memory=memory)


def test_the_header_names_the_session_and_its_directory() -> None:
    """For every entry of the file, in later reads too."""
    memory = Memory()
    first = read(header(), message(1, entry="a", role="user", content="hi"), memory=memory)
    later = read(message(2, entry="b", parent="a", role="user", content="again"), memory=memory)

    session = key("0199aa01-0001")
    assert (session, key("/srv/kiln")) == (first.reading.first_session, first.reading.cwd)
    assert [session, session] == [read.moments[0][_SESSION] for read in (first, later)]
    assert {session: [NINE, NINE + 1000, -1]} == first.reading.sessions
    assert {session: [NINE + 2000, NINE + 2000, -1]} == later.reading.sessions


def test_without_a_header_the_file_s_name_is_the_session() -> None:
    """And no session is claimed for the file."""
    found = read(message(1, entry="a", role="user", content="hi"))

    assert (0, key("5e550000-0001-4000-8000-000000000001")) == (found.reading.first_session, found.moments[0][_SESSION])


def test_entries_are_a_tree() -> None:
    """By their ids and their parents' ids."""
    found = read(
        message(1, entry="a", role="user", content="hi"),
        assistant(2),
        message(3, entry="c", parent="a", role="user", content="or rather"),
    )

    assert [(key("a"), 0), (key("c"), key("a"))] == [
        (m[_OWN], m[_PARENT]) for m in (found.moments[0], found.moments[2])
    ]


def test_entries_of_the_first_format_are_a_chain() -> None:
    """Each continues the one before it, over reads too; what a fork copies has the same name in both files."""
    memory = Memory()
    lines = [message(1, role="user", content="hi"), assistant(2), result(3, 1, "x"), result(3, 2, "y")]
    first = read(*lines, memory=memory)
    later = read(message(4, role="user", content="again"), memory=memory)
    copy = read(*lines)

    assert [0, *[m[_OWN] for m in first.moments]] == [m[_PARENT] for m in (*first.moments, *later.moments)]
    assert 4 == len({m[_OWN] for m in first.moments})
    assert [m[_OWN] for m in first.moments] == [m[_OWN] for m in copy.moments]


def test_what_entries_are() -> None:
    """Prompt, response, result, boundary, and the rest."""
    found = read(
        message(1, role="user", content=[{"type": "text", "text": "do it"}]),
        assistant(2, {"type": "text", "text": "."}),
        result(3, 1, "x"),
        line(
            type="compaction", id="k", parentId="a", timestamp="2026-03-02T09:00:04.000Z", summary=".", tokensBefore=512
        ),
        line(type="model_change", id="m", parentId="k", timestamp="2026-03-02T09:00:05.000Z", modelId="m"),
        message(6, role="assistant", content=[], stopReason="error", errorMessage="overloaded"),
        message(7, role="custom", content="."),
    )

    expected = [event.PROMPT, event.RESPONSE, event.RESULT, event.BOUNDARY, event.OTHER, event.ERROR, event.OTHER]
    assert expected == [m[_KIND] for m in found.moments]
    assert (key("do it"), 5) == (found.moments[0][_SUBJECT], found.moments[0][_CHARS])
    assert [(4, 1, NINE + 4000, found.moments[0][_SESSION], 0, 0, 512, None, b"", b"")] == found.reading.boundaries
    assert [] == found.rejections


def test_a_response_without_usage_is_a_turn_and_no_response() -> None:
    """Extensions write such; nothing was reported."""
    found = read(assistant(2, usage=None))

    assert ([], event.RESPONSE) == (list(found.reading.usage), found.moments[0][_KIND])
    assert found.moments[0][_OWN] == found.moments[0][_SUBJECT]


def test_a_response_is_booked_where_it_stands() -> None:
    """Two lines of one name fold by maximum."""
    found = read(
        header(),
        assistant(2, responseId="msg_1", usage=usage(4, 9), stopReason="aborted"),
        assistant(2, responseId="msg_1", usage=usage(4, 12)),
    )

    (fold,) = found.usage.values()
    assert (2, 4, 12, 1, 2) == (fold["line"], fold["input"], fold["output"], fold["stopped"], fold["lines"])
    assert found.moments[0][_SUBJECT] == found.moments[1][_SUBJECT] == next(iter(found.usage)) >> 1


def test_what_cannot_be_read_costs_itself() -> None:
    """A count that is none, a message without a role, a torn line: three rejections, one response."""
    found = read(assistant(1, usage={"input": "many"}), message(2, content="."), b'{"type":', assistant(3))

    assert [(1, "wrong shape"), (2, "wrong shape"), (3, "unreadable")] == found.rejections
    assert 1 == len(found.usage)


def test_an_absurd_compaction_has_no_size() -> None:
    """Tokens are whole numbers."""
    found = read(*(line(type="compaction", timestamp="x", tokensBefore=size) for size in (True, -1, "5", None)))

    assert [None] * 4 == [row[6] for row in found.reading.boundaries]


def test_calls_stand_on_their_response() -> None:
    """By its key."""
    found = read(assistant(1, call("bash", 1, command="ls")))

    assert found.moments[0][_SUBJECT] == found.calls[0][6]
