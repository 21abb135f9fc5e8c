"""Results that turn out useless leave the context, with the calls that asked for them.

**Counts** what the request really gets shorter by: the host's estimate of every message that leaves it, and of every
call that is taken out of a message that stays (by how much that message's own estimate sinks). Counted once, when it
first leaves (event `amnesia-remove`); the result stays away for the rest of the run, and later requests add 0.

**Rule.** Successful results of `read`, `grep`, `find`, `ls` and `find_capability` with text, from
`PI_CTX_AMNESIA_MIN_TOKENS` on, are judged by the auxiliary model: RETAIN or DROP (event `amnesia-tag`). Before each
request, dropped results are removed from its end, and nowhere else: whole rounds, or the last results of one round, as
long as the request still ends with something that the model has to answer.

**Caveats.** A RETAIN adds nothing, and neither does a DROP that something already follows. No reply, and a reply that
is not exactly one JSON object with a decision, retain. A round in which the model also said something stays, since
its words alone would end the request. A call that was dropped and is made again in the same run is retained without
being judged: the model wants it. What a skill's loading gave is never judged. Ids that are not of one call and one
result are left alone. With the end of the run everything is there again.
"""

from __future__ import annotations

import json

from tallystick.mechanisms.estimate import cut, estimate, of_message, units
from tallystick.mechanisms.messages import (
    awaits_answer,
    blocks,
    call_id,
    edited,
    pairs,
    result_id,
    says_nothing,
    text_of,
)
from tallystick.mechanisms.records import Ask, Change, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tallystick.mechanisms.messages import Edits, Message, Pair
    from tallystick.mechanisms.records import Event
    from tallystick.mechanisms.settings import Settings

NAME = "amnesia"
EVENTS: dict[str, tuple[str, ...]] = {
    "amnesia-tag": ("toolCallId", "tool", "decision", "tokens"),
    "amnesia-remove": ("saved", "messageCount", "droppedResultIds"),
}
CHANGES = {"amnesia": "context_render"}
BUCKETS = {"amnesia": "context_projection"}
TOOLS = frozenset({"read", "grep", "find", "ls", "find_capability"})
RETAIN, DROP = "RETAIN", "DROP"
_PROMPT = """\
You decide for a coding agent whether the result of a tool call has to stay in its working memory.
DROP it only if it is raw retrieval that the same call would fetch again, nothing that the agent does next depends on
it, and what the agent says later makes sense without it. In every other case, and in doubt, RETAIN it.
Answer with one JSON object and nothing else: {"decision": "RETAIN"} or {"decision": "DROP"}"""


def begin(result: Mapping[str, object], settings: Settings) -> Ask | None:
    """Return the question whether a result may go, None where it stays unasked."""
    tool = result.get("toolName")
    if (
        not isinstance(tool, str)
        or tool not in TOOLS
        or result.get("isError")
        or not isinstance(result.get("toolCallId"), str)
    ):
        return None
    text = text_of(result.get("content"))
    if not text.strip() or estimate(text) < settings.amnesia_min_tokens:
        return None
    given = json.dumps(result.get("input"), ensure_ascii=False, default=str)
    shown = shorten(text, settings.amnesia_max_chars)
    return Ask(
        NAME,
        result,
        prompt=_PROMPT,
        content=f"Tool: {tool}\nArguments: {shorten(given, 400)}\n\n<result>\n{shown}\n</result>",
        max_tokens=settings.tag_max_tokens,
        timeout_ms=settings.aux_timeout_ms,
    )


def finish(ask: Ask, reply: str | None) -> tuple[str, Outcome]:
    """Return the decision on a result, with its event."""
    decision = decide(reply)
    return decision, Outcome(events=[tagged(ask.result, decision)])


def tagged(result: Mapping[str, object], decision: str) -> Event:
    """Return the event of a decision."""
    return {
        "kind": "amnesia-tag",
        "toolCallId": result.get("toolCallId"),
        "tool": result.get("toolName"),
        "decision": decision,
        "tokens": estimate(text_of(result.get("content"))),
    }


def decide(reply: str | None) -> str:
    """Return DROP for a JSON object whose decision is exactly that, fences around it or not; RETAIN for all else."""
    text = (reply or "").strip()
    if text.startswith("```"):
        text = text.partition("\n")[2] if "\n" in text else text[3:]
        text = text.rstrip().removesuffix("```")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return RETAIN
    return DROP if isinstance(said, dict) and said.get("decision") == DROP else RETAIN


