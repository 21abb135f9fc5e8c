"""Scripts: what the stand-in answers, turn by turn. Reads their JSON; refuses keys it does not know.

A script is `{"turns": [TURN, ...]}`; a turn is `{"say": [BLOCK, ...], "usage": {...}}` with the optional keys of
`Turn`. A block is `{"text": ...}`, `{"thinking": ...}` or `{"tool": NAME, "input": {...}}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

MARKER = re.compile(r"%%play:([A-Za-z0-9_-]+)%%")

Json = dict[str, Any]


class ScriptError(ValueError):
    """A script holds something the stand-in cannot play."""


@dataclass(frozen=True, slots=True)
class Served:
    """The token counts of one answer, as the API would bill them."""

    input: int = 0
    write_5m: int = 0
    write_1h: int = 0
    read: int = 0
    output: int = 0
    thinking: int = 0
    searches: int = 0
    speed: str = "standard"
    geo: str = ""

    def wire(self, output: int | None = None) -> Json:
        """The `usage` object of the protocol, with `output` in place of the final count where one is given."""
        return {
            "input_tokens": self.input,
            "cache_creation_input_tokens": self.write_5m + self.write_1h,
            "cache_read_input_tokens": self.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.write_5m,
                "ephemeral_1h_input_tokens": self.write_1h,
            },
            "output_tokens": self.output if output is None else output,
            "output_tokens_details": {"thinking_tokens": self.thinking},
            "server_tool_use": {"web_search_requests": self.searches, "web_fetch_requests": 0},
            "service_tier": "standard",
            "speed": self.speed,
            "inference_geo": self.geo,
        }


@dataclass(frozen=True, slots=True)
class Failure:
    """An error answered in place of the turn, the first `times` times that the turn is asked for."""

    status: int
    kind: str
    message: str = "scripted failure"
    times: int = 1
    retry_after: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer: its blocks, its usage and how it is delivered."""

    say: tuple[Json, ...]
    usage: Served
    stop: str | None = None
    opening_output: int = 1  # what message_start says before the output is known
    pause_before: float = 0.0
    pause_between: float = 0.0
    wait_for: Callable[[], bool] | None = None  # what must be so before it is answered, however long that takes
    failures: tuple[Failure, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def stop_reason(self) -> str:
        """The scripted reason, or the one that the blocks imply."""
        return self.stop or ("tool_use" if any("tool" in block for block in self.say) else "end_turn")


Scripts = Mapping[str, tuple[Turn, ...]]


def read_turn(raw: Json) -> Turn:
    """The turn that a script's JSON describes; `ScriptError` for an unknown key or block."""
    for block in raw.get("say", []):
        if not {"text", "thinking", "tool"} & block.keys():
            raise ScriptError(f"a block needs text, thinking or tool: {block}")
    fields = dict(raw)
    fields["say"] = tuple(raw.get("say", ()))
    try:
        fields["usage"] = Served(**raw.get("usage", {}))
        fields["failures"] = tuple(Failure(**failure) for failure in raw.get("failures", ()))
        return Turn(**fields)
    except TypeError as problem:
        raise ScriptError(str(problem)) from problem


def read_scripts(folder: Path, words: Mapping[str, str] | None = None) -> dict[str, tuple[Turn, ...]]:
    """Every `NAME.json` of the folder, by name, with each of `words` replaced by its text first."""
    scripts = {}
    for path in sorted(folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        for word, replacement in (words or {}).items():
            text = text.replace(word, replacement)
        scripts[path.stem] = tuple(map(read_turn, json.loads(text)["turns"]))
    return scripts


def texts_of(message: Json) -> list[str]:
    """The texts of one message of a request, tool results left out."""
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    return [block.get("text", "") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]


def marked(messages: list[Json]) -> tuple[str, int] | None:
    """The script that the last marked user message names, and how many answers came after that message."""
    for place in range(len(messages) - 1, -1, -1):
        if messages[place].get("role") != "user":
            continue
        names = [name for text in texts_of(messages[place]) for name in MARKER.findall(text)]
        if names:
            return names[-1], sum(1 for later in messages[place + 1 :] if later.get("role") == "assistant")
    return None
