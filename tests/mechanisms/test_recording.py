"""What mechanisms change is recorded like any other transformation, exact to the byte, and the records hold."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tallystick.mechanisms.records import Catalogue, Change
from tallystick.tasks.transforms_verify import verify
from tallystick.transforms import MESSAGE_LIST, Ledger, message_list, open_ledger
from tests.mechanisms.making import CONTENT, LONG, ROUND, asked, call, dropped, fact, result, says, started, told, user


def note(ledger: Ledger, change: Change) -> None:
    """Record one change; those of one outcome stand in one scope, and are one chain."""
    before, after = (one if isinstance(one, str) else message_list(one) for one in (change.before, change.after))
    ledger.record_transform(
        bucket=change.bucket,
        layer="mechanism",
        mechanism=change.mechanism,
        before=before,
        after=after,
        surface=change.surface,
        tool_call_id=change.tool_call_id or None,
        change_count=change.count,
        ctx={"encoding": MESSAGE_LIST} if change.is_messages else {},
    )


def record(path: Path, calls: Iterable[Iterable[Change]]) -> list[dict[str, object]]:
    """Record the changes of several outcomes as a door does, and return what the ledger says."""
    with open_ledger(str(path), run="r", task="t", mode="debug") as ledger:
        for turn, changes in enumerate(calls):
            with ledger.scope(session="s", turn=turn):
                for change in changes:
                    note(ledger, change)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_all_four(tmp_path: Path) -> None:
    """A digest, a fact, a catalogue of skills, and a request that two mechanisms changed, one after the other."""
    session = started()
    bash = session.answered(asked(session, told("c", "bash", LONG)), "- built")
    wrote = session.answered(asked(session, told("w", "write", "ok", path="a.py", content=CONTENT)), None)
    session.injected("w", accepted=True)
    dropped(session)
    begun = session.before_agent_start("You code.\n<skills/>", Catalogue(section="<skills/>"))
    dropped(session)
    written = says(call("w", "write", path="a.py", content=CONTENT))
    messages = [user(), written, result("w", "ok", "write"), fact("w"), *ROUND]
    first, second = session.context(messages), session.context([*messages, says("done"), user()])

    path = tmp_path / "t.jsonl"
    found = record(path, [bash.changes, wrote.changes, begun.changes, first.changes, second.changes])

    assert [(one["mechanism"], one["surface"], one["chain_step"]) for one in found] == [
        ("bash_digest", "tool_output", 1),
        ("write_fact", "injected_message", 1),
        ("lazy_skills", "context_render", 1),
        ("write_strip", "context_render", 1),
        ("amnesia", "context_render", 2),
        ("write_strip", "context_render", 1),
        ("amnesia", "context_render", 2),
    ]
    assert found[0]["input_bytes"] == 8000
    # the request as it was, and as it is without the content, the call and the result
    assert found[3]["input_bytes"] == len(message_list(messages).encode())
    assert found[4]["output_bytes"] == len(message_list(first.messages or []).encode())
    assert found[3]["output_sha256"] == found[4]["input_sha256"]
    (verdict,) = verify([str(path)])
    assert (verdict.records, verdict.faults) == (7, [])


def test_nothing_is_recorded_of_what_stays(tmp_path: Path) -> None:
    """A digest that is not used, a result that is retained, a request that nothing leaves."""
    session = started()
    unused = session.answered(asked(session, told("c", "bash", LONG)), "y" * 9000)

    assert record(tmp_path / "t.jsonl", [unused.changes, session.context([user(), *ROUND]).changes]) == []
