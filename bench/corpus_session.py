"""One session of the corpus: turns, children, compactions, forks, and the client's own sums."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

from bench.corpus_tally import Tally
from bench.corpus_text import Text
from bench.corpus_thread import CLOCK, ThreadWriter, make_id, make_uuid
from bench.corpus_tools import Tools

if TYPE_CHECKING:
    from bench.corpus_thread import Place
    from bench.corpus_tools import Call

MODELS = (
    ("claude-opus-5-5", 30),
    ("claude-sonnet-5-5", 25),
    ("claude-haiku-5-5", 10),
    ("claude-opus-4-5-20251101", 20),
    ("claude-sonnet-4-5-20250929", 15),
)
CLIENTS = (("2.0.61", False), ("2.1.39", False), ("2.1.230", True), ("2.1.332", True))
KEEPS_SUMS = "2.1.332"
WINDOW = 165_000
Usage = tuple[int, int, int, int, int]

SPLIT = b'"cache_creation":{"ephemeral_5m_input_tokens":%d,"ephemeral_1h_input_tokens":%d}'
COUNTS = b'{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,'
USAGE = COUNTS + SPLIT + b',"output_tokens":%d,"service_tier":"standard"%s}'
MESSAGE = (
    b'"message":{"model":"%s","id":"%s","type":"message","role":"assistant","content":[%s],"stop_reason":%s,'
    b'"stop_sequence":null,"usage":%s},"requestId":"%s"'
)
MODERN = (
    b',"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"inference_geo":"","iterations":[],'
    b'"speed":"standard"'
)
NESTED = b'"data":{"type":"agent_progress","message":{"type":"assistant",%s},"agentId":"%s"},"parentToolUseID":"%s"'
SNAPSHOT = (
    b'{"type":"file-history-snapshot","messageId":"%s","snapshot":{"trackedFileBackups":{%s}},'
    b'"isSnapshotUpdate":false}\n'
)
ZERO = (
    b'"message":{"id":"%s","model":"<synthetic>","role":"assistant","stop_reason":"stop_sequence","stop_sequence":"",'
    b'"type":"message","usage":{"input_tokens":0,"output_tokens":0,"cache_creation_input_tokens":0,'
    b'"cache_read_input_tokens":0},"content":[{"type":"text","text":"API Error: 529 overloaded"}]},'
    b'"isApiErrorMessage":true'
)


class World:
    """What all sessions of a corpus share."""

    def __init__(self, root: str, seed: int) -> None:
        self.root = root
        self.random = Random(seed)
        self.text = Text(self.random)
        self.tools = Tools(self.random, self.text)
        self.tally = Tally()

    def model(self) -> str:
        """A model by its weight."""
        return self.random.choices([name for name, _ in MODELS], [weight for _, weight in MODELS])[0]


class Session:
    """A thread and what the client keeps in mind about it. A child shares its parent's sums."""

    def __init__(self, world: World, place: Place, start: int, parent: Session | None = None) -> None:
        self.world = world
        self.place = place
        self.agent = b"a%016x" % world.random.getrandbits(64) if parent else None
        folder = os.path.join(world.root, "projects", place.cwd.replace("/", "-"))
        name = place.session.decode()
        if self.agent:
            folder, name = os.path.join(folder, name, "subagents"), f"agent-{self.agent.decode()}"
        self.thread = ThreadWriter(os.path.join(folder, name + ".jsonl"), place, world.random, start, self.agent)
        self.model = world.model()
        self.context = world.random.randrange(14_000, 30_000)
        self.files = [f"{place.cwd}/src/part_{number:02d}.py" for number in range(12)]
        self.claims: dict[str, list[int]] = parent.claims if parent else {}
        self.nested: list[bytes] = []
        world.tally.counts["subagent_files" if parent else "sessions"] += 1

    def claim(self, usage: Usage) -> None:
        """Add to the client's own sums."""
        self.claims[self.model] = [a + b for a, b in zip(self.claims.get(self.model) or [0] * 5, usage, strict=True)]

    def usage(self, blocks: list[bytes]) -> Usage:
        """What the next response costs: it reads the context and writes what is new, or after a pause everything."""
        random = self.world.random
        new = random.randrange(150, 6000)
        if self.context + new > WINDOW:
            self.compact()
        cold = random.random() < 0.03
        written = new + (self.context if cold else 0)
        read = 0 if cold else self.context
        self.context += new
        short = written if self.agent or random.random() < 0.5 else 0
        return random.randrange(1, 12), short, written - short, read, max(9, sum(map(len, blocks)) // 4)

    def respond(self, blocks: list[bytes], stop: bytes, answers: list[Call]) -> None:
        """One message, a line a block. Old clients count the output up and often never say why they stopped; where they
        run tools while the message streams, results stand between its lines.
        """
        world, thread, modern = self.world, self.thread, self.place.modern
        random = world.random
        thread.avoid_midnight()
        usage = self.usage(blocks)
        stopped = modern or random.random() < 0.5
        partial = not modern and len(blocks) > 1 and random.random() < 0.3
        identity, request = make_id(random, "msg_01"), make_id(random, "req_011C", 20)
        more = MODERN if modern else b""
        fresh, short, hour, read, output = usage
        streamed = not modern and len(answers) > 1 and random.random() < 0.5
        day = ""
        for place, block in enumerate(blocks):
            last = place == len(blocks) - 1
            thread.tick(0.1, 4)
            day = day or CLOCK.stamp(thread.now)[:10].decode()
            shown = output if last or not partial else min(output, 1 + place * 3)
            counts = USAGE % (fresh, short + hour, read, short, hour, shown, more)
            why = b'"%s"' % stop if modern or (stopped and last) else b"null"
            body = MESSAGE % (self.model.encode(), identity, block, why, counts, request)
            thread.entry(b"assistant", body)
            if streamed and not last and block.startswith(b'{"type":"tool_use"'):
                self.answer(answers.pop(0))
            if last and self.agent and not modern:
                self.nested.append(b"{%s}" % body)
        self.claim(usage)
        world.tally.respond(self.model, day, usage, stopped=stopped)

    def answer(self, call: Call) -> None:
        """The user line with a call's result."""
        self.thread.tick(0.05, 12)
        self.thread.entry(b"user", call.result(), first=True)
        counts = self.world.tally.counts
        counts["tool_results"] += 1
        counts["tool_errors"] += call.failed
        self.context += min(len(call.content) // 4, 15_000)

    def compact(self) -> None:
        """A boundary and a summary. The newest client makes the request in silence and only its own sums know of it."""
        thread, random = self.thread, self.world.random
        thread.tick(1, 30)
        before = thread.parent or b""
        body = (
            b'"logicalParentUuid":"%s","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,'
            b'"level":"info","compactMetadata":{"trigger":"auto","preTokens":%d}'
        )
        thread.entry(b"system", body % (before, self.context), root=True)
        summary = b'"message":{"role":"user","content":"%s"},"isVisibleInTranscriptOnly":true,"isCompactSummary":true'
        thread.entry(b"user", summary % self.world.text.prose(5000), first=True)
        self.world.tally.counts["boundaries"] += 1
        if self.place.version == KEEPS_SUMS:
            usage = (random.randrange(500, 3000), 0, 0, self.context, random.randrange(1500, 5000))
            self.claim(usage)
            self.world.tally.hide(usage)
        self.context = random.randrange(18_000, 35_000)

    def start_child(self, call: Call) -> None:
        """Run a child to its end and fill in what its call gave back."""
        random, brief = self.world.random, call.record
        child = Session(self.world, self.place, self.thread.now, self)
        child.thread.entry(b"user", b'"message":{"role":"user","content":"%s"}' % brief, first=True)
        for _ in range(random.randrange(2, 10)):
            child.work()
        report = self.world.text.prose(900)
        child.respond([b'{"type":"text","text":"%s"}' % report], b"end_turn", [])
        child.close()
        self.thread.now = child.thread.now
        if self.place.modern:
            meta = child.thread.path.removesuffix(".jsonl") + ".meta.json"
            with open(meta, "wb") as file:
                file.write(b'{"agentType":"general-purpose","toolUseId":"%s","spawnDepth":1}' % call.identity)
        for message in child.nested[:3]:
            self.thread.entry(b"progress", NESTED % (message[1:-1], child.agent, call.identity))
        call.content = b'[{"type":"text","text":"%s"}]' % report
        record = b'{"status":"completed","agentId":"%s","prompt":"%s","content":%s,"totalTokens":%d}'
        call.record = record % (child.agent, brief, call.content, child.context)

    def work(self) -> None:
        """One message with tools and their results."""
        random, text, tools = self.world.random, self.world.text, self.world.tools
        count = 1 if random.random() < 0.85 else random.randrange(2, 4)
        calls = [tools.call(self.files, self.place.cwd, child=self.agent is not None) for _ in range(count)]
        blocks = []
        if random.random() < 0.45:
            signature = make_id(random, "", random.randrange(200, 700))
            blocks.append(b'{"type":"thinking","thinking":"%s","signature":"%s"}' % (text.prose(900), signature))
        if random.random() < 0.55:
            blocks.append(b'{"type":"text","text":"%s"}' % text.prose(random.randrange(30, 400)))
        blocks += [call.block for call in calls]
        self.world.tally.counts["tool_calls"] += count
        pending = list(calls)
        for call in calls:
            if call.name == "Agent":
                self.start_child(call)
        self.respond(blocks, b"tool_use", pending)
        for call in pending:
            self.answer(call)

    def turn(self) -> None:
        """A prompt, what the client notes beside it, work, and an answer."""
        random, text, thread = self.world.random, self.world.text, self.thread
        thread.tick(5, 600)
        words = text.prose(random.randrange(40, 700))
        uuid = thread.entry(b"user", b'"message":{"role":"user","content":"%s"}' % words, first=True)
        self.world.tally.counts["human_prompts"] += 1
        copies = b",".join(
            b'"%s":{"backupFileName":"%016x@v1","version":1}' % (name.encode(), random.getrandbits(64))
            for name in self.files[: random.randrange(1, 9)]
        )
        thread.bare(SNAPSHOT % (uuid, copies))
        for _ in range(random.choice((1, 2, 3, 4, 6, 9, 14))):
            self.work()
        if random.random() < 0.05:
            thread.entry(b"assistant", ZERO % make_uuid(random))
            self.world.tally.counts["synthetic"] += 1
        if random.random() < 0.01:
            thread.bare(b'{"parentUuid":"%s","isSidechain":fal\n' % uuid)
            self.world.tally.counts["rejections"] += 1
        self.respond([b'{"type":"text","text":"%s"}' % text.prose(random.randrange(60, 1500))], b"end_turn", [])

    def close(self) -> None:
        """Write the client's own sums where it keeps them, and count the file."""
        if self.place.version == KEEPS_SUMS and not self.agent:
            models = []
            for name, (fresh, short, hour, read, output) in self.claims.items():
                row = (
                    b'"%s":{"inputTokens":%d,"outputTokens":%d,"cacheReadInputTokens":%d,"cacheCreationInputTokens":%d,'
                    b'"cacheCreationEphemeral5mInputTokens":%d,"cacheCreationEphemeral1hInputTokens":%d,"costUSD":0}'
                )
                models.append(row % (name.encode(), fresh, output, read, short + hour, short, hour))
            line = b'{"type":"cost-state","sessionId":"%s","totalCostUSD":0,"modelUsage":{%s}}\n'
            self.thread.bare(line % (self.place.session, b",".join(models)))
        counts = self.world.tally.counts
        counts["files"] += 1
        counts["lines"] += self.thread.lines
        counts["bytes"] += self.thread.size
        self.thread.close()
