"""Cases of copies: forks, backups, two sessions in one file. Totals never depend on who owns a response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .case import Made, case, find, several, totals
from .thread import Thread, call, sid, text, usage

if TYPE_CHECKING:
    from .thread import Json


def owned(responses: int, output: int) -> dict[str, int]:
    """What is booked to a session."""
    return {"responses": responses, "output_tokens": output}


def begin(number: int) -> Thread:
    """A session of one prompt, a message of two lines (output 6) and the result that only the original has."""
    t = Thread(number, version="2.1.39")
    t.ask("Turn the plate.")
    t.say("msg_f1", text("Two ways."), usage(3, 8100, 6, w5=310), stop=None)
    t.say("msg_f1", call("toolu_f1", "Grep", pattern="plate"), usage(3, 8100, 6, w5=310), stop=None)
    return t


def copy_into(fork: Thread, entries: list[Json], **fields: str) -> None:
    """Copy entries as a fork does: everything as it was but the session."""
    for entry in entries:
        marks = fields if entry["type"] == "assistant" else {}
        fork.lines.append({**entry, "sessionId": fork.session, **marks})
    fork.parent = entries[-1]["uuid"]


def forked(parent: int, child: int, **fields: str) -> tuple[Thread, Thread]:
    """A session and its fork, which copies the first three lines and goes on by itself after half a minute."""
    one = begin(parent)
    fork = Thread(child, version="2.1.39")
    copy_into(fork, one.lines[:3], **fields)
    one.give("toolu_f1", "4 hits")
    one.say("msg_f2", text("Turned."), usage(3, 8400, 41, w5=55), stop=None)
    fork.at(30).ask("The other way, please.")
    fork.say("msg_f3", text("That way."), usage(3, 8500, 34, w5=75), stop=None)
    return one, fork


# 6 + 41 + 34 output; 310 + 55 + 75 written; 8,100 + 8,400 + 8,500 read; the copied message once
FORKED = totals(9, 440, 0, 25000, 81, n=3, low=3)


@case
def fork_copies() -> Made:
    """A fork copies three lines with their ids, uuids and times; only the session differs. The copied message is the
    original's, which has a line before any that only the fork has.
    """
    one, fork = forked(1, 2)
    by_session = {sid(1): owned(2, 47), sid(2): owned(1, 34)}
    return several(one, fork), find(FORKED, prompts=2, calls=1, results=1, by_session=by_session)


@case
def fork_copies_swapped() -> Made:
    """The same with the two session ids changed over: no total changes, and the original is still the original."""
    one, fork = forked(2, 1)
    by_session = {sid(2): owned(2, 47), sid(1): owned(1, 34)}
    return several(one, fork), find(FORKED, prompts=2, calls=1, results=1, by_session=by_session)


@case
def fork_says_whose() -> Made:
    """A newer client marks each copied line with the session that made the request."""
    one, fork = forked(1, 2, requestSessionId=sid(1))
    by_session = {sid(1): owned(2, 47), sid(2): owned(1, 34)}
    return several(one, fork), find(FORKED, prompts=2, calls=1, results=1, by_session=by_session)


@case
def fork_without_its_parent() -> Made:
    """The parent's file is gone; the fork's copy is the only record, and its mark still says whose it was."""
    _, fork = forked(1, 2, requestSessionId=sid(1))
    by_session = {sid(1): owned(1, 6), sid(2): owned(1, 34)}
    # without msg_f2: output 6 + 34, written 310 + 75, read 8,100 + 8,500
    return several(fork), find(totals(6, 385, 0, 16600, 40, n=2, low=2), prompts=2, calls=1, by_session=by_session)


@case
def fork_without_its_parent_unmarked() -> Made:
    """The parent's file is gone and nothing says whose the copy was: it is the fork's."""
    _, fork = forked(1, 2)
    by_session = {sid(2): owned(2, 40)}
    return several(fork), find(totals(6, 385, 0, 16600, 40, n=2, low=2), prompts=2, calls=1, by_session=by_session)


@case
def fork_in_midstream() -> Made:
    """The fork copied a message while it streamed (output 6); the original holds its end (output 290)."""
    one = begin(1)
    fork = Thread(2, version="2.1.39")
    copy_into(fork, one.lines)
    one.say("msg_f1", call("toolu_f2", "Read", file_path="/srv/kiln/p"), usage(3, 8100, 290, w5=310), stop="tool_use")
    fork.at(30).say("msg_f3", text("Done."), usage(3, 8500, 34, w5=75))
    by_session = {sid(1): owned(1, 290), sid(2): owned(1, 34)}
    found = totals(6, 385, 0, 16600, 324, n=2)
    return several(one, fork), find(found, prompts=1, calls=2, by_session=by_session)


@case
def fork_of_a_fork() -> Made:
    """Three sessions hold the same first message, two of them the second. Each goes on by itself, the first first."""
    one = begin(1)
    two = Thread(2, version="2.1.39")
    copy_into(two, one.lines)
    one.at(20).say("msg_f4", text("Fourth."), usage(3, 8400, 40))
    two.at(30).say("msg_f2", text("Second."), usage(3, 8200, 20))
    three = Thread(3, version="2.1.39")
    copy_into(three, two.lines)
    two.at(45).say("msg_f5", text("Fifth."), usage(3, 8500, 50))
    three.at(60).say("msg_f3", text("Third."), usage(3, 8300, 30))
    by_session = {sid(1): owned(2, 46), sid(2): owned(2, 70), sid(3): owned(1, 30)}
    # read 8,100 + 8,200 + 8,300 + 8,400 + 8,500; output 6 + 20 + 30 + 40 + 50
    found = totals(15, 310, 0, 41500, 146, n=5, low=1)
    return several(one, two, three), find(found, prompts=1, calls=1, by_session=by_session)


@case
def backup_of_a_file() -> Made:
    """A backup of a transcript lies in another project's folder, shorter by a line: nothing counts twice."""
    one, _ = forked(1, 2)
    backup = b"".join(one.data().splitlines(keepends=True)[:-1])
    more = {f"y/{one.session}.jsonl": backup}
    # msg_f1 and msg_f2: output 6 + 41
    found = totals(6, 365, 0, 16500, 47, n=2, low=2)
    return several(one, **more), find(found, prompts=1, calls=1, results=1, by_session={sid(1): owned(2, 47)})


