"""The honest caveats of the accounting, each by its name."""

from __future__ import annotations

from tallystick.mechanisms.records import Catalogue, Tool
from tests.mechanisms.making import (
    CONTENT,
    LONG,
    RETAIN,
    ROUND,
    asked,
    booked,
    call,
    dropped,
    fact,
    result,
    says,
    started,
    told,
    user,
)


def test_savings_do_not_subtract_what_asking_took() -> None:
    """The sum is gross; what the questions took stands beside it, (prompt + content) / 4 in, reply / 4 out."""
    session = started()
    ask = asked(session, told("c1", "bash", LONG, command="make"))
    session.answered(ask, "- built")
    turned = session.turn_end()

    assert turned.row["bash"] == 1998
    assert turned.row["aux_calls"] == 1
    assert turned.row["aux_input"] == -(-(len(ask.prompt) + len(ask.content)) // 4)
    assert turned.row["aux_output"] == 2
    assert turned.widget == "ctxwm saved 2.0k tok (bash 2.0k · amnesia 0 · lazy 0 · write 0)"


def test_widget_can_show_net() -> None:
    """With the switch for it: 1,998 less what went in and the 2 that came out."""
    session = started(STATS_NET=1)
    ask = asked(session, told("c1", "bash", LONG))
    session.answered(ask, "- built")
    tokens_in = -(-(len(ask.prompt) + len(ask.content)) // 4)

    assert session.turn_end().widget.endswith(f" · net {1998 - 2 - tokens_in}")


def test_amnesia_counts_only_actual_removals() -> None:
    """A RETAIN, and a DROP that something followed before it could be pruned, add 0."""
    session = started()
    session.answered(asked(session, told("r", "read", "x" * 1200)), RETAIN)
    dropped(session)

    outcome = session.context([user(), *ROUND, says(call("r")), result("r")])

    assert outcome.is_empty
    assert booked(session)["amnesia"] == 0


def test_write_counts_the_content_less_the_fact() -> None:
    """150 tokens of content, 9 of fact."""
    session = started()
    ask = asked(session, told("w", "write", "ok", path="a.py", content=CONTENT))
    session.answered(ask, "[Wrote a.py — sets x, ~101 lines]")
    session.injected("w", accepted=True)
    written = says(call("w", "write", path="a.py", content=CONTENT))

    outcome = session.context([user(), written, result("w", "ok", "write"), fact("w")])

    assert [event["saved"] for event in outcome.events] == [141]
    assert booked(session)["write"] == 141


def test_lazy_is_an_estimate_of_what_was_not_injected() -> None:
    """0 where the active tools cover the catalogue and there are no skills."""
    session = started()
    found = session.before_agent_start("You code.", Catalogue([Tool("read")], ["read"]))

    assert found.events == ({"kind": "lazy", "avoidedTokens": 0},)
    assert (found.system_prompt, found.active) == (None, None)
    assert booked(session)["lazy"] == 0


def test_totals_begin_anew_with_a_session_and_come_back_with_its_branch() -> None:
    """A start without snapshots is zero; with them the sums continue."""
    session = started()
    session.answered(asked(session, told("c1", "bash", LONG)), "- built")
    kept = session.turn_end().snapshot

    session.session_start([])
    assert "cumulative: 0 total" in session.stats_text("log")
    session.session_start([kept])
    assert "cumulative: 2.0k total" in session.stats_text("log")


def test_time_of_asking_is_not_counted() -> None:
    """There is no clock here: rows and events hold tokens and nothing of time."""
    turned = started().turn_end()

    assert not [name for event in turned.events for name in event if name in {"ts", "ms", "latency"}]
