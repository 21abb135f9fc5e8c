"""What holds for any list of messages, whole or broken, and any choice of what to drop."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.mechanisms import amnesia, write
from tallystick.mechanisms.estimate import of_messages
from tallystick.mechanisms.messages import awaits_answer, blocks, call_id, result_id, says_nothing
from tallystick.mechanisms.records import Ask
from tallystick.mechanisms.session import Session
from tests.mechanisms.making import Json, call, fact, result, says, switches, thought, told, user
from tests.strategies import anything, examples

NAMES = ("a", "b", "c", "d", "e")
TEXTS = ("", " \n", "done", "é\U0001f600", "half \ud83d", "x" * 41)
names = st.sampled_from(NAMES)
texts = st.sampled_from(TEXTS)
calls = st.builds(call, names, st.sampled_from(["read", "bash", "write"]), path=texts, content=texts)
blocks_of_any_kind = st.one_of(
    calls,
    texts.map(lambda text: {"type": "text", "text": text}),
    st.builds(thought, texts),
    st.just({"type": "image", "data": "AAAA"}),
    anything,
)
# lists that nobody should send: results without calls, ids twice, missing fields, anything at all
anything_sent = st.lists(
    st.one_of(
        st.lists(blocks_of_any_kind, max_size=4).map(lambda content: {"role": "assistant", "content": content}),
        st.builds(result, names, texts),
        st.builds(fact, names),
        st.builds(user, texts),
        st.sampled_from([{}, {"role": "toolResult"}, {"role": "assistant", "content": "text"}, {"role": "system"}]),
        st.dictionaries(
            st.sampled_from(["role", "content", "toolCallId", "customType", "details"]), anything, max_size=3
        ),
    ),
    max_size=12,
)


@st.composite
def talks(draw: st.DrawFn) -> list[Json]:
    """A list as a host sends it: prompts and rounds, each call with its result, ready for an answer."""
    messages: list[Json] = [user()]
    number = 0
    for _ in range(draw(st.integers(0, 5))):
        count = draw(st.integers(0, 3))
        ids = [f"c{number + at}" for at in range(count)]
        number += count
        words: list[Any] = draw(st.sampled_from([[], [], ["text"], [thought()], [thought(), "text"]]))
        if not ids:
            messages += [says("done"), draw(st.sampled_from([user(), fact("w")]))]
            continue
        messages.append(says(*words, *(call(name, path=draw(texts)) for name in ids)))
        messages += [result(name, draw(texts)) for name in ids]
        messages += draw(st.sampled_from([[], [], [], [user()], [fact("w")]]))
    return messages


@st.composite
def spoiled(draw: st.DrawFn) -> list[Json]:
    """A list as a host sends it, in which messages are lost, sent twice, in another order or from elsewhere."""
    messages = draw(talks())
    for _ in range(draw(st.integers(0, 3))):
        at, to = draw(st.integers(0, len(messages))), draw(st.integers(0, len(messages)))
        act = draw(st.sampled_from(["lose", "repeat", "move", "insert"]))
        taken = messages[at : at + 1]
        if act in {"lose", "move"}:
            del messages[at : at + 1]
        if act == "insert":
            taken = [draw(st.sampled_from([user(), says("done"), says(thought()), {"role": "system"}, fact("c1")]))]
        if act != "lose":
            messages[to:to] = taken
    return messages


broken = st.one_of(spoiled(), anything_sent)


def some_ids(data: st.DataObject, messages: Sequence[Json]) -> set[str]:
    """Ids to drop: some of those that are there, or all of them."""
    there = sorted({*call_ids(messages), *(result_id(one) for one in messages)} - {""}) or ["none"]
    return data.draw(st.one_of(st.just(set(there)), st.sets(st.sampled_from(there))))


def call_ids(messages: Sequence[Json]) -> list[str]:
    """The ids of all calls."""
    return [call_id(b) for m in messages if m.get("role") == "assistant" for b in blocks(m) if call_id(b)]


def orphans(messages: Sequence[Json]) -> Counter[str]:
    """Calls without a result and results without a call, by id."""
    asked, given_back = set(call_ids(messages)), {result_id(m) for m in messages} - {""}
    return Counter(asked ^ given_back)


def faults(messages: Sequence[Json]) -> Iterator[str]:
    """What a provider refuses: results that do not stand behind their calls, empty words, an end without a question."""
    if not messages or not awaits_answer(messages[-1]):
        yield "no question at the end"
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "toolResult":
            if message["toolCallId"] not in open_calls:
                yield "result without a call before it"
            else:
                open_calls.remove(message["toolCallId"])
            continue
        if open_calls:
            yield "call without its result"
        open_calls = [call_id(block) for block in blocks(message) if call_id(block)]
        if message["role"] == "assistant" and all(says_nothing(block) for block in blocks(message)):
            yield "empty words"
    if open_calls:
        yield "call without its result at the end"


@given(messages=broken, data=st.data())
@settings(max_examples=examples(300))
def test_any_list(messages: list[Json], data: st.DataObject) -> None:
    """Nothing is raised or changed in place, no orphan made, nothing removed that nobody dropped, and a list that may
    be sent still ends with something to answer.
    """
    drop, gone = some_ids(data, messages), some_ids(data, messages)
    before = copy.deepcopy(messages)
    outcome, new = amnesia.prune(messages, drop, sorted(gone))
    after = messages if outcome.messages is None else outcome.messages

    assert messages == before
    assert set(new) <= drop
    assert orphans(after) <= orphans(messages)
    lost = Counter(call_ids(messages)) - Counter(call_ids(after))
    assert set(lost) <= drop | gone
    assert len(messages) == len(after) or lost
    assert not (messages and awaits_answer(messages[-1])) or (after and awaits_answer(after[-1]))
    edits = dict(outcome.edits)
    assert after == [now for now in (edits.get(at, one) for at, one in enumerate(messages)) if now is not None]


@given(messages=broken, data=st.data())
@settings(max_examples=examples(300))
def test_first_removals_are_what_the_list_gets_shorter_by(messages: list[Json], data: st.DataObject) -> None:
    """The host's own estimate before and after, to the token; a second pass adds nothing and looks the same."""
    drop = some_ids(data, messages)
    outcome, new = amnesia.prune(messages, drop)
    after = messages if outcome.messages is None else outcome.messages
    saved = sum(int(str(event["saved"])) for event in outcome.events)

    assert saved == of_messages(messages) - of_messages(after)
    again, newer = amnesia.prune(messages, drop - set(new), new)
    assert (again.events, newer) == ((), [])
    assert (messages if again.messages is None else again.messages) == after