@case
def two_sessions_in_a_file() -> Made:
    """After a restart the answers carry a new session and the progress lines still the old one, by turns."""
    t = Thread(1, version="2.1.12")
    t.ask("Heat up.")
    t.say("msg_s1", text("Heating."), usage(2, 500, 10), stop=None)
    t.ask("And now?", sessionId=sid(2))
    t.say("msg_s2", call("toolu_s1", "Bash", command="heat"), usage(2, 600, 20), stop=None, sessionId=sid(2))
    t.add("progress", data={"type": "bash_progress", "output": "warm"}, toolUseID="x", parentToolUseID="toolu_s1")
    t.give("toolu_s1", "hot", sessionId=sid(2))
    t.say("msg_s3", text("Hot."), usage(2, 700, 30), stop=None, sessionId=sid(2))
    by_session = {sid(1): owned(1, 10), sid(2): owned(2, 50)}
    return t, find(totals(6, 0, 0, 1800, 60, n=3, low=3), prompts=2, calls=1, results=1, by_session=by_session)


@case
def line_written_twice() -> Made:
    """The same line stands twice in a file, to the byte."""
    t = Thread()
    t.ask("Once more.")
    t.say("msg_s1", call("toolu_s1", "Bash", command="again"), usage(2, 500, 10))
    t.lines.append(t.lines[-1])
    t.give("toolu_s1", "ok")
    return t, find(totals(2, 0, 0, 500, 10, n=1), prompts=1, calls=1, results=1)
