"""A whole session: who is asked, what the model sees, what is booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tallystick.mechanisms.estimate import of_messages
from tallystick.mechanisms.records import Ask, Catalogue, Outcome, Skill, Tool
from tallystick.mechanisms.session import Session
from tests.mechanisms.making import (
    CONTENT,
    LONG,
    ROUND,
    asked,
    booked,
    call,
    dropped,
    fact,
    kinds,
    result,
    says,
    started,
    switches,
    told,
    user,
)

ALL = Catalogue([Tool("grep", "x" * 33), Tool("read")], ["read"], [Skill("pdf", "PDF", "/pdf.md")], "y" * 40)


class TestBash:
    """Outputs of commands."""

    def test_longer_digest_counts_0(self) -> None:
        """It is not used either."""
        session = started()
        outcome = session.answered(asked(session, told("c1", "bash", LONG)), "y" * 9000)

        assert outcome.content is None
        assert booked(session)["total"] == 0

    def test_filters_without_a_model(self) -> None:
        """Nothing was sent, so nothing is booked for asking."""
        session = Session(switches(), digest=lambda command, text: "2 passed")
        outcome = session.answered(asked(session, told("c1", "bash", LONG)), None, was_sent=False)
        turned = session.turn_end()

        assert outcome.content == [{"type": "text", "text": "2 passed"}]
        assert (turned.row["bash"], turned.row["aux_calls"]) == (1998, 0)

    def test_a_call_that_failed_was_sent(self) -> None:
        """What went in is booked, nothing came out."""
        session = started()
        session.answered(asked(session, told("c1", "bash", LONG)), None)
        row = session.turn_end().row

        assert row["aux_input"] > 2000
        assert row["aux_output"] == 0

    def test_off(self) -> None:
        """Switched off, an output is no question."""
        assert isinstance(started(BASH=0).tool_result(told("c1", "bash", LONG)), Outcome)


class TestAmnesia:
    """Results that leave."""

    def test_stays_removed_on_later_calls_of_the_run(self) -> None:
        """Wherever it stands by then; counted once, later passes add 0."""
        session = started()
        dropped(session)
        first = session.context([user(), *ROUND])
        assert booked(session)["amnesia"] == 305

        later = [user(), *ROUND, says(call("b")), result("b", "short")]
        second = session.context(later)
        third = session.context([*later, says("done"), user()])

        assert first.messages == [user()]
        assert second.messages == [user(), *later[3:]]
        assert third.messages == [user(), *later[3:], says("done"), user()]
        assert kinds(first.events) == ["amnesia-remove"]
        assert second.events == third.events == ()
        assert booked(session)["amnesia"] == 0

    def test_is_there_again_after_the_run(self) -> None:
        """The next prompt may need it."""
        ends: list[Callable[[Session], object]] = [
            Session.agent_end,
            lambda session: session.before_agent_start("", Catalogue()),
            lambda session: session.session_start([]),
        ]
        for end in ends:
            session = started()
            dropped(session)
            session.context([user(), *ROUND])
            end(session)

            assert session.context([user(), *ROUND, says("done"), user()]).is_empty

    def test_made_again_it_is_wanted(self) -> None:
        """The same call with the same arguments is retained unasked; with others it is judged."""
        session = started()
        dropped(session, told("a", "read", "x" * 1200, path="a.py", offset=1))

        again = session.tool_result(told("a2", "read", "x" * 1200, offset=1, path="a.py"))
        assert isinstance(again, Outcome)
        assert [event["decision"] for event in again.events] == ["RETAIN"]
        assert isinstance(session.tool_result(told("a3", "read", "x" * 1200, path="b.py")), Ask)
        assert isinstance(session.tool_result(told("a4", "grep", "x" * 1200, offset=1, path="a.py")), Ask)

    def test_malformed_reply_retains(self) -> None:
        """The word alone drops nothing."""
        session = started()
        outcome = session.answered(asked(session, told("a", "read", "x" * 1200)), "DROP it")

        assert [event["decision"] for event in outcome.events] == ["RETAIN"]
        assert session.context([user(), *ROUND]).is_empty

    def test_off(self) -> None:
        """Nothing is judged."""
        assert isinstance(started(AMNESIA=0).tool_result(told("a", "read", "x" * 1200)), Outcome)


class TestWrite:
    """Written files."""

    def written(self, session: Session, *, accepted: bool) -> Outcome:
        """A write whose fact the host took, or did not."""
        ask = asked(session, told("w", "write", "ok", path="a.py", content=CONTENT))
        session.answered(ask, "[Wrote a.py — sets x, ~101 lines]")
        return session.injected("w", accepted=accepted)

    messages = (user(), says(call("w", "write", path="a.py", content=CONTENT)), result("w", "ok", "write"))

    def test_failed_injection_strips_nothing_and_saves_0(self) -> None:
        """It is written down, and the content stays."""
        session = started()
        outcome = self.written(session, accepted=False)

        assert outcome.events == ({"kind": "write-inject-failed", "toolCallId": "w", "path": "a.py"},)
        assert session.context(list(self.messages)).is_empty
        assert booked(session)["total"] == 0

    def test_accepted_but_not_there_yet(self) -> None:
        """The content goes only when the fact is before the model."""
        session = started()
        assert self.written(session, accepted=True).is_empty

        assert session.context(list(self.messages)).is_empty

    def test_stripped_write_stays_stripped(self) -> None:
        """In every later request, in later runs, after a restart; counted once."""
        session = started()
        self.written(session, accepted=True)
        messages = [*self.messages, fact("w")]
        first = session.context(messages)
        session.agent_end()
        second = session.context([*messages, says("done"), user()])
        restarted = started().context(messages)

        assert kinds(first.events) == ["write"]
        for outcome in (first, second, restarted):
            assert outcome.messages is not None
            assert outcome.messages[1] == says(call("w", "write", path="a.py"))
        assert second.events == restarted.events == ()

    def test_off(self) -> None:
        """Nothing is asked and nothing stripped."""
        session = started(WRITE=0)

        assert isinstance(session.tool_result(told("w", "write", path="a", content=CONTENT)), Outcome)
        assert session.context([*self.messages, fact("w")]).is_empty

    def test_fact_that_is_not_shorter(self) -> None:
        """It is not made, so the host has nothing to take, and nothing is stripped."""
        session = started(WRITE_MIN_BYTES=0)
        outcome = session.answered(asked(session, told("w", "write", path="a.py", content="x")), None)

        assert outcome.inject is None
        assert session.injected("w", accepted=False).is_empty

    def test_unknown_call(self) -> None:
        """A word about a fact that nobody made is passed over."""
        assert started().injected("w", accepted=False).is_empty


class TestLazy:
    """What is looked for."""

    def test_prompt(self) -> None:
        """Grep is 4 + 33 + 2 and two blanks, 41 units, 11 tokens; the catalogue of skills 10."""
        session = started()
        found = session.before_agent_start("You code.\n\n" + "y" * 40, ALL)

        assert found.system_prompt == "You code."
        assert found.events == ({"kind": "lazy", "avoidedTokens": 21},)
        assert [change.mechanism for change in found.changes] == ["lazy_skills"]
        assert booked(session)["lazy"] == 21

    def test_skills_that_stay_are_not_counted(self) -> None:
        """Their catalogue is not in the prompt word for word, or is to stay."""
        for session, prompt in ((started(), "You code."), (started(LAZY_SKILLS=0), "y" * 40)):
            found = session.before_agent_start(prompt, ALL)

            assert found.system_prompt is None
            assert found.events == ({"kind": "lazy", "avoidedTokens": 11},)

    def test_tool_is_active_until_the_next_prompt(self) -> None:
        """Then the tools are those of before."""
        session = started()
        found = session.find_capability("f", {"description": "grep"}, ALL)
        assert found.activate == ("read", "grep")

        begun = session.before_agent_start("", ALL.with_active(found.activate))

        assert begun.active == ("read",)
        assert begun.events == ({"kind": "lazy", "avoidedTokens": 11},)
        assert session.before_agent_start("", ALL).active is None

    def test_skill_is_never_judged(self) -> None:
        """Dropping it before it was read would make loading it pointless."""
        session = started()
        found = session.find_capability("f", {"description": "pdf"}, ALL)
        text = session.skill_text(found, "z" * 4000)

        assert session.tool_result(told("f", "find_capability", text)).__class__ is Outcome
        assert isinstance(session.tool_result(told("g", "find_capability", text)), Ask)

    def test_off(self) -> None:
        """Nothing is spared, and nothing said of it."""
        found = started(LAZY=0).before_agent_start("y" * 40, ALL)

        assert (found.system_prompt, found.active, found.events) == (None, None, ())


class TestTurns:
    """Ends of turns and runs."""

    def test_events_log_what_was_booked(self) -> None:
        """The sums of a turn are those of its events, mechanism by mechanism."""
        session = started()
        events: list[Any] = [*session.before_agent_start("", ALL).events]
        events += session.answered(asked(session, told("c", "bash", LONG)), "- built").events
        events += dropped(session).events
        events += session.context([user(), *ROUND]).events
        turn = booked(session)

        assert turn["bash"] == sum(e["saved"] for e in events if e["kind"] == "bash")
        assert turn["amnesia"] == sum(e["saved"] for e in events if e["kind"] == "amnesia-remove")
        assert turn["lazy"] == sum(e["avoidedTokens"] for e in events if e["kind"] == "lazy")
        assert turn["total"] == 1998 + 305 + 11

    def test_run_that_was_broken_off(self) -> None:
        """What was booked after its last turn is a turn of its own; else there is none."""
        session = started()
        session.turn_end()
        assert session.agent_end() is None

        session.answered(asked(session, told("c", "bash", LONG)), "- built")
        turned = session.agent_end()

        assert turned is not None
        assert turned.row["turn"] == 2
        assert session.agent_end() is None

    def test_write_and_amnesia_in_one_request(self) -> None:
        """One list, the edits of both, and one chain of changes."""
        session = started()
        TestWrite().written(session, accepted=True)
        dropped(session)
        messages = [*TestWrite.messages, fact("w"), *ROUND]
        outcome = session.context(messages)

        assert outcome.messages == [user(), says(call("w", "write", path="a.py")), *messages[2:4]]
        assert [at for at, _ in outcome.edits] == [1, 4, 5]
        assert kinds(outcome.events) == ["write", "amnesia-remove"]
        assert [change.mechanism for change in outcome.changes] == ["write_strip", "amnesia"]
        assert outcome.changes[0].after == outcome.changes[1].before
        # `,"content":""` around 600 characters and 100 escaped line feeds, 713 units off one message
        relief = of_messages(messages) - of_messages(outcome.messages)
        assert relief == 305 + of_messages([messages[1]]) - of_messages([outcome.messages[1]])

    def test_all_off(self) -> None:
        """Everything passes, and the widget says nothing."""
        session = started(OFF=1)

        assert session.tool_result(told("c", "bash", LONG)).__class__ is Outcome
        assert session.before_agent_start("y" * 40, ALL).events == ()
        assert session.context([*TestWrite.messages, fact("w")]).is_empty
        assert session.turn_end().widget == ""

    def test_widget_off(self) -> None:
        """Only the widget."""
        assert started(STATS_WIDGET=0).turn_end().widget == ""
