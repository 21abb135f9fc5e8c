"""Cases of subagents: where their lines stand, whose children they are, and what is not their total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .case import Made, case, find, several, totals
from .thread import Thread, call, compact, sid, text, usage

if TYPE_CHECKING:
    from .thread import Json

BRIEF = "List every shelf that holds a cracked pot."


def parent(brief: str = BRIEF, tool: str = "Task", number: int = 1, version: str = "2.1.39") -> Thread:
    """A session whose one message starts a child: input 3, read 21,000, 600 written, output 2, never stopped."""
    t = Thread(number, version=version)
    t.ask("Find the cracks.")
    spawn = call("toolu_p1", tool, description="find cracks", prompt=brief, subagent_type="Explore")
    t.say("msg_p1", spawn, usage(3, 21000, 2, w5=600), stop=None)
    return t


def child(agent: str = "ac0ffee", *, brief: str | None = BRIEF, number: int = 1) -> Thread:
    """A child of two messages: input 5 + 6, read 13,000, 13,000 + 500 written, output 2 + 1, never stopped."""
    t = Thread(number, version="2.1.39", agent=agent, seconds=2)
    if brief is not None:
        t.ask(brief)
    t.say("msg_c1", call("toolu_c1", "Grep", pattern="crack"), usage(5, 0, 2, w5=13000), stop=None)
    t.give("toolu_c1", "3 shelves")
    t.say("msg_c2", text("Shelves 2, 5 and 8."), usage(6, 13000, 1, w5=500), stop=None)
    return t


def report(t: Thread, **result: object) -> None:
    """The parent's line with the child's answer."""
    t.give(
        "toolu_p1", [text("Shelves 2, 5 and 8.")], toolUseResult={"status": "completed", **result} if result else ...
    )


def nested(t: Thread, entry: Json, agent: str = "ac0ffee") -> None:
    """A progress line of the parent that repeats a line of the child."""
    inner = {key: entry[key] for key in ("type", "timestamp", "message", "uuid", "requestId") if key in entry}
    data = {"type": "agent_progress", "message": inner, "normalizedMessages": [], "prompt": BRIEF, "agentId": agent}
    t.add("progress", data=data, toolUseID="agent_msg_p1", parentToolUseID="toolu_p1")


# the parent's message and the child's two: input 3 + 5 + 6, written 600 + 13,000 + 500, read 21,000 + 13,000
BOTH = totals(14, 14100, 0, 34000, 5, n=3, low=3)
APART = {sid(1): {"responses": 3, "output_tokens": 5, "subagent_responses": 2, "subagent_output_tokens": 3}}


@case
def child_in_its_file() -> Made:
    """A child has its own file; the parent repeats one of its messages in a progress line, which counts once. The
    result's 13,707 tokens are the child's last response, not its sum; 812 is the true output of that response.
    """
    one, kid = parent(), child()
    nested(one, kid.lines[0])
    nested(one, kid.lines[1])
    last = usage(6, 13000, 812, w5=500)
    report(one, agentId="ac0ffee", prompt=BRIEF, totalTokens=13707, totalToolUseCount=1, usage=last)
    found = find(BOTH, prompts=1, calls=2, results=2, by_session=APART, links={"ac0ffee": "toolu_p1"})
    return several(one, kid), found


@case
def child_in_progress_lines_only() -> Made:
    """The child's file is gone: the progress line is the only record of its first message."""
    one, kid = parent(), child()
    nested(one, kid.lines[0])
    nested(one, kid.lines[1])
    report(one, agentId="ac0ffee", totalTokens=13707)
    # without msg_c2: input 3 + 5, written 600 + 13,000, output 2 + 2
    return several(one), find(totals(8, 13600, 0, 21000, 4, n=2, low=2), prompts=1, calls=None, results=None)


@case
def child_said_more_in_progress() -> Made:
    """A progress line claims more output (9) than the child's own line (2); where the own line is, the nested one is
    not looked at.
    """
    one, kid = parent(), child()
    entry = kid.lines[1]
    nested(one, {**entry, "message": {**entry["message"], "usage": usage(5, 0, 9, w5=13000)}})
    return several(one, kid), find(BOTH, prompts=1, calls=2, results=1, by_session=APART)


@case
def child_inline() -> Made:
    """A client of the first version writes the child into the parent's file, without an agent id and without cache
    lifetimes. The child's first line repeats the brief and is no human prompt.
    """
    t = Thread(version="1.0.53")
    t.ask("Find the cracks.")
    t.say("msg_p1", call("toolu_p1", "Task", prompt=BRIEF), usage(3, 4100, 91, w5=110, cache_creation=...))
    t.ask(BRIEF, isSidechain=True, parentUuid=None)
    side = usage(3, 0, 31, w5=3100, cache_creation=...)
    t.say("msg_c1", text("Shelf 2."), side, stop=None, isSidechain=True)
    report(t, totalTokens=3134, usage=side)
    t.say("msg_p2", text("Shelf 2 it is."), usage(3, 4200, 13, w5=90, cache_creation=...), stop=None)
    # written 110 + 3,100 + 90 for an unknown time; output 91 + 31 + 13
    found = totals(9, 0, 0, 8300, 135, n=3, low=2, unknown=3300)
    by_session = {sid(1): {"responses": 3, "output_tokens": 135, "subagent_responses": 1, "subagent_output_tokens": 31}}
    return t, find(found, prompts=1, calls=1, results=1, by_session=by_session)


