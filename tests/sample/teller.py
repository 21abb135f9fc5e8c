"""Tells one session line by line in the newest client's shapes, and counts every response while telling it.

Usage follows one rule: what is new since the last response is written to the cache, what was there is read from it,
and after a pause longer than the cache lives everything is written again. Tokens are a quarter of the characters; an
answer's output is that and some thinking that the client does not keep.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from tests.casebook.thread import compact, stamp

from .acts import Act

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.casebook.thread import Json

    from .world import Project, Usage, World

NAMESPACE = UUID("7a11e57c-0000-4000-8000-000000000000")
SYSTEM_TOKENS = 21_400  # what the client sends before the first word
CHILD_TOKENS = 9_800


def tokens(characters: int) -> int:
    """A quarter of the characters, rounded up."""
    return -(-characters // 4)


class Teller:
    """One thread. `agent` makes it a child of the session."""

    def __init__(
        self,
        world: World,
        project: Project,
        session: str,
        start: str,
        model: str,
        *,
        client: str = "2.1.332",
        agent: str = "",
    ) -> None:
        self.world = world
        self.project = project
        self.name = session
        self.session = str(uuid5(NAMESPACE, session))
        self.model = model
        self.client = client
        self.agent = f"a{uuid5(NAMESPACE, session + agent).hex[:16]}" if agent else ""
        self.now = datetime.fromisoformat(start.removesuffix("Z")).replace(tzinfo=UTC)
        self.lines: list[bytes] = []
        self.entries: list[Json] = []
        self.parent: str | None = None
        self.context = CHILD_TOKENS if agent else SYSTEM_TOKENS
        self.cached = 0
        self.last = self.now
        self.claims: dict[str, list[int]] = {}
        self.stops = True  # whether responses say why they ended, as newer clients' do
        self.thought = 0  # tokens that the last answer thought and did not say
        self.billed: Usage = (0, 0, 0, 0, 0)  # the last response's
        world.tally.counts["subagent_files" if agent else "sessions"] += 1

    @property
    def file(self) -> str:
        """The thread's file under `projects/`."""
        inner = f"{self.session}/subagents/agent-{self.agent}" if self.agent else self.session
        return f"{self.project.slug}/{inner}.jsonl"

    def pause(self, minutes: float) -> None:
        """Let time pass."""
        self.now += timedelta(minutes=minutes)

    def bare(self, entry: Json) -> None:
        """A line outside the chain."""
        self.lines.append(compact(entry))

    def add(self, kind: str, body: Json, **more: Any) -> str:
        """A line of the chain, its keys in the client's order; its uuid."""
        uuid = str(uuid5(NAMESPACE, f"{self.file}:{len(self.lines)}"))
        first = {"type": kind, **body} if kind == "user" else {**body, "type": kind}
        entry = {
            "parentUuid": more.pop("parent", self.parent),
            "isSidechain": bool(self.agent),
            **({"agentId": self.agent} if self.agent else {}),
            **first,
            "uuid": uuid,
            "timestamp": stamp(self.now),
            **more,
            "userType": "external",
            "entrypoint": "cli",
            "cwd": self.project.cwd,
            "sessionId": self.session,
            "version": self.client,
            "gitBranch": self.project.branch,
        }
        self.bare(entry)
        self.entries.append(entry)
        self.parent = uuid
        return uuid

    def prompt(self, words: str) -> None:
        """A person's prompt, or a child's brief."""
        self.add("user", {"message": {"role": "user", "content": words}})
        self.world.tally.counts["human_prompts"] += not self.agent
        self.context += tokens(len(words))
        self.pause(0.05)

    def usage(self, characters: int) -> Usage:
        """What the next response is billed."""
        lifetime = timedelta(minutes=5 if self.agent else 60)
        kept = self.cached if self.now - self.last <= lifetime else 0
        self.thought = 60 + self.world.answers * 389 % (240 if self.agent else 910)
        written, output = self.context - kept, tokens(characters) + self.thought
        self.cached, self.last = self.context, self.now
        self.context += tokens(characters)
        if not self.stops:
            output = 1 + output % 7  # what the stream said when the line was written: a lower bound
        return (3, written, 0, kept, output) if self.agent else (3, 0, written, kept, output)

    def say(self, words: str, *acts: Act, think: str = "") -> None:
        """One response and the results of its calls."""
        self.answer(words, *acts, think=think)
        for act in acts:
            self.give(act)

    def answer(self, words: str, *acts: Act, think: str = "") -> None:
        """One response: thinking, text and calls, a line a block."""
        self.world.answers += 1
        stem = f"01{uuid5(NAMESPACE, f'answer {self.world.answers}').hex[:22]}"
        blocks: list[Json] = [{"type": "thinking", "thinking": think, "signature": stem * 4}] if think else []
        blocks += [{"type": "text", "text": words}] if words else []
        for number, act in enumerate(acts):
            act.identity = f"toolu_{stem}{number}"
            blocks.append({"type": "tool_use", "id": act.identity, "name": act.tool, "input": act.given})
        self.now += timedelta(seconds=1.5)
        usage = self.usage(sum(len(compact(block)) for block in blocks))
        self.world.respond((self.project.cwd, self.session, self.model), self.now, usage, stopped=self.stops)
        self.claim(self.model, usage)
        self.billed = usage
        for block in blocks:
            self.add_block(block, stem, usage, stop="tool_use" if acts else "end_turn")
            self.now += timedelta(seconds=1.5)

    def claim(self, model: str, usage: Usage) -> None:
        """Add to the client's own sums."""
        self.claims[model] = [a + b for a, b in zip(self.claims.get(model) or [0] * 5, usage, strict=True)]

    def add_block(self, block: Json, stem: str, usage: Usage, *, stop: str) -> None:
        """One line of a response."""
        fresh, short, hour, read, output = usage
        counts: Json = {
            "input_tokens": fresh,
            "cache_creation_input_tokens": short + hour,
            "cache_read_input_tokens": read,
            "cache_creation": {"ephemeral_5m_input_tokens": short, "ephemeral_1h_input_tokens": hour},
            "output_tokens": output,
            "service_tier": "standard",
        }
        vendor = self.model.startswith("claude-")
        if vendor and self.stops:
            counts["output_tokens_details"] = {"thinking_tokens": self.thought}
        message = {
            "model": self.model,
            "id": f"msg_{stem}" if vendor else stem,
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": stop if self.stops else None,
            "stop_sequence": None,
            "usage": counts,
        }
        self.add("assistant", {"message": message, **({"requestId": f"req_{stem}"} if vendor else {})})

    def give(self, act: Act) -> None:
        """The result of a call."""
        self.now += timedelta(seconds=act.seconds)
        block = {"tool_use_id": act.identity, "type": "tool_result", "content": act.content}
        if act.failed or act.tool == "Bash":
            block["is_error"] = act.failed
        self.add("user", {"message": {"role": "user", "content": [block]}}, toolUseResult=act.record)
        act.file, act.line = self.file, len(self.lines)
        self.context += tokens(act.size)
        counts = self.world.tally.counts
        counts["tool_calls"] += 1
        counts["tool_results"] += 1
        counts["tool_errors"] += act.failed

    def spawn(self, words: str, *briefs: tuple[str, str, Callable[[Teller], str]], model: str) -> list[Teller]:
        """Start children side by side, each with a name, a brief and a story that gives its report."""
        acts = [
            Act("Agent", {"description": name, "prompt": brief, "subagent_type": "general-purpose"}, [], {}, seconds=1)
            for name, brief, _ in briefs
        ]
        self.answer(words, *acts)
        children = [self.child(name, brief, story, model=model) for name, brief, story in briefs]
        self.now = max(child.now for child in children) + timedelta(seconds=3)
        for act, child in zip(acts, children, strict=True):
            act.content = child.entries[-1]["message"]["content"]
            act.record = {
                "status": "completed",
                "agentId": child.agent,
                "prompt": act.given["prompt"],
                "content": act.content,
                "totalTokens": sum(child.billed),  # of its last response, as the client has it
            }
            meta = {"agentType": "general-purpose", "toolUseId": act.identity, "spawnDepth": 1}
            self.world.files[child.file.removesuffix(".jsonl") + ".meta.json"] = compact(meta)
            self.give(act)
        return children

    def child(self, name: str, brief: str, story: Callable[[Teller], str], *, model: str) -> Teller:
        """One child, told to its end; the session's sums include it."""
        child = Teller(self.world, self.project, self.name, stamp(self.now), model, agent=name)
        child.prompt(brief)
        child.say(story(child))
        for billed, row in child.claims.items():
            self.claim(billed, (row[0], row[1], row[2], row[3], row[4]))
        child.finish()
        return child

    def finish(self) -> None:
        """Hand the file over to the world."""
        data = b"".join(line + b"\n" for line in self.lines)
        self.world.files[self.file] = data
        counts = self.world.tally.counts
        counts["files"] += 1
        counts["lines"] += len(self.lines)
        counts["bytes"] += len(data)
