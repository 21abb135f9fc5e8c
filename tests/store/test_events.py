"""Finding events by evidence: the start of a transcript's id, a line, a part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.accounting.digests import key
from tallystick.model import event
from tallystick.store import events
from tallystick.store.index import Index, open_index
from tests.casebook.thread import Thread, call, sid, text, usage
from tests.crash.corpus import put
from tests.indexes import synced


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """Two transcripts whose ids begin alike, one that is no session's, two objects on one line, a tail."""
    thread = Thread(1)
    thread.ask("Fire.")
    thread.say("m", call("toolu_1", "Bash", command="fire up"), usage(1, 2, 3))
    thread.give("toolu_1", "hot")
    lines = thread.data().split(b"\n")
    put(tmp_path, f"x/{sid(1)}.jsonl", lines[0] + lines[1] + b"\n" + lines[2])
    other = Thread(2)
    other.ask("Cool.")
    put(tmp_path, f"x/{sid(2)}.jsonl", other.data())
    put(tmp_path, "x/a%b_c.jsonl", other.data())
    synced(tmp_path / "root", tmp_path)
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    with opened:
        yield opened


def test_an_event_is_found_by_line_and_part(index: Index, tmp_path: Path) -> None:
    """With its calls and results, its session, agent and file; a line behind the last line feed as well."""
    (prompt,) = events.find(index, sid(1), 1, 1)
    (answer,) = events.find(index, sid(1), 1, 2)
    (result,) = events.find(index, sid(1), 2, 1)

    assert prompt.moment is not None
    assert (event.PROMPT, ()) == (prompt.moment[2], prompt.calls)
    assert [key("toolu_1")] == [row[5] for row in answer.calls]
    assert len(answer.words) >= answer.calls[0][-1] * 4
    assert [key("toolu_1")] == [row[4] for row in result.results]
    path = str(tmp_path / "projects" / "x" / f"{sid(1)}.jsonl")
    assert (path, sid(1), sid(1), "Claude Code", 0) == (
        answer.path,
        answer.transcript,
        answer.session,
        answer.agent,
        answer.state,
    )


@pytest.mark.parametrize(("line", "part"), [(1, 3), (2, 2), (3, 1), (0, 1)])
def test_where_nothing_stands_nothing_is_found(index: Index, line: int, part: int) -> None:
    """A line or part that the transcript does not have."""
    assert [] == events.find(index, sid(1), line, part)


def test_a_short_start_may_mean_several(index: Index) -> None:
    """Both are given, so that the user can choose; signs of the pattern language are letters."""
    assert [sid(1), sid(2)] == [row.transcript for row in events.find(index, "5e55", 1, 1)]
    assert ["a%b_c"] == [row.transcript for row in events.find(index, "a%b_", 1, 1)]
    assert [] == events.find(index, "a_b", 1, 1)
    assert [] == events.find(index, "\\", 1, 1)


def test_the_shortest_start_that_is_unique(index: Index) -> None:
    """At least eight characters, more where another begins alike, never more than there are."""
    # 5e550000-0001-… and 5e550000-0002-… differ in their thirteenth character
    assert sid(1)[:13] == events.unique_prefix(index, sid(1))
    assert "a%b_c" == events.unique_prefix(index, "a%b_c")
    assert "zzzzzzzz" == events.unique_prefix(index, "zzzzzzzzzzzz")


def test_a_text_is_nowhere(index: Index) -> None:
    """What was said is not in the index."""
    held = b"".join(b"".join(row) for row in index.db.execute("SELECT moments, calls, results, words FROM segment"))

    assert (b"Fire" in held, b"hot" in held, text("x")["type"]) == (False, False, "text")
