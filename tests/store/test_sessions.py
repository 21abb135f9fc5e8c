"""Folds of sessions: span, main file, project, parent, and what only the client's running totals know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tallystick.accounting.digests import key
from tests.casebook.boundaries import claim
from tests.casebook.thread import Thread, sid, text, usage
from tests.crash.corpus import put
from tests.indexes import differences, dump, synced

NINE = 1_772_442_000_000


class Sessions:
    """An index that grows with what is laid out."""

    def __init__(self, base: Path) -> None:
        self.config = base / "config"
        self.root = base / "root"

    def sync(self, *places: tuple[str, bytes]) -> dict[int, tuple[Any, ...]]:
        """Lay transcripts out, sync, and return the sessions: file, first and last time, project, parent."""
        for place, data in places:
            put(self.config, place, data)
        synced(self.root, self.config)
        return {row[0]: row[1:] for row in dump(self.root, self.config)["session"]}

    def left(self) -> dict[int, int]:
        """The input tokens that only running totals know, by session."""
        return {row[0]: row[2] for row in dump(self.root, self.config)["unattributed"]}


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    """Nothing yet."""
    return Sessions(tmp_path)


def test_a_session_spans_all_its_files(sessions: Sessions) -> None:
    """From the earliest line to the latest, children included; its file is the main one, its project where that began."""
    main = Thread(1, cwd="/srv/kiln", seconds=10)
    main.ask("Fire.")
    child = Thread(1, cwd="/srv/elsewhere", agent="ac0ffee", seconds=5)
    child.ask("Count.", parentUuid=None)
    child.at(100).ask("More.")

    found = sessions.sync(
        (f"x/{sid(1)}.jsonl", main.data()), (f"x/{sid(1)}/subagents/agent-ac0ffee.jsonl", child.data())
    )

    assert {key(sid(1)): (f"projects/x/{sid(1)}.jsonl", NINE + 5000, NINE + 100_000, key("/srv/kiln"), 0)} == found


def test_the_file_of_its_own_name_is_a_sessions_main_one(sessions: Sessions) -> None:
    """A file that only also holds lines of it comes after."""
    one = Thread(2)
    one.ask("x", sessionId=sid(1), cwd="/srv/other")
    other = Thread(1)
    other.ask("y")

    found = sessions.sync((f"a/{sid(2)}.jsonl", one.data()), (f"b/{sid(1)}.jsonl", other.data()))

    assert f"projects/b/{sid(1)}.jsonl" == found[key(sid(1))][0]


def test_a_session_without_times_has_no_span(sessions: Sessions) -> None:
    """Unknown is not zero; a later time makes it known."""
    thread = Thread(1)
    thread.ask("x", timestamp=...)
    assert (None, None) == sessions.sync((f"x/{sid(1)}.jsonl", thread.data()))[key(sid(1))][1:3]

    thread.ask("y")
    assert (NINE + 1000, NINE + 1000) == sessions.sync((f"x/{sid(1)}.jsonl", thread.data()))[key(sid(1))][1:3]


def test_a_directory_that_is_learnt_late(sessions: Sessions) -> None:
    """The project of every session of a file, also of one whose lines stand before the first directory."""
    first = Thread(2)
    first.ask("x", cwd=..., version=...)
    second = Thread(1)
    second.ask("y")
    place = f"x/{sid(1)}.jsonl"
    sessions.sync((place, first.data()))

    found = sessions.sync((place, first.data() + second.data()))

    assert {key("/srv/kiln")} == {row[3] for row in found.values()}


def test_a_fork_has_a_parent(sessions: Sessions) -> None:
    """The owner of what it copied; a session that copied nothing has none."""
    one = Thread(1)
    one.say("m", text("x"), usage(1, 2, 3))
    fork = Thread(2)
    fork.lines = [{**one.lines[0], "sessionId": fork.session}]
    fork.at(60).say("n", text("y"), usage(1, 2, 3))
    one.at(10).ask("Go on.")

    found = sessions.sync((f"x/{sid(1)}.jsonl", one.data()), (f"x/{sid(2)}.jsonl", fork.data()))

    assert (0, key(sid(1))) == (found[key(sid(1))][-1], found[key(sid(2))][-1])


def chain() -> tuple[Thread, Thread, Thread]:
    """A session of 100 and 10, a fork of its last answer with 7 of its own, a fork of that with 5 and all the sums."""
    one = Thread(1)
    one.say("m0", text("x"), usage(100, 0, 1))
    one.say("m1", text("x"), usage(10, 0, 1))
    two = Thread(2)
    two.lines = [{**one.lines[1], "sessionId": two.session, "requestSessionId": one.session}]
    two.at(60).say("m2", text("y"), usage(7, 0, 1))
    three = Thread(3)
    three.lines = [{**two.lines[1], "sessionId": three.session, "requestSessionId": two.session}]
    three.at(120).say("m3", text("z"), usage(5, 0, 1))
    claim(three, claude_opus_4_6=(122, 0, 0, 0, 4))
    return one, two, three


def test_sums_of_a_fork_are_netted_by_all_its_ancestors(sessions: Sessions) -> None:
    """100 + 10 + 7 + 5 stand in lines of the chain, though not in lines of the fork: nothing is left."""
    places = [(f"x/{thread.session}.jsonl", thread.data()) for thread in chain()]

    sessions.sync(*places)

    assert {} == sessions.left()


def test_an_ancestor_that_grows_last_changes_what_is_left(sessions: Sessions, tmp_path: Path) -> None:
    """As long as a line of the first is not there, its 100 are known to the sums alone; then they are not."""
    one, two, three = chain()
    late = one.data().splitlines(keepends=True)
    others = [(f"x/{thread.session}.jsonl", thread.data()) for thread in (two, three)]
    sessions.sync((f"x/{sid(1)}.jsonl", late[1]), *others)
    assert {key(sid(3)): 100} == sessions.left()

    sessions.sync((f"x/{sid(1)}.jsonl", late[1] + late[0]))

    synced(tmp_path / "scratch", sessions.config)
    assert differences(dump(tmp_path / "scratch", sessions.config), dump(sessions.root, sessions.config)) == {}
    assert {} == sessions.left()
