"""Which answer a request gets. Stateless: a resumed or repeated request finds its turn from its messages alone, unless the
caller says which turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .script import Served, Turn, marked, texts_of

if TYPE_CHECKING:
    from .script import Json, Scripts

SUMMARY_TEXT = "<analysis>\nscripted\n</analysis>\n\n<summary>\nThe scripted summary of the talk.\n</summary>"
SUMMARY = Turn(say=({"text": SUMMARY_TEXT},), usage=Served(input=1301, read=2602, output=353))
SIDE = Turn(say=({"text": "A scripted aside."},), usage=Served(input=53, output=5))
TITLE = Turn(say=({"text": '{"title": "Scripted title"}'},), usage=Served(input=59, output=7))
OVER = Turn(say=({"text": "The script is over."},), usage=Served(input=2, output=3))
UNMARKED = Turn(say=({"text": "No script was named."},), usage=Served(input=13, output=4))

SUMMARY_WORDS = (
    "create a detailed summary",
    "detailed summary of the conversation",
    "summary of the conversation so far",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer chosen, and why: `script`, `over`, `unmarked`, `compact`, `side`, or `aside` where a test answered."""

    kind: str
    turn: Turn
    script: str | None = None
    index: int = 0


def asks_for_summary(messages: list[Json]) -> bool:
    """Whether the last user message is the client's own request to compact the talk."""
    users = [message for message in messages if message.get("role") == "user"]
    last = "\n".join(texts_of(users[-1])).lower() if users else ""
    return any(words in last for words in SUMMARY_WORDS)


def choose(request: Json, scripts: Scripts, turn: int | None = None) -> Choice:
    """The answer to one request: a summary, an aside, or the marked script's turn."""
    messages = request.get("messages") or []
    if asks_for_summary(messages):
        return Choice("compact", SUMMARY)
    if (request.get("output_config") or {}).get("format") or request.get("output_format"):
        return Choice("side", TITLE)
    if not request.get("tools"):
        return Choice("side", SIDE)
    found = marked(messages)
    if found is None or found[0] not in scripts:
        return Choice("unmarked", UNMARKED)
    name, index = found if turn is None else (found[0], turn)
    turns = scripts[name]
    if index < len(turns):
        return Choice("script", turns[index], name, index)
    return Choice("over", OVER, name, index)
