"""Cases of compaction, clearing and the client's own sums."""

from __future__ import annotations

from typing import Any

from .case import Counts, Made, case, find, several, totals
from .thread import Thread, call, sid, text, usage


def claim(t: Thread, **by_model: tuple[int, int, int, int, int]) -> None:
    """A cost-state line: cumulative input, 5m, 1h, read and output by model (an underscore stands for a dash)."""
    names = (
        "inputTokens",
        "cacheCreationEphemeral5mInputTokens",
        "cacheCreationEphemeral1hInputTokens",
        "cacheReadInputTokens",
        "outputTokens",
    )
    models: dict[str, Any] = {}
    for name, counts in by_model.items():
        usage_of = dict(zip(names, counts, strict=True))
        written = counts[1] + counts[2]
        models[name.replace("_", "-")] = {**usage_of, "cacheCreationInputTokens": written, "costUSD": 0.5}
    bare = dict.fromkeys(
        ("parentUuid", "isSidechain", "userType", "cwd", "version", "gitBranch", "uuid", "timestamp"), ...
    )
    parent = t.parent
    t.add("cost-state", **bare, totalCostUSD=0.5, modelUsage=models, hasUnknownModelCost=False)
    t.parent = parent


def unattributed(fresh: int = 0, w5: int = 0, w1: int = 0, read: int = 0, out: int = 0) -> Counts:
    """What only the client's sums know."""
    keys = ("input_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens", "cache_read_tokens", "output_tokens")
    return dict(zip(keys, (fresh, w5, w1, read, out), strict=True))


def compacted(t: Thread, **metadata: Any) -> None:
    """A boundary and the summary behind it."""
    before = t.parent
    t.add(
        "system",
        parentUuid=None,
        logicalParentUuid=before,
        subtype="compact_boundary",
        content="Conversation compacted",
        isMeta=False,
        level="info",
        compactMetadata={"trigger": "manual", "preTokens": 9000, **metadata},
    )
    t.ask("What came before, in short: pots.", isCompactSummary=True, isVisibleInTranscriptOnly=True)


def talk(number: int = 1) -> Thread:
    """A prompt and an answer of 10 fresh, 1,000 read, 100 written, 50 output."""
    t = Thread(number, version="2.1.332")
    t.ask("Go on.")
    t.say("msg_b1", text("Going on."), usage(10, 1000, 50, w5=100), model="claude-opus-5-5")
    return t


@case
def compaction() -> Made:
    """A boundary and its summary are one boundary, and the summary is no human prompt."""
    t = talk()
    compacted(t, postTokens=2000, preservedMessages={"anchorUuid": t.parent, "uuids": [t.parent]})
    t.say("msg_b2", text("Afterwards."), usage(11, 300, 20), model="claude-opus-5-5")
    return t, find(totals(21, 100, 0, 1300, 70, n=2), prompts=1, boundaries=1)


@case
def summary_without_boundary() -> Made:
    """An old client writes the summary alone: that is the boundary."""
    t = Thread(version="1.0.53")
    t.ask("Go on.")
    t.say("msg_b1", text("Going on."), usage(10, 1000, 50))
    t.ask("What came before, in short: pots.", isCompactSummary=True, parentUuid=None)
    t.say("msg_b2", text("Afterwards."), usage(11, 300, 20))
    return t, find(totals(21, 0, 0, 1300, 70, n=2), prompts=1, boundaries=1)


@case
def micro_compaction() -> Made:
    """A small compaction drops the results that it names and nothing else; it keeps its parent."""
    t = Thread(version="2.1.20")
    t.say("msg_b1", call("toolu_b1", "Read", file_path="/srv/kiln/a"), usage(10, 1000, 50))
    t.give("toolu_b1", "a")
    names = {"trigger": "auto", "preTokens": 9000, "tokensSaved": 400, "compactedToolIds": ["toolu_b1"]}
    t.add("system", subtype="microcompact_boundary", content="Context microcompacted", microcompactMetadata=names)
    t.say("msg_b2", text("Lighter."), usage(11, 600, 20))
    return t, find(totals(21, 0, 0, 1600, 70, n=2), calls=1, results=1, boundaries=1)