@case
def child_linked_by_its_companion() -> Made:
    """A newer client says in a companion file which call started the child; the brief was changed by a hook."""
    one, kid = parent(tool="Agent"), child("ac0ffee5e5510001", brief="Something else entirely.")
    report(one, totalTokens=1)
    folder = f"x/{sid(1)}/subagents"
    meta = {"agentType": "Explore", "description": "find cracks", "toolUseId": "toolu_p1", "spawnDepth": 1}
    more = {f"{folder}/agent-{kid.agent}.meta.json": compact(meta)}
    found = find(BOTH, prompts=1, calls=2, results=2, by_session=APART, links={kid.agent: "toolu_p1"})
    return several(one, kid, **more), found


@case
def child_linked_by_its_brief() -> Made:
    """Nothing names the child but its first line, which is the brief of the parent's call, to the letter."""
    one, kid = parent(), child()
    report(one)
    found = find(BOTH, prompts=1, calls=2, results=2, by_session=APART, links={"ac0ffee": "toolu_p1"})
    return several(one, kid), found


@case
def child_of_nobody_known() -> Made:
    """A child whose brief no call has and whom no result names: it counts, as unlinked."""
    one, kid = parent(), child(brief="Something else entirely.")
    found = find(BOTH, prompts=1, calls=2, results=1, by_session=APART, links={"ac0ffee": None})
    return several(one, kid), found


@case
def child_without_its_parent() -> Made:
    """Only the child's file is left; its lines name the session they belong to."""
    kid = child()
    # input 5 + 6, output 2 + 1
    by_session = {sid(1): {"responses": 2, "output_tokens": 3, "subagent_responses": 2, "subagent_output_tokens": 3}}
    found = find(totals(11, 13500, 0, 13000, 3, n=2, low=2), calls=1, results=1, by_session=by_session)
    return several(kid), found


@case
def child_beside_its_parent() -> Made:
    """An older client keeps the child's file beside the parent's, without a brief: its first line is an answer."""
    one, kid = parent(version="2.0.60"), child("c0ffee01", brief=None)
    report(one, agentId="c0ffee01", totalTokens=13507)
    files = {f"x/{sid(1)}.jsonl": one.data(), "x/agent-c0ffee01.jsonl": kid.data()}
    found = find(BOTH, prompts=1, calls=2, results=2, by_session=APART, links={"c0ffee01": "toolu_p1"})
    return dict(files), found


@case
def child_of_a_child() -> Made:
    """A child starts a child of its own, whose file lies a folder deeper. All belong to the one session."""
    one, kid = parent(), child()
    brief = "Measure the crack on shelf 8."
    kid.say("msg_c3", call("toolu_c2", "Task", prompt=brief), usage(7, 13500, 4), stop="tool_use")
    deep = Thread(1, agent="adeep01", seconds=9)
    deep.ask(brief)
    deep.say("msg_d1", text("Two millimetres."), usage(8, 0, 16, w5=900))
    files = {
        f"x/{sid(1)}.jsonl": one.data(),
        f"x/{sid(1)}/subagents/agent-ac0ffee.jsonl": kid.data(),
        f"x/{sid(1)}/subagents/ac0ffee/subagents/agent-adeep01.jsonl": deep.data(),
    }
    # BOTH and msg_c3 (7, read 13,500, out 4) and msg_d1 (8, 900 written, out 16)
    found = totals(29, 15000, 0, 47500, 25, n=5, low=3)
    by_session = {sid(1): {"responses": 5, "output_tokens": 25, "subagent_responses": 4, "subagent_output_tokens": 23}}
    links = {"ac0ffee": "toolu_p1", "adeep01": "toolu_c2"}
    return dict(files), find(found, prompts=1, calls=3, results=1, by_session=by_session, links=links)


@case
def child_that_compacts() -> Made:
    """An older client compacts in a hidden child of 170,000 tokens that nothing else mentions. It counts."""
    one = Thread(version="2.1.38")
    one.ask("Go on.")
    one.say("msg_p1", text("Going on."), usage(3, 168000, 20))
    hidden = Thread(version="2.1.38", agent="acompact-0badc0de", seconds=5)
    hidden.parent = one.lines[-1]["uuid"]
    hidden.ask("The last thing that was asked.")
    hidden.ask("Sum up what was said.")
    hidden.say("msg_h1", text("It was about pots."), usage(4, 170000, 2100, w5=300))
    by_session = {
        sid(1): {"responses": 2, "output_tokens": 2120, "subagent_responses": 1, "subagent_output_tokens": 2100}
    }
    found = totals(7, 300, 0, 338000, 2120, n=2)
    return several(one, hidden), find(found, prompts=1, by_session=by_session)


@case
def message_in_parent_and_child() -> Made:
    """The same message stands in the parent's file and in the child's; one more is in the child's alone."""
    one, kid = parent(), child()
    one.lines.append({**kid.lines[1], "isSidechain": True})
    return several(one, kid), find(BOTH, prompts=1, calls=2, results=1)
