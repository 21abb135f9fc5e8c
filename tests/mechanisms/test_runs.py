"""Where one run ends and the next begins, nothing of the first is left but what was counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tallystick.mechanisms.records import Ask, Catalogue, Outcome, Skill, Tool
from tallystick.mechanisms.session import Session
from tests.mechanisms.making import CONTENT, ROUND, asked, call, dropped, fact, kinds, result, says, started, told, user

ENDS: list[Callable[[Session], object]] = [
    Session.agent_end,
    lambda session: session.before_agent_start("", Catalogue()),
    lambda session: session.session_start([]),
]
ends = pytest.mark.parametrize("end", ENDS, ids=["agent_end", "before_agent_start", "session_start"])


@ends
def test_a_drop_that_was_not_pruned_expires(end: Callable[[Session], object]) -> None:
    """The next run sees the result even at the end of a request."""
    session = started()
    dropped(session)
    end(session)

    assert session.context([user(), *ROUND]).is_empty


@ends
def test_a_call_is_judged_anew(end: Callable[[Session], object]) -> None:
    """What was wanted a second time in one run may be dropped in the next."""
    session = started()
    again = told("a2", "read", "x" * 1200, path="a.py")
    dropped(session)
    assert isinstance(session.tool_result(again), Outcome)
    end(session)

    assert isinstance(session.tool_result(again), Ask)


def test_a_skill_is_kept_from_judgement_for_its_run() -> None:
    """Ids may come again."""
    session = started()
    found = session.find_capability("f", {"description": "pdf"}, Catalogue(skills=[Skill("pdf", "PDF", "/pdf.md")]))
    loaded = told("f", "find_capability", session.skill_text(found, "z" * 4000))
    assert isinstance(session.tool_result(loaded), Outcome)
    session.agent_end()

    assert isinstance(session.tool_result(loaded), Ask)


def test_a_tool_is_put_away_once() -> None:
    """One that the host has active later, for reasons of its own, stays."""
    session = started()
    catalogue = Catalogue([Tool("grep")], ["read"])
    active = session.find_capability("f", {"description": "grep"}, catalogue).activate

    assert session.before_agent_start("", catalogue.with_active(active)).active == ("read",)
    assert session.before_agent_start("", catalogue.with_active(active)).active is None


def test_a_fact_of_before_a_start_strips_and_is_not_counted() -> None:
    """Another branch, or another session: what it will be stripped from was not ours to count."""
    session = started()
    session.answered(asked(session, told("w", "write", "ok", path="a.py", content=CONTENT)), None)
    session.session_start([])
    written = says(call("w", "write", path="a.py", content=CONTENT))
    outcome = session.context([user(), written, result("w", "ok", "write"), fact("w")])

    assert kinds(outcome.events) == []
    assert [at for at, _ in outcome.edits] == [1]
