"""Transcript files into plain records: who answered what, where, and how the thread went on."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from tests.reference.context import rewinds

Json = dict[str, Any]
WRITERS = ("Edit", "Write", "NotebookEdit", "MultiEdit")
STUB = "file unchanged since"
DENIALS = ("hook error:", "The user doesn't want to proceed", "Request interrupted by user")


class Act:
    """A tool call and its result, as one transcript holds them. Without a result its line is the call's."""

    def __init__(self, thread: Thread, line: int, entry: Json, block: Json) -> None:
        self.thread = thread
        self.call_line = self.line = line
        self.began = self.ended = entry["time"]
        self.call = block["id"]
        self.tool = block["name"]
        self.given: Json = block["input"]
        self.cwd = entry.get("cwd", "/")
        self.response = entry["message"]["id"]
        self.uuid = ""
        self.answered = self.failed = self.denied = self.image = False
        self.text = ""

    def answer(self, line: int, entry: Json, block: Json) -> None:
        """Take in the result."""
        content = block.get("content") or ""
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        self.text = "".join(part.get("text", "") for part in parts if part["type"] == "text")
        self.image = any(part["type"] == "image" for part in parts)
        self.failed = bool(block.get("is_error"))
        self.denied = self.failed and ("toolDenialKind" in entry or any(words in self.text for words in DENIALS))
        self.line, self.ended, self.uuid, self.answered = line, entry["time"], entry.get("uuid", ""), True

    @property
    def tokens(self) -> int:
        """The payload: characters by four, rounded up."""
        return -(-len(self.text) // 4)

    @property
    def counts(self) -> bool:
        """Whether there is text, and no picture."""
        return self.answered and bool(self.text) and not self.image

    @property
    def path(self) -> str:
        """The canonical path that the call names, or nothing."""
        named = self.given.get("file_path") or self.given.get("notebook_path") or ""
        return normal(self.cwd, named) if isinstance(named, str) and named else ""

    @property
    def reads(self) -> bool:
        """Whether it acquired a file: the client's own stub is no reading."""
        return self.tool == "Read" and self.counts and not self.failed and STUB not in self.text

    @property
    def writes(self) -> bool:
        """Whether it wrote a file."""
        return self.tool in WRITERS and self.answered and not self.failed

    @property
    def command(self) -> str:
        """The shell command, if it is one and was not refused."""
        return str(self.given.get("command", "")) if self.tool == "Bash" and not self.denied else ""

    @property
    def unjudged(self) -> bool:
        """Whether it did what nobody here can see: a child without a transcript in this session."""
        return self.tool in {"Agent", "Task"} and self.call not in self.thread.children

    @property
    def place(self) -> tuple[str, int, int]:
        """The transcript, the call's line and the result's."""
        return self.thread.name, self.call_line, self.line


class Thread:
    """One file."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem.removeprefix("agent-")
        self.child = path.stem.startswith("agent-")
        self.entries: list[tuple[int, Json]] = list(numbered(path))
        self.session = next((str(e["sessionId"]) for _, e in self.entries if "sessionId" in e), path.stem)
        self.children: set[str] = set()  # the calls that started children whose transcripts are there
        self.cwd = next((str(e["cwd"]) for _, e in self.entries if "cwd" in e), "")
        self.acts: list[Act] = []
        self.responses: list[tuple[int, Json]] = []
        self.collect()
        self.firsts = {line for line, _ in self.responses}
        self.rewound = rewinds(self)

    def collect(self) -> None:
        """Pair calls with results, and list each response by its first line."""
        calls: dict[str, Act] = {}
        seen: set[str] = set()
        for line, entry in self.entries:
            for block in blocks_of(entry):
                if block["type"] == "tool_use":
                    calls.setdefault(block["id"], Act(self, line, entry, block))
                elif block["type"] == "tool_result" and block["tool_use_id"] in calls:
                    calls[block["tool_use_id"]].answer(line, entry, block)
            message = entry.get("message") or {}
            if entry["type"] == "assistant" and message["model"] != "<synthetic>" and message["id"] not in seen:
                seen.add(message["id"])
                self.responses.append((line, entry))
        self.acts = sorted(calls.values(), key=lambda act: act.line)


def numbered(path: Path) -> list[tuple[int, Json]]:
    """The objects of a file with their lines."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.strip():
            entry = json.loads(line)
            when = entry.get("timestamp")
            entry["time"] = datetime.fromisoformat(when).timestamp() if isinstance(when, str) else -1.0
            found.append((number, entry))
    return found


def blocks_of(entry: Json) -> list[Json]:
    """The blocks of a message, if it has any."""
    content = (entry.get("message") or {}).get("content")
    if entry["type"] not in {"assistant", "user"} or not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict)]


def normal(cwd: str, path: str) -> str:
    """An absolute path without dots."""
    parts: list[str] = []
    for part in PurePosixPath(cwd, path).parts[1:]:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def read_tree(root: Path) -> list[Thread]:
    """Every transcript below a folder's `projects`."""
    threads = [Thread(path) for path in sorted((root / "projects").rglob("*.jsonl"))]
    started: dict[str, set[str]] = {}
    for path in (root / "projects").rglob("*.meta.json"):
        session = path.parent.parent.name
        started.setdefault(session, set()).add(json.loads(path.read_text(encoding="utf-8"))["toolUseId"])
    for thread in threads:
        thread.children = started.get(thread.session, set())
    return threads