@given(messages=broken, data=st.data())
@settings(max_examples=examples(300))
def test_only_the_end_of_a_list(messages: list[Json], data: st.DataObject) -> None:
    """From the first result that leaves on everything leaves; before it one message changes, with only results between."""
    drop = some_ids(data, messages)
    outcome, new = amnesia.prune(messages, drop)
    if not new:
        return
    edits = dict(outcome.edits)
    first = min(at for at, one in enumerate(messages) if result_id(one) in new)

    assert all(at in edits and edits[at] is None for at in range(first, len(messages)))
    (owner,) = (at for at in edits if at < first)
    assert all(result_id(one) for one in messages[owner + 1 : first])
    assert set(new) >= set(call_ids(messages[first:]))


@given(messages=talks(), data=st.data())
@settings(max_examples=examples(300))
def test_what_may_be_sent_may_be_sent_afterwards(messages: list[Json], data: st.DataObject) -> None:
    """A list without faults has none after any removal, and none when it has grown behind it."""
    assert list(faults(messages)) == []
    drop = some_ids(data, messages)
    outcome, new = amnesia.prune(messages, drop)
    grown = [*messages, says(call("later")), result("later"), says("done"), user()]
    later, _ = amnesia.prune(grown, drop, new)

    for found in (messages if outcome.messages is None else outcome.messages, later.messages or grown):
        assert list(faults(found)) == []


@given(messages=broken)
@settings(max_examples=examples(300))
def test_stripping_any_list(messages: list[Json]) -> None:
    """Only contents of writes go, only those with a fact behind them; nothing else, and nothing in place."""
    before = copy.deepcopy(messages)
    outcome, gone = write.strip(messages)
    after = messages if outcome.messages is None else outcome.messages

    assert messages == before
    assert orphans(after) == orphans(messages)
    assert len(after) == len(messages)
    facts = {
        str(one["details"]["toolCallId"])
        for one in messages
        if isinstance(one.get("details"), dict) and "toolCallId" in one["details"]
    }
    assert set(gone) <= facts
    assert write.strip(after)[1] == []


@given(messages=talks(), data=st.data())
@settings(max_examples=examples(150))
def test_a_run(messages: list[Json], data: st.DataObject) -> None:
    """A list that grows message by message, its results judged at random: each removal is counted once, the sum of all
    is what the last request is shorter by, and no request is one that a provider refuses.
    """
    session = Session(switches(AMNESIA_MIN_TOKENS=0))
    saved = 0
    outcome = None
    for at in range(1, len(messages) + 1):
        last = messages[at - 1]
        if name := result_id(last):
            ask = session.tool_result(told(name, "read", f"result of {name}", path=name))
            decision = data.draw(st.sampled_from(["DROP", "RETAIN", "nonsense"]))
            if isinstance(ask, Ask):
                session.answered(ask, f'{{"decision":"{decision}"}}')
        so_far = messages[:at]
        if list(faults(so_far)):
            continue
        outcome = session.context(so_far)
        saved += sum(int(str(event["saved"])) for event in outcome.events)
        seen = so_far if outcome.messages is None else outcome.messages
        assert list(faults(seen)) == []
        assert saved == of_messages(so_far) - of_messages(seen)
    assert session.turn_end().row.get("amnesia", 0) == saved


@given(
    told_of=st.dictionaries(
        st.sampled_from(["toolName", "toolCallId", "input", "content", "details", "isError"]), anything
    )
)
@settings(max_examples=examples(200))
def test_any_result(told_of: Json) -> None:
    """Whatever a host tells of a result, nothing is raised."""
    session = Session(switches(AMNESIA_MIN_TOKENS=0, BASH_MIN_TOKENS=0, WRITE_MIN_BYTES=0))
    for tool in ("read", "bash", "write"):
        found = session.tool_result({**told_of, "toolName": tool})
        if isinstance(found, Ask):
            session.answered(found, None)
