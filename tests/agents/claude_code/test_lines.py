"""Lines become moments: what kind, about what, by whom; and what a line says of its file."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.digests import key
from tallystick.model import event
from tallystick.model.reading import Memory, Reading
from tallystick.model.source import Place
from tests.agents.readings import SESSION, Read
from tests.casebook.thread import Json, Thread, compact, text, usage

decoders = pytest.mark.parametrize("typed", [True, False], ids=["typed", "plain"])
LINE, PART, KIND, FLAGS, OFFSET, TIME, UUID, PARENT, SUBJECT, IN_SESSION, CHARACTERS = range(11)
NINE = 1_772_442_000_000  # 2026-03-02T09:00:00Z, when a Thread begins


def read(*entries: Json, typed: bool = True, memory: Memory | None = None) -> Read:
    """Read entries, one a line."""
    return Read([compact(entry) for entry in entries], typed=typed, memory=memory)


def user(content: Any, **fields: Any) -> Json:
    """A user line."""
    return Thread().ask(content, **fields)


@decoders
@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (user("Fire the kiln."), event.PROMPT),
        (user([text("Fire "), text("the kiln.")]), event.PROMPT),
        (user("Fire.", isMeta=True), event.OTHER),
        (user("[Request interrupted by user]"), event.OTHER),
        (user("<task-notification>done</task-notification>"), event.OTHER),
        (user("<local-command-stdout>x</local-command-stdout>"), event.OTHER),
        (user("Caveat: The messages below were generated"), event.OTHER),
        (user("Fire.", origin={"kind": "hook"}), event.OTHER),
        (user("Fire.", origin={"kind": "human"}), event.PROMPT),
        (user("Fire.", origin="hook"), event.PROMPT),
        (user("<command-name>/clear</command-name>"), event.CLEAR),
        (user("<command-name>/fire</command-name>"), event.OTHER),
        (user("x" * 200 + "<command-name>/clear<"), event.PROMPT),
        (user("What was said.", isCompactSummary=True), event.SUMMARY),
        (user("Count the pots.", isSidechain=True), event.BRIEF),
        (user([{"type": "tool_result", "tool_use_id": "t", "content": "4"}]), event.RESULT),
        (user(None), event.PROMPT),
        (Thread().add("user", message=None), event.OTHER),
        (Thread().add("attachment", attachment={}), event.OTHER),
        (Thread().add("system", subtype="informational"), event.OTHER),
        (Thread().say("m", text("Fired."), usage(1, 2, 3)), event.RESPONSE),
        (Thread().say("m", text("Fired."), None), event.RESPONSE),
        (Thread().add("assistant", message=None), event.OTHER),
    ],
)
def test_a_line_is_of_one_kind(entry: Json, kind: int, *, typed: bool) -> None:
    """Prompts of people are told from what machines put in their place."""
    assert [kind] == [moment[KIND] for moment in read(entry, typed=typed).moments]


@decoders
def test_a_moment_says_where_when_and_whose(*, typed: bool) -> None:
    """Line, part, offset, time, uuid, parent, session, characters; the subject of a prompt is its text."""
    thread = Thread()
    first, second = thread.ask("Fire."), thread.ask("caf\u00e9 \U0001f3fa", isMeta=False)

    found = read(first, second, typed=typed).moments

    assert (1, 1, event.PROMPT, 0, 0, NINE, key(first["uuid"]), 0, key("Fire."), key(thread.session), 5) == found[0]
    assert (2, 1, len(compact(first)) + 1, NINE + 1000) == (
        found[1][LINE],
        found[1][PART],
        found[1][OFFSET],
        found[1][TIME],
    )
    assert (key(second["uuid"]), key(first["uuid"]), 6) == (found[1][UUID], found[1][PARENT], found[1][CHARACTERS])


@decoders
def test_parts_of_a_physical_line_are_numbered(*, typed: bool) -> None:
    """Several objects on one line are parts 1, 2, 3 of it; what is no object is refused."""
    one, other = compact(user("One.")), compact(user("Two."))
    found = Read([one + other + b" [] " + one, other], typed=typed)

    assert [(1, 1), (1, 2), (1, 3), (2, 1)] == [(moment[LINE], moment[PART]) for moment in found.moments]
    assert [(1, "not an object")] == found.rejections
    assert [False, True] == found.whole


@decoders
def test_flags_of_a_moment(*, typed: bool) -> None:
    """Sidechain, meta, a claim that all is done, an answer that was stopped, one that nobody gave."""
    thread = Thread()
    entries = [
        thread.ask("x", isSidechain=True, isMeta=True),
        thread.say("m1", text("I have completed it."), usage(1, 2, 3)),
        thread.say("m2", text("Fired."), usage(1, 2, 3), stop=None),
        thread.say("m3", text("No."), usage(0, 0, 0), model="<synthetic>", stop=None),
    ]

    found = [moment[FLAGS] for moment in read(*entries, typed=typed).moments]

    assert [event.SIDECHAIN | event.META, event.CLAIMS_DONE | event.STOPPED, 0, event.SYNTHETIC] == found


@decoders
def test_a_line_without_a_session_belongs_to_the_files_own(*, typed: bool) -> None:
    """What the path says holds where a line says nothing; each session spans the times of its lines."""
    thread = Thread(7)
    entries = [
        thread.ask("One.", sessionId=...),
        thread.ask("Two."),
        thread.ask("Three.", timestamp="2026-03-02T08:00:00.000Z"),
        thread.ask("Four.", timestamp=...),
        thread.ask("Five.", sessionId="other", timestamp=...),
    ]

    found = {session: span[:2] for session, span in read(*entries, typed=typed).reading.sessions.items()}

    hour = 3_600_000
    assert {
        key(SESSION): [NINE, NINE],
        key(thread.session): [NINE - hour, NINE + 1000],
        key("other"): [-1, -1],
    } == found


@decoders
def test_a_file_is_described_by_its_first_lines(*, typed: bool) -> None:
    """Directory, version, child and brief are those that stand first, also where the first line lacks them."""
    thread = Thread(agent="ac0ffee", cwd="/srv/glaze")
    entries = [
        thread.add("mode", cwd=..., version=...),
        thread.ask("Count the pots.", parentUuid=None),
        thread.ask("More.", parentUuid=None, cwd="/elsewhere", version="9"),
    ]

    found = read(*entries, typed=typed).reading

    assert (key("/srv/glaze"), key("2.1.230"), key("Count the pots.")) == (found.cwd, found.version, found.brief)
    assert key("ac0ffee") == found.agent_id


@decoders
def test_a_message_of_text_alone_has_its_characters(*, typed: bool) -> None:
    """An answer whose content is one string."""
    entry = Thread().say("m", [], usage(1, 2, 3))
    entry["message"]["content"] = "Fired."

    assert 6 == read(entry, typed=typed).moments[0][CHARACTERS]


def test_a_reading_may_be_exchanged_between_lines() -> None:
    """What comes after goes to the other reading, which knows the session by itself."""
    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents import claude_code
    from tests.agents.readings import VOCABULARY

    first, second = Reading(), Reading()
    reader = claude_code.reader(
        first,
        Memory(),
        names=Names(),
        describer=Describer(VOCABULARY),
        place=Place("t", SESSION, is_subagent=False),
        typed=True,
    )
    thread = Thread()
    reader.feed(compact(thread.say("m", text("One."), usage(1, 2, 3))), 1, 0)
    reader.exchange(second)
    reader.feed(compact(thread.say("m", text("Two."), usage(1, 2, 3))), 2, 500)

    assert (1, 1) == (len(first.moments), len(second.moments))
    assert first.sessions.keys() == second.sessions.keys()
    assert [[3], [3]] == [[fold.output for fold in reading.usage.values()] for reading in (first, second)]


def test_memory_keeps_the_last_time() -> None:
    """Lines without a time of their own are dated by the last line that had one."""
    memory = Memory()
    thread = Thread()
    read(thread.ask("x"), thread.add("mode", timestamp=...), memory=memory)

    assert NINE == memory.last_t


@decoders
def test_a_response_without_any_id_is_one_of_its_own(*, typed: bool) -> None:
    """Two lines that nothing names are two responses."""
    entries = [Thread().say(None, text("x"), usage(1, 2, 3), uuid=...) for _ in range(2)]

    found = read(*entries, typed=typed)

    assert (2, 2) == (len(found.usage), len({moment[SUBJECT] for moment in found.moments}))


def test_an_empty_session_is_the_file_s_own() -> None:
    """A name of no letters is none, on the first line as on any other."""
    line = (
        b'{"sessionId":"","type":"user","uuid":"u","timestamp":"2026-03-02T09:00:00.000Z","message":{"content":"hi"}}'
    )

    found = Read([line])

    assert [key(SESSION)] == list(found.reading.sessions)