@case
def cleared() -> Made:
    """The talk is cleared by a command, which is no human prompt; what only looks like one in a text is."""
    t = Thread()
    t.ask("Go on.")
    t.say("msg_b1", text("Going on."), usage(10, 1000, 50))
    t.ask(
        "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>"
    )
    t.ask("<local-command-stdout></local-command-stdout>")
    t.ask("What does the command /clear do?")
    t.say("msg_b2", text("It clears."), usage(11, 10, 20))
    return t, find(totals(21, 0, 0, 1010, 70, n=2), prompts=2, clears=1)


@case
def claim_beyond_the_lines() -> Made:
    """The client's sums know a compaction that no line holds: 1,410 - 21 = 1,389 and so on. It stands beside the
    totals, never in them.
    """
    t = talk()
    claim(t, claude_opus_5_5=(10, 100, 0, 1000, 50))
    compacted(t)
    t.say("msg_b2", text("Afterwards."), usage(11, 300, 20), model="claude-opus-5-5")
    claim(t, claude_opus_5_5=(1410, 100, 0, 3300, 400))
    beside = unattributed(1389, 0, 0, 2000, 330)
    return t, find(totals(21, 100, 0, 1300, 70, n=2), prompts=1, boundaries=1, unattributed=beside)


@case
def claim_short_of_the_lines() -> Made:
    """A process died before it wrote its sums, and the next began from nothing: less than the lines is not less than
    nothing, and what one class lacks is not taken from another.
    """
    t = talk()
    t.say("msg_b2", text("In the next process."), usage(11, 300, 20), model="claude-opus-5-5")
    claim(t, claude_opus_5_5=(11, 0, 0, 300, 75))
    # output 75 - 70
    beside = unattributed(0, 0, 0, 0, 5)
    return t, find(totals(21, 100, 0, 1300, 70, n=2), prompts=1, unattributed=beside)


@case
def claim_that_restarts() -> Made:
    """The sums reached 500 fresh tokens, then a restart made them small again: the largest holds, 500 - 10."""
    t = talk()
    claim(t, claude_opus_5_5=(500, 100, 0, 1000, 50))
    claim(t, claude_opus_5_5=(10, 100, 0, 1000, 50))
    return t, find(totals(10, 100, 0, 1000, 50, n=1), prompts=1, unattributed=unattributed(490))


@case
def claim_by_model() -> Made:
    """Two models: what the lines of one hold is not taken from the other. 40 of the small model are in no line."""
    t = talk()
    claim(t, claude_opus_5_5=(10, 100, 0, 1000, 50), claude_haiku_5_5=(40, 0, 0, 0, 8))
    return t, find(totals(10, 100, 0, 1000, 50, n=1), prompts=1, unattributed=unattributed(40, 0, 0, 0, 8))


@case
def claim_with_a_child() -> Made:
    """The sums include the child, whose lines are in another file: nothing is left over."""
    t = talk()
    kid = Thread(version="2.1.332", agent="ab0a7", seconds=3)
    kid.ask("Count the bricks.")
    kid.say("msg_c1", text("Forty."), usage(7, 0, 9, w5=400), model="claude-opus-5-5")
    claim(t, claude_opus_5_5=(17, 500, 0, 1000, 59))
    found = find(totals(17, 500, 0, 1000, 59, n=2), prompts=1, unattributed=unattributed())
    return several(t, kid), found


@case
def claim_in_a_fork() -> Made:
    """The fork's sums start from its parent's, the parent's compaction (1,300 / 2,600 / 350) included. It counts
    once.
    """
    one = talk()
    compacted(one)
    fork = Thread(2, version="2.1.332", seconds=60)
    for entry in one.lines:
        mark = {"requestSessionId": one.session} if entry["type"] == "assistant" else {}
        fork.lines.append({**entry, "sessionId": fork.session, **mark})
    claim(one, claude_opus_5_5=(1310, 100, 0, 3600, 400))
    fork.ask("And on.")
    fork.say("msg_b2", text("On."), usage(12, 700, 30), model="claude-opus-5-5")
    # the parent's 1,310 / 100 / 3,600 / 400 and the fork's own 12 / 0 / 700 / 30
    claim(fork, claude_opus_5_5=(1322, 100, 0, 4300, 430))
    beside = unattributed(1300, 0, 0, 2600, 350)
    by_session = {sid(1): {"responses": 1, "output_tokens": 50}, sid(2): {"responses": 1, "output_tokens": 30}}
    found = find(totals(22, 100, 0, 1700, 80, n=2), prompts=2, boundaries=None, unattributed=beside)
    return several(one, fork), found | {"by_session": by_session}


