"""What was written to a file gives way to one line that says what it was.

**Counts** `estimate(file content) - estimate(fact)`, once for each write, at the first request that goes without the
content (event `write`).

**Rule.** Successful calls of the tool `write` with a path and `PI_CTX_WRITE_MIN_BYTES` characters of content or more.
The auxiliary model words a fact, `[Wrote PATH — WHAT, ~N lines]`; where it does not, the file's own docstring, first
comment or first definition does. The fact is put into the session as a message of its own. Only when that message is
in the list that goes to the model is the argument `content` taken out of the call, in this request and in all later
ones, after a restart too.

**Caveats.** The fact stays for the whole session; its line is the cost of it, and is subtracted. A fact that the host
did not take strips nothing and saves 0 (event `write-inject-failed`). A fact that is not shorter than the content is
not put in. A write that was stripped first by an earlier process is not counted again.
"""

from __future__ import annotations

import re

from tallystick.mechanisms.estimate import cut, estimate, units
from tallystick.mechanisms.messages import blocks, call_id
from tallystick.mechanisms.records import Ask, Change, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallystick.mechanisms.messages import Edits, Message
    from tallystick.mechanisms.records import Event
    from tallystick.mechanisms.settings import Settings

NAME = "write"
EVENTS: dict[str, tuple[str, ...]] = {
    "write": ("toolCallId", "path", "originalTokens", "factTokens", "saved", "fact"),
    "write-inject-failed": ("toolCallId", "path"),
}
CUSTOM_TYPE = "ctxwm-fact"
CHANGES = {"write_fact": "injected_message", "write_strip": "context_render"}
BUCKETS = {"write_fact": "injection", "write_strip": "context_projection"}
_OPEN = "[Wrote "
_LONGEST = 220  # characters of a fact
_HEAD = 2000  # characters in which a docstring may begin
_DESCRIBED = 160  # characters of what the heuristics find
_DOCSTRING = re.compile(r'"""|\'\'\'')
_COMMENT = re.compile(r"[ \t]*#(?!!)[ \t]*(\S.*)")
_DEFINITION = re.compile(r"[ \t]*(?:class|def|const|export|function|async)\b.*")
_PROMPT = """\
You keep the notes of a coding agent. It has written the file below, and will see your note instead of the content.
Say in at most 25 words what the file is for. Answer with exactly one line of this form:
[Wrote {path} — WHAT IT IS FOR, ~{lines} lines]"""


class Fact:
    """The line that stands for a write, and what both are estimated at (tokens)."""

    __slots__ = ("fact_tokens", "original_tokens", "path", "text", "tool_call_id")

    def __init__(self, tool_call_id: str, path: str, text: str, original_tokens: int) -> None:
        self.tool_call_id = tool_call_id
        self.path = path
        self.text = text
        self.original_tokens = original_tokens
        self.fact_tokens = estimate(text)

    @property
    def saved(self) -> int:
        """Return what the write is shortened by."""
        return self.original_tokens - self.fact_tokens

    def event(self) -> Event:
        """Return the event of a write whose content has gone."""
        return {
            "kind": "write",
            "toolCallId": self.tool_call_id,
            "path": self.path,
            "originalTokens": self.original_tokens,
            "factTokens": self.fact_tokens,
            "saved": self.saved,
            "fact": self.text,
        }

    def failure(self) -> Event:
        """Return the event of a fact that the host did not take."""
        return {"kind": "write-inject-failed", "toolCallId": self.tool_call_id, "path": self.path}


def begin(result: Mapping[str, object], settings: Settings) -> Ask | None:
    """Return the question for a fact, None where the write is to stay as it is."""
    path, content = written(result)
    if result.get("toolName") != NAME or result.get("isError") or not path or not content:
        return None
    if units(content) < settings.write_min_chars or not isinstance(result.get("toolCallId"), str):
        return None
    shown = cut(content, settings.write_max_content_chars)
    return Ask(
        NAME,
        result,
        prompt=_PROMPT.format(path=path, lines=count_lines(content)),
        content=f"<content>\n{shown}\n</content>",
        max_tokens=settings.write_fact_max_tokens,
        timeout_ms=settings.aux_timeout_ms,
    )


def finish(ask: Ask, reply: str | None) -> tuple[Fact | None, Outcome]:
    """Return the fact of a write and the message that says it; None and nothing where it would not be shorter."""
    path, content = written(ask.result)
    text = normalise(reply or "") or describe(path, content)
    fact = Fact(ask.tool_call_id, path, text, estimate(content))
    if fact.saved <= 0:
        return None, Outcome()
    inject: Message = {
        "customType": CUSTOM_TYPE,
        "content": text,
        "display": True,
        "details": {"path": path, "toolCallId": fact.tool_call_id},
    }
    return fact, Outcome(inject=inject, changes=[_change("write_fact", "", text, tool_call_id=fact.tool_call_id)])


