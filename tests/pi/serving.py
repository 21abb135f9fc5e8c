"""A server without a process: lines in, lines out, and what it wrote once nobody waited."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

from tallystick.host.environment import Surroundings
from tallystick.pi.server import Server

Json = dict[str, Any]
NOW = "2026-01-15T12:00:00Z"
NOW_MS = 1_768_478_400_000


class Served:
    """A server for one root folder; `switches` are variables of its environment."""

    def __init__(self, folder: Path, **switches: str) -> None:
        self.root = folder / "root"
        self.log = folder / "log.jsonl"
        environ = {"HOME": str(folder), "TALLY_NOW": NOW, "PI_CTX_LOG_FILE": str(self.log), **switches}
        self.out: list[bytes] = []
        self.server = Server(Surroundings(str(self.root), None, environ, NOW_MS), self.out.append)

    def say(self, **message: Any) -> list[Json]:
        """What is answered to one message at once."""
        self.server.hear(json.dumps({"v": 1, **message}).encode())
        return self.taken()

    def taken(self) -> list[Json]:
        """What has been answered since somebody last looked."""
        found = [json.loads(line) for line in self.out]
        self.out.clear()
        return found

    def finish(self, after: float = 0.0) -> None:
        """Go on for so many seconds and close the input, so that all is written that is still to be."""
        reading, writing = os.pipe()
        threading.Timer(after, lambda: os.close(writing)).start()
        self.server.run(reading)
        os.close(reading)

    def events(self) -> list[Json]:
        """The event log."""
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


def result(tool: str, call: str, text: str, **given: Any) -> Json:
    """A tool's result as pi tells it."""
    content = [{"type": "text", "text": text}]
    return {"toolName": tool, "toolCallId": call, "input": given, "content": content, "isError": False}