def prune(messages: Sequence[Message], drop: Collection[str], gone: Collection[str] = ()) -> tuple[Outcome, list[str]]:
    """Return the list without what left it in earlier requests (`gone`) and without the dropped results at its end, and
    the ids that leave it now, in order.
    """
    found = pairs(messages)
    before = removal(messages, [name for name in gone if name in found], found)
    view = edited(messages, before)
    if not _may_end(view, messages):
        before, view = {}, list(messages)
    new = droppable(view, drop)
    edits = removal(messages, [*(name for name in gone if before and name in found), *new], found) if new else before
    if not edits:
        return Outcome(), []
    saved = relief(messages, edits) - relief(messages, before)
    removed = sum(now is None for now in edits.values()) - sum(now is None for now in before.values())
    event: Event = {"kind": "amnesia-remove", "saved": saved, "messageCount": removed, "droppedResultIds": new}
    after = edited(messages, edits)
    change = Change(NAME, bucket=BUCKETS[NAME], surface=CHANGES[NAME], before=messages, after=after, count=len(edits))
    outcome = Outcome(messages=after, edits=sorted(edits.items()), events=[event] if new else [], changes=[change])
    return outcome, new


def droppable(messages: Sequence[Message], drop: Collection[str]) -> list[str]:
    """Return the dropped results at the end of a list that may leave it, in order: the longest such end that is whole.

    An end is whole where each result that leaves takes its call along, no message is left without a word or a call,
    and the list then ends with something that the model has to answer.
    """
    found = pairs(messages)
    taken: list[str] = []
    pending: set[str] = set()  # results that are taken, their calls not yet
    best = 0
    at = len(messages)
    while at > 0:
        message = messages[at - 1]
        name = result_id(message)
        if name in drop and name in found:
            taken.append(name)
            pending.add(name)
        elif pending and _is_bare(message) and pending == {call_id(block) for block in blocks(message)} - {""}:
            pending = set()
        else:
            break
        at -= 1
        if at and awaits_answer(messages[at - 1]) and _is_split(messages, at, pending, found):
            best = len(taken)
    return taken[:best][::-1]


def removal(messages: Sequence[Message], names: Sequence[str], found: Mapping[str, Pair]) -> Edits:
    """Return what becomes of the messages when some calls and their results leave: index and message, None: it goes."""
    edits: Edits = {found[name].result: None for name in names}
    left = set(names)
    for at in {found[name].call for name in names}:
        message = messages[at]
        kept = [block for block in blocks(message) if call_id(block) not in left]
        edits[at] = {**message, "content": kept} if any(not says_nothing(block) for block in kept) else None
    return edits


def relief(messages: Sequence[Message], edits: Edits) -> int:
    """Return by how many estimated tokens a list gets shorter."""
    return sum(of_message(messages[at]) - (0 if now is None else of_message(now)) for at, now in edits.items())


def shorten(text: str, most: int) -> str:
    """Return a text of so many UTF-16 units at most, and a note of what was left out."""
    kept = cut(text, most)
    return kept if kept == text else f"{kept}\n…[{units(text) - units(kept):,} characters left out]"


def _is_bare(message: Mapping[str, object]) -> bool:
    """Whether a message is nothing but calls, and thoughts that nobody is told."""
    return message.get("role") == "assistant" and all(
        call_id(block) or says_nothing(block) for block in blocks(message)
    )


def _is_split(messages: Sequence[Message], at: int, pending: Collection[str], found: Mapping[str, Pair]) -> bool:
    """Whether a list may be cut at `at`: between rounds, or within one whose results before the cut stay."""
    if not pending:
        return True
    owners = {found[name].call for name in pending}
    stays = found.get(result_id(messages[at - 1]))
    return stays is not None and owners == {stays.call} and all(map(result_id, messages[stays.call + 1 : at]))


def _may_end(view: Sequence[Message], messages: Sequence[Message]) -> bool:
    """Whether a list may be sent if the one that it was made of may."""
    return not messages or not awaits_answer(messages[-1]) or (bool(view) and awaits_answer(view[-1]))
