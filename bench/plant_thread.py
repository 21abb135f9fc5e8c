"""Writes one transcript of a planted tree, and keeps account while it writes of what is still in its context.

The account is the truth by the hand rule: every response that begins adds, for each result still in the context, that
result's estimated tokens to its exposure. A compaction, a clear or a rewind takes results out.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from bench.corpus_thread import CLOCK, make_id, make_uuid

if TYPE_CHECKING:
    from random import Random

Json = dict[str, Any]
SYSTEM_PROMPT = 12_000
STEP_MS = 4_000
MODERN = {"entrypoint": "cli", "slug": "quiet-firing-kiln"}


class Result:
    """What a tool gave back: where its call and its result stand, and what it has cost so far."""

    def __init__(self, thread: Thread, call_line: int, line: int, tokens: int) -> None:
        self.thread = thread
        self.call_line = call_line
        self.line = line
        self.tokens = tokens
        self.exposure = 0
        self.call = ""
        self.uuids: tuple[str, ...] = ()

    def place(self) -> list[Any]:
        """The transcript, the call's line and the result's."""
        return [self.thread.name, self.call_line, self.line]


class Turn:
    """A response: its first line, and what it said about the cache."""

    def __init__(self, thread: Thread, line: int, last: int, uuid: str) -> None:
        self.thread = thread
        self.line = line
        self.last = last
        self.uuid = uuid

    def place(self) -> list[Any]:
        """The transcript, the response's first line and its last."""
        return [self.thread.name, self.line, self.last]