def behind_a_compaction() -> tuple[Thread, Thread]:
    """A session of two messages, compacted, and its fork as the client writes it: the boundary, the summary, the one
    message that was preserved (hung on the summary, and older than it), and nothing of what came before.
    """
    one = talk()
    one.say("msg_b2", text("Kept."), usage(11, 1200, 60, w5=200), model="claude-opus-5-5")
    kept = one.lines[-1]
    compacted(one, preservedMessages={"uuids": [kept["uuid"]]})
    boundary, summary = one.lines[-2:]
    # 10 + 11 fresh, 100 + 200 written, 1,000 + 1,200 read, 50 + 60 output; and the compaction's 1,300 / 2,600 / 350
    claim(one, claude_opus_5_5=(1321, 300, 0, 4800, 460))
    fork = Thread(2, version="2.1.332", seconds=60)
    mark = {"requestSessionId": one.session, "parentUuid": summary["uuid"]}
    for entry in (boundary, summary, {**kept, **mark}):
        fork.lines.append({**entry, "sessionId": fork.session})
    fork.parent = kept["uuid"]
    fork.ask("And on.")
    fork.say("msg_b3", text("On."), usage(12, 700, 30), model="claude-opus-5-5")
    return one, fork


@case
def claim_in_a_fork_behind_a_compaction() -> Made:
    """The fork's sums start from its parent's, whose first message is in no line of the fork. It is unattributed there
    no more than in the parent: only the compaction is, once.
    """
    one, fork = behind_a_compaction()
    claim(fork, claude_opus_5_5=(1333, 300, 0, 5500, 490))
    by_session = {sid(1): {"responses": 2, "output_tokens": 110}, sid(2): {"responses": 1, "output_tokens": 30}}
    # 10 + 11 + 12, 100 + 200, 1,000 + 1,200 + 700, 50 + 60 + 30
    found = find(totals(33, 300, 0, 2900, 140, n=3), prompts=2, boundaries=None, by_session=by_session)
    return several(one, fork), found | {"unattributed": unattributed(1300, 0, 0, 2600, 350)}


@case
def claim_in_a_fork_that_compacts_again() -> Made:
    """The same, and the fork compacts once more (900 / 1,900 / 250) while its parent goes on: two compactions are
    unattributed, 1,300 + 900 and so on, and what the parent did after the fork is not taken from the fork's.
    """
    one, fork = behind_a_compaction()
    compacted(fork)
    claim(fork, claude_opus_5_5=(2233, 300, 0, 7400, 740))
    one.at(90).say("msg_b4", text("Meanwhile."), usage(500, 900, 400), model="claude-opus-5-5")
    claim(one, claude_opus_5_5=(1821, 300, 0, 5700, 860))
    by_session = {sid(1): {"responses": 3, "output_tokens": 510}, sid(2): {"responses": 1, "output_tokens": 30}}
    # 33 + 500, 2,900 + 900, 140 + 400
    found = find(totals(533, 300, 0, 3800, 540, n=4), prompts=2, boundaries=None, by_session=by_session)
    return several(one, fork), found | {"unattributed": unattributed(2200, 0, 0, 4500, 600)}


@case
def claim_of_no_kind() -> Made:
    """A client's sums of a wrong shape know nothing; the totals stand."""
    t = talk()
    t.add("cost-state", totalCostUSD="much", modelUsage="[REDACTED]")
    t.add("cost-state", totalCostUSD=None, modelUsage={"claude-opus-5-5": 7, "claude-haiku-5-5": {"inputTokens": "x"}})
    return t, find(totals(10, 100, 0, 1000, 50, n=1), prompts=1, unattributed=unattributed(), rejections=None)
