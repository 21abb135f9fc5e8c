"""A scene: the sessions in which one act is planted, the stage it is set on, and the findings that must come of it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from bench.corpus_text import WORDS
from bench.corpus_thread import DAY_MS, days_since_1970
from bench.plant_thread import Result, Thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from bench.plant_thread import Turn

    Json = dict[str, Any]
    Act = Callable[["Scene"], None]

START = days_since_1970(2026, 9, 1) * DAY_MS
VERSIONS = ("2.1.230", "2.1.332")
STAGES = ("plain", "fork", "child", "compacted", "cleared", "trimmed")

PROVEN, PROBABLE = "PROVEN_DUPLICATE", "PROBABLE_WASTE"
RISK, UNKNOWN = "AMPLIFICATION_RISK", "UNKNOWN"


class Scene:
    """Where an act takes place. `t` is the transcript it goes on in; `between` is where a stage may change it."""

    def __init__(self, root: str, random: Random, number: int, stage: str) -> None:
        self.random = random
        self.stage = stage
        self.number = number
        self.cwd = f"/srv/yard/shed{number:04d}"
        self.folder = os.path.join(root, "projects", self.cwd.replace("/", "-"))
        self.start = START + number * 3_600_000
        self.threads: list[Thread] = []
        self.parts: dict[str, Json] = {}
        self.findings: list[Json] = []
        self.named = 0
        self.t = self.open()
        self.act_on(stage)

    def open(self, *, cwd: str | None = None, late_ms: int = 0) -> Thread:
        """A new session."""
        version = self.random.choice(VERSIONS)
        thread = Thread(self.random, self.folder, cwd or self.cwd, self.start + late_ms, version)
        self.threads.append(thread)
        thread.ask("Please look after the kiln.")
        return thread

    def act_on(self, stage: str) -> None:
        """Set the stage."""
        self.look()
        if stage == "child":
            self.spawn(1)
            self.t = self.threads[-1]
        elif stage == "compacted":
            self.t.compact()
        elif stage == "cleared":
            self.t.clear()

    def between(self) -> None:
        """What the stage puts between the two halves of an act."""
        self.t.say()
        if self.stage == "fork":
            self.t = self.fork(self.t)
        elif self.stage == "trimmed":
            self.t.trim(next(iter(self.t.live.values())))

    # What the acts are made of.

    def text(self, chars: int = 800) -> str:
        """Exactly so many characters that nothing else in the tree has."""
        words = [f"{self.random.getrandbits(64):016x}"]
        size = 16
        while size < chars:
            words.append(self.random.choice(WORDS))
            size += len(words[-1]) + 1
        return " ".join(words)[:chars].rstrip().ljust(chars, "-")

    def pages(self, chars: int = 800, first: int = 1) -> str:
        """Exactly so many characters as the reading tool numbers its lines."""
        lines = [f"{number}\t{self.text(70)}" for number in range(first, first + chars // 70 + 1)]
        return "\n".join(lines)[:chars].rstrip().ljust(chars, "-")

    def path(self, stem: str = "part") -> str:
        """A path that nothing else names."""
        self.named += 1
        return f"{self.cwd}/src/{stem}_{self.number:04d}_{self.named}.py"

    def read(self, path: str, text: str, *, offset: int = 0, limit: int = 0, **fields: Any) -> Result:
        """Read a file, or a range of it."""
        given: Json = {"file_path": path}
        given |= {"offset": offset} if offset else {}
        given |= {"limit": limit} if limit else {}
        return self.t.use("Read", given, text, **fields)

    def run(self, command: str, text: str = "", *, code: int = 0, **fields: Any) -> Result:
        """Run a command; a failing one says so as the client does."""
        given = {"command": command, "description": "Run it"}
        if not code:
            record = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}
            return self.t.use("Bash", given, text, toolUseResult=record)
        text = f"Exit code {code}\n{text}"
        return self.t.use("Bash", given, text, failed=True, toolUseResult="Error: " + text, **fields)

    def edit(self, path: str, old: str, new: str, *, failed: bool = False) -> Result:
        """Replace a text in a file."""
        given = {"file_path": path, "old_string": old, "new_string": new, "replace_all": False}
        if failed:
            text = f"<tool_use_error>String to replace not found in file.\nString: {old}</tool_use_error>"
            return self.t.use("Edit", given, text, failed=True, toolUseResult="Error: " + text)
        record = {"filePath": path, "oldString": old, "newString": new, "replaceAll": False, "userModified": False}
        return self.t.use("Edit", given, f"The file {path} has been updated successfully.", toolUseResult=record)

    def write(self, path: str, content: str) -> Result:
        """Write a whole file."""
        record = {"type": "update", "filePath": path, "content": content, "structuredPatch": []}
        text = f"The file {path} has been updated successfully."
        return self.t.use("Write", {"file_path": path, "content": content}, text, toolUseResult=record)

    def look(self) -> Result:
        """Something harmless that happens once: a look at a folder that nothing else looks at."""
        self.named += 1
        return self.run(f"ls shelf_{self.number:04d}_{self.named}", self.text(60))

    # Descent.

    def spawn(self, count: int, parent: Thread | None = None) -> list[Thread]:
        """One response of a thread starts so many children at once."""
        one = parent or self.t
        briefs = [f"Look at the kiln, number {self.random.getrandbits(32)}." for _ in range(count)]
        blocks = [one.call("Agent", {"description": "look", "prompt": brief}) for brief in briefs]
        one.respond(blocks)
        children = []
        for nth, (brief, block) in enumerate(zip(briefs, blocks, strict=True)):
            child = Thread(self.random, self.folder, one.cwd, one.now + nth, one.version)
            child.agent = child.name = f"a{self.random.getrandbits(64):016x}"
            child.session = one.session
            child.ask(brief)
            line = len(one.lines) - count + nth + 1
            self.parts[child.name] = {"block": block, "line": line, "parent": one}
            children.append(child)
        self.threads += children
        return children

    def gather(self, *children: Thread) -> None:
        """The children report, and their parent goes on."""
        for child in children:
            part = self.parts[child.name]
            one: Thread = part["parent"]
            child.say("Done: the kiln is fine.")
            one.now = max(one.now, child.now)
            words = f"The kiln is fine, says number {self.random.getrandbits(64)}."
            record = {"status": "completed", "agentId": child.agent, "totalTokens": 100}
            content = [{"type": "text", "text": words}]
            one.give(part["block"], part["line"], content, -(-len(words) // 4), toolUseResult=record)

    def fork(self, one: Thread) -> Thread:
        """Copy a session into a new one that goes on by itself; the first one ends."""
        now = one.now
        other = Thread(self.random, self.folder, one.cwd, now + 120_000, one.version)
        for entry in one.lines:
            marks = one.modern and entry["type"] == "assistant"
            mark = {"requestSessionId": one.session} if marks else {}
            other.lines.append({**mark, **entry, "sessionId": other.session})
        other.parent, other.cached, other.fresh = one.parent, one.cached, one.fresh
        for key, old in one.live.items():
            copy = other.live[key] = Result(other, old.call_line, old.line, old.tokens)
            copy.call, copy.uuids = old.call, old.uuids
        self.threads.append(other)
        one.say("That was that.")
        other.ask("And now the other way.")
        return other

    def here(self, old: Result) -> Result:
        """A result as the present transcript holds it: itself, or the copy that a fork made."""
        return old if old.thread is self.t else self.t.live[old.call]

    # Truth.

    def expect(self, signature: str, label: str, later: Result | Turn, *earlier: Result | Turn, **more: Any) -> None:
        """A finding that must be there. Where several earlier places would do, any of them is right."""
        finding = {"signature": signature, "label": label, "later": later, "earlier": list(earlier), **more}
        self.findings.append(finding)

    def close(self) -> list[Json]:
        """End every session, write the files, and say what must be found."""
        for child in reversed([thread for thread in self.threads if thread.name in self.parts]):
            if child.name not in self.done():
                self.gather(child)
        for thread in self.threads:
            if thread.agent is None:
                thread.say("That is all.")
            thread.write()
        for name, part in self.parts.items():
            meta = {"agentType": "general-purpose", "toolUseId": part["block"]["id"], "spawnDepth": 1}
            path = os.path.join(self.folder, part["parent"].session, "subagents", f"agent-{name}.meta.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(meta, file)
        return [told(finding) for finding in self.findings]

    def done(self) -> set[str]:
        """The children that have reported."""
        answered = {block for thread in self.threads for block in thread_answers(thread)}
        return {name for name, part in self.parts.items() if part["block"]["id"] in answered}


def thread_answers(thread: Thread) -> set[str]:
    """The calls that a transcript answers."""
    contents = [entry["message"]["content"] for entry in thread.lines if entry["type"] == "user"]
    return {block["tool_use_id"] for blocks in contents if isinstance(blocks, list) for block in blocks}


def told(finding: Json) -> Json:
    """A finding as `expected.json` holds it."""
    later = finding["later"]
    row = {**finding, "later": later.place(), "earlier": [one.place() for one in finding["earlier"]]}
    row |= {"session": later.thread.session}
    if isinstance(later, Result):
        row = {"payload_tokens": later.tokens, "exposure_token_turns": later.exposure, **row}
        if isinstance(finding.get("whole"), list):
            whole = row.pop("whole")
            row["payload_tokens"] = sum(one.tokens for one in whole)
            row["exposure_token_turns"] = sum(one.exposure for one in whole)
    return row