class Thread:
    """One transcript under construction."""

    def __init__(self, random: Random, folder: str, cwd: str, now: int, version: str) -> None:
        self.random = random
        self.folder = folder
        self.session = make_uuid(random).decode()
        self.name = self.session
        self.agent: str | None = None
        self.cwd = cwd
        self.now = now
        self.version = version
        self.lines: list[Json] = []
        self.parent: str | None = None
        self.live: dict[str, Result] = {}
        self.cached = 0
        self.fresh = SYSTEM_PROMPT
        self.model = "claude-opus-5-5"

    @property
    def path(self) -> str:
        """Where the file lies."""
        if self.agent is None:
            return os.path.join(self.folder, f"{self.session}.jsonl")
        return os.path.join(self.folder, self.session, "subagents", f"agent-{self.agent}.jsonl")

    def add(self, kind: str, *, root: bool = False, **fields: Any) -> Json:
        """Append a line."""
        self.now += STEP_MS
        entry: Json = {"parentUuid": None if root else self.parent, "isSidechain": self.agent is not None}
        entry |= {"agentId": self.agent} if self.agent else {}
        entry |= {"type": kind, **fields, "uuid": make_uuid(self.random).decode(), "timestamp": self.stamp()}
        entry |= {"userType": "external", "cwd": self.cwd, "sessionId": self.session, "version": self.version}
        entry |= {"gitBranch": "main", **(MODERN if self.modern else {})}
        self.parent = entry["uuid"]
        self.lines.append(entry)
        return entry

    @property
    def modern(self) -> bool:
        """Whether the client marks the copies that it makes."""
        return self.version.startswith("2.1.3")

    def stamp(self) -> str:
        """The time as the client writes it."""
        return CLOCK.stamp(self.now).decode()

    def ask(self, words: str, **fields: Any) -> Json:
        """A user's line."""
        self.fresh += len(words) // 4
        return self.add("user", message={"role": "user", "content": words}, **fields)

    def respond(self, blocks: list[Json], *, lost: int = 0, **fields: Any) -> Turn:
        """One response, a line a block. `lost` tokens of what was cached are written again instead of read."""
        for result in self.live.values():
            result.exposure += result.tokens
        identity = make_id(self.random, "msg_01").decode()
        request = make_id(self.random, "req_011C", 20).decode()
        usage = self.usage(lost)
        first = len(self.lines) + 1
        for block in blocks:
            message: Json = {
                "model": self.model,
                "id": identity,
                "type": "message",
                "role": "assistant",
                "content": [block],
            }
            stop = "tool_use" if blocks[-1]["type"] == "tool_use" else "end_turn"
            message.update(stop_reason=stop, stop_sequence=None, usage=usage)
            self.add("assistant", message=message, requestId=request, **fields)
        return Turn(self, first, len(self.lines), str(self.parent))

    def usage(self, lost: int) -> Json:
        """Read what is cached, write what is new."""
        read, written = self.cached - lost, self.fresh + lost
        self.cached += self.fresh
        self.fresh = 60
        split = {"ephemeral_5m_input_tokens": written, "ephemeral_1h_input_tokens": 0}
        counts = {"input_tokens": 3, "cache_creation_input_tokens": written, "cache_read_input_tokens": read}
        return {**counts, "cache_creation": split, "output_tokens": 60, "service_tier": "standard"}

    def say(self, words: str = "So far, so good.", **fields: Any) -> Turn:
        """A response of words alone."""
        return self.respond([{"type": "text", "text": words}], **fields)

    def call(self, tool: str, given: Json) -> Json:
        """A block that calls a tool."""
        return {"type": "tool_use", "id": make_id(self.random, "toolu_01").decode(), "name": tool, "input": given}

    def give(self, block: Json, call_line: int, content: Any, tokens: int, **fields: Any) -> Result:
        """The line with a call's result."""
        answer = {"tool_use_id": block["id"], "type": "tool_result", "content": content}
        if fields.pop("failed", False):
            answer["is_error"] = True
        call_uuid = self.lines[call_line - 1]["uuid"]
        entry = self.add("user", message={"role": "user", "content": [answer]}, **fields)
        result = Result(self, call_line, len(self.lines), tokens)
        result.call, result.uuids = block["id"], (call_uuid, entry["uuid"])
        self.live[block["id"]] = result
        self.fresh += tokens
        return result

    def use(self, tool: str, given: Json, text: str, **fields: Any) -> Result:
        """A response that calls a tool, and the text that came back."""
        block = self.call(tool, given)
        self.respond([block])
        return self.give(block, len(self.lines), text, -(-len(text) // 4), **fields)

    def compact(self, *kept: Result, bare: bool = False) -> None:
        """Cut the context: nothing stays but what is kept. An old client (`bare`) writes the summary alone."""
        uuids = [uuid for result in kept for uuid in result.uuids]
        if not bare:
            meta: Json = {"trigger": "auto", "preTokens": self.cached, "postTokens": 3000}
            meta |= {"preservedMessages": {"uuids": uuids, "allUuids": uuids}} if uuids else {}
            before = self.parent
            fields: Json = {"subtype": "compact_boundary", "content": "Conversation compacted", "level": "info"}
            self.add("system", root=True, logicalParentUuid=before, compactMetadata=meta, **fields)
        self.ask("What came before, in short: pots.", isCompactSummary=True, isVisibleInTranscriptOnly=True)
        self.live = {result.call: result for result in kept if result.call in self.live}
        self.forget_cache()

    def forget_cache(self) -> None:
        """After a cut only the system prompt is read from the cache; the rest is a short summary."""
        self.cached, self.fresh = SYSTEM_PROMPT, 900

    def trim(self, *named: Result) -> None:
        """A small compaction: it drops the results that it names, and nothing else."""
        meta: Json = {"trigger": "auto", "preTokens": self.cached, "tokensSaved": 400}
        meta |= {"compactedToolIds": [result.call for result in named]}
        fields: Json = {"subtype": "microcompact_boundary", "content": "Context microcompacted"}
        self.add("system", microcompactMetadata=meta, level="info", **fields)
        for result in named:
            self.live.pop(result.call, None)

    def clear(self) -> None:
        """The user clears the talk; the client goes on in the same file."""
        command = "<command-name>/clear</command-name>\n<command-message>clear</command-message>"
        self.ask(command + "\n<command-args></command-args>")
        self.live = {}
        self.forget_cache()

    def rewind(self, turn: Turn) -> None:
        """The user goes back to the end of an earlier response and asks something else."""
        self.parent = turn.uuid
        self.live = {key: result for key, result in self.live.items() if result.line <= turn.last}
        self.ask("No, the other way, please.")

    def write(self) -> None:
        """Write the file."""
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in self.lines)