def strip(messages: Sequence[Message]) -> tuple[Outcome, list[str]]:
    """Return the list with the contents of those writes gone whose facts are in it, and the ids of their calls."""
    edits: Edits = {}
    gone: list[str] = []
    for at, places in sorted(_told(messages).items()):
        content = blocks(messages[at])
        kept = [_stripped(block) if place in places else block for place, block in enumerate(content)]
        new = [call_id(now) for was, now in zip(content, kept, strict=True) if now is not was]
        if new:
            edits[at] = {**messages[at], "content": kept}
            gone += new
    if not edits:
        return Outcome(), []
    after = [edits.get(at) or message for at, message in enumerate(messages)]
    change = _change("write_strip", messages, after, count=len(gone))
    return Outcome(messages=after, edits=sorted(edits.items()), changes=[change]), gone


def written(result: Mapping[str, object]) -> tuple[str, str]:
    """Return path and content of a write, "" for what is not said."""
    given = result.get("input")
    path, content = (given.get("path"), given.get("content")) if isinstance(given, dict) else ("", "")
    return (path if isinstance(path, str) else ""), (content if isinstance(content, str) else "")


def normalise(reply: str) -> str:
    """Return a model's reply as one fact of 220 characters at most, "" where there is none in it."""
    text = " ".join(reply.replace("```", " ").split())
    if not text:
        return ""
    at = text.find(_OPEN)
    text = text[at:] if at >= 0 else _OPEN + text
    if units(text) > _LONGEST:
        text = f"{cut(text, _LONGEST - 4).rstrip(']')}..."
    text = text if text.endswith("]") else f"{text}]"
    return text if len(text) > len(_OPEN) + 1 else ""


def describe(path: str, content: str) -> str:
    """Return a fact that nobody worded: the file's docstring, its first comment, or its first definition, if any."""
    found = _docstring(content) or _comment(content) or _definition(content)
    what = f" — {found}" if found else ""
    return f"{_OPEN}{path}{what}, ~{count_lines(content)} lines]"


def count_lines(content: str) -> int:
    """Return how many lines a content has: its line feeds and one."""
    return content.count("\n") + 1


def _docstring(content: str) -> str:
    start = _DOCSTRING.search(content, 0, _HEAD)
    if start is None:
        return ""
    end = content.find(start.group(), start.end())
    text = content[start.end() : end].strip() if end >= 0 else ""
    return cut(text.partition("\n")[0].strip(), _DESCRIBED)


def _comment(content: str) -> str:
    for line in content.splitlines():
        found = _COMMENT.fullmatch(line)
        if found and 5 <= units(found.group(1).strip()) <= _DESCRIBED:
            return found.group(1).strip()
    return ""


def _definition(content: str) -> str:
    for line in content.splitlines():
        if _DEFINITION.fullmatch(line):
            return cut(line.strip(), _DESCRIBED)
    return ""


def _told(messages: Sequence[Message]) -> dict[int, set[int]]:
    """Return the calls whose facts stand behind them: the message of each, and the places of its blocks.

    Where servers give several calls one id, a fact is of the last one before it.
    """
    facts = {at: name for at, message in enumerate(messages) if (name := _named(message))}
    last: dict[str, tuple[int, int]] = {}
    found: dict[int, set[int]] = {}
    for at, message in enumerate(messages[: max(facts, default=0) + 1]):
        if at in facts and facts[at] in last:
            where, place = last[facts[at]]
            found.setdefault(where, set()).add(place)
        if message.get("role") == "assistant":
            last.update({call_id(block): (at, place) for place, block in enumerate(blocks(message))})
    return found


def _named(message: Message) -> str:
    """Return the id of the call that a message is the fact of, "" for any other message."""
    details = message.get("details") if message.get("customType") == CUSTOM_TYPE else None
    found = details.get("toolCallId") if isinstance(details, dict) else ""
    return found if isinstance(found, str) else ""


def _stripped(block: object) -> object:
    """Return a call of `write` without its content; anything else as it is."""
    arguments = block.get("arguments") if isinstance(block, dict) and block.get("name") == NAME else None
    if not isinstance(block, dict) or not isinstance(arguments, dict) or "content" not in arguments:
        return block
    return {**block, "arguments": {key: value for key, value in arguments.items() if key != "content"}}


def _change(
    mechanism: str,
    before: str | Sequence[Message],
    after: str | Sequence[Message],
    *,
    count: int = 1,
    tool_call_id: str = "",
) -> Change:
    return Change(
        mechanism,
        bucket=BUCKETS[mechanism],
        surface=CHANGES[mechanism],
        before=before,
        after=after,
        count=count,
        tool_call_id=tool_call_id,
    )
