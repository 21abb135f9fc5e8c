"""The shape of pi's messages, as far as mechanisms look at it. Any JSON is taken: what does not fit is passed over."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Message = dict[str, object]
    Edits = dict[int, Message | None]

# A request that ends with one of these waits for the model; one that ends with its own words would be continued.
_AWAITING = frozenset({"user", "toolResult", "custom", "bashExecution", "branchSummary", "compactionSummary"})


class Pair:
    """Where a call and its only result stand in a list of messages."""

    __slots__ = ("call", "result")

    def __init__(self, call: int, result: int) -> None:
        self.call = call
        self.result = result


def role_of(message: Mapping[str, object]) -> str:
    """Return the role of a message, "" where it has none."""
    found = message.get("role")
    return found if isinstance(found, str) else ""


def text_of(content: object) -> str:
    """Return the text of a content: itself, or its text blocks, each beginning on a line of its own."""
    if isinstance(content, str):
        return content
    found = []
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "text":
            text = block.get("text")
            if isinstance(text, str):
                found.append(text)
    return "\n".join(found)


def blocks(message: Mapping[str, object]) -> list[object]:
    """Return the blocks of a message; one whose content is a text has none."""
    content = message.get("content")
    return content if isinstance(content, list) else []


def call_id(block: object) -> str:
    """Return the id of a tool call, "" for any other block and for a call without one."""
    if not isinstance(block, dict) or block.get("type") != "toolCall":
        return ""
    found = block.get("id")
    return found if isinstance(found, str) else ""


def result_id(message: Mapping[str, object]) -> str:
    """Return the id of the call that a message is the result of, "" for any other message."""
    found = message.get("toolCallId") if role_of(message) == "toolResult" else ""
    return found if isinstance(found, str) else ""


def says_nothing(block: object) -> bool:
    """Whether a block is no word to anybody: thinking, or a text that is blank."""
    if not isinstance(block, dict):
        return False
    if block.get("type") == "thinking":
        return True
    text = block.get("text")
    return block.get("type") == "text" and isinstance(text, str) and not text.strip()


def awaits_answer(message: Mapping[str, object]) -> bool:
    """Whether a request may end with this message."""
    role = role_of(message)
    return role in _AWAITING and not (role == "bashExecution" and message.get("excludeFromContext"))


def pairs(messages: Sequence[Mapping[str, object]]) -> dict[str, Pair]:
    """Return calls with their results by id: only ids that stand for one call and one later result, in no doubt."""
    calls: dict[str, int] = {}
    results: dict[str, int] = {}
    doubtful: set[str] = set()
    for at, message in enumerate(messages):
        role = role_of(message)
        if role == "assistant":
            for block in blocks(message):
                if name := call_id(block):
                    doubtful.update((name,) if name in calls else ())
                    calls[name] = at
        elif role == "toolResult" and (name := result_id(message)):
            doubtful.update((name,) if name in results else ())
            results[name] = at
    return {
        name: Pair(at, results[name])
        for name, at in calls.items()
        if name not in doubtful and results.get(name, -1) > at
    }


def edited(messages: Sequence[Message], edits: Edits) -> list[Message]:
    """Return the messages with each index of `edits` replaced, or left out where it says None."""
    found = []
    for at, message in enumerate(messages):
        now = edits.get(at, message)
        if now is not None:
            found.append(now)
    return found
