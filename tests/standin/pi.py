"""Runs the real pi against a stand-in, with a throwaway home and nothing of the caller's environment."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tests.tools import find_tool

from .client import ClientError
from .script import read_scripts
from .server import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from .script import Json
    from .server import Aside

SCRIPTS = Path(__file__).with_name("pi_scripts")
MODEL, SECOND_MODEL = "scripted-model", "scripted-small"
PRICE = {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}
PACKAGES = ("@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent")


def command_of(folder: Path) -> list[str]:
    """The words that start pi from an npm tree, by the node that came with it where one did."""
    own = folder / "node_modules" / ".bin" / "node"
    for name in PACKAGES:
        package = folder / "node_modules" / name
        if package.is_dir():
            entry = json.loads((package / "package.json").read_text(encoding="utf-8"))["bin"]["pi"]
            return [str(own) if own.exists() else find_tool("node") or "node", str(package / entry)]
    raise ClientError(f"no pi in {folder}")


def version_of(folder: Path) -> str:
    """The version of the pi in an npm tree."""
    for name in PACKAGES:
        path = folder / "node_modules" / name / "package.json"
        if path.exists():
            return str(json.loads(path.read_text(encoding="utf-8"))["version"])
    raise ClientError(f"no pi in {folder}")


@dataclass(slots=True)
class Pi:
    """One pi with a work folder of its own and a stand-in to talk to; `more` is added to its environment."""

    command: list[str]
    base: Path
    server: StandIn
    more: dict[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        """The folder that pi works in."""
        return self.base / "project"

    @property
    def agent(self) -> Path:
        """Pi's own folder; `sessions/` under it is what it wrote."""
        return self.base / "agent"

    def environment(self) -> dict[str, str]:
        """Everything that pi is given."""
        return {
            "PATH": f"{Path(self.command[0]).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.base / "home"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "TZ": "UTC",
            "PI_CODING_AGENT_DIR": str(self.agent),
            "PI_OFFLINE": "1",
            "PI_TELEMETRY": "0",
            "PI_SKIP_VERSION_CHECK": "1",
            **self.more,
        }

    def words(self, *flags: str) -> list[str]:
        """The words of one start of pi with the scripted model."""
        return [*self.command, "--provider", "standin", "--model", MODEL, *flags]

    def ask(self, *flags: str, timeout: float = 120) -> str:
        """One run in print mode and what it printed; `ClientError` where it fails."""
        done = subprocess.run(
            self.words("-p", *flags),
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode != 0:
            raise ClientError(f"exit {done.returncode}: {done.stdout[-300:]} {done.stderr[-600:]}")
        return done.stdout + done.stderr

    def talk(self, *flags: str) -> Talk:
        """A running pi that takes commands, for what only happens while it works."""
        return Talk(self, flags)

    def sessions(self) -> list[Path]:
        """The session files, oldest first."""
        return sorted((self.agent / "sessions").rglob("*.jsonl"))


class Talk:
    """pi in its RPC mode: commands in, events out; leaving the block ends it."""

    def __init__(self, pi: Pi, flags: tuple[str, ...]) -> None:
        self.events: list[Json] = []
        self._rest = b""
        self._pi = subprocess.Popen(
            pi.words("--mode", "rpc", *flags),
            cwd=pi.project,
            env=pi.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._pi.stdin is not None
        assert self._pi.stdout is not None
        self._pi.stdin.close()
        try:
            self._pi.wait(10)
        except subprocess.TimeoutExpired:
            self._pi.kill()
            self._pi.wait()
        self._pi.stdout.close()

    @property
    def process(self) -> int:
        """The process id of pi."""
        return self._pi.pid

    def tell(self, **command: object) -> None:
        """Send one command."""
        assert self._pi.stdin is not None
        self._pi.stdin.write(json.dumps(command).encode() + b"\n")
        self._pi.stdin.flush()

    def ask(self, **command: object) -> Json:
        """Send one command and return its response's data; `ClientError` where it failed."""
        self.tell(**command)
        answer = self.wait("response", command=command["type"])
        if not answer.get("success"):
            raise ClientError(f"{command['type']}: {answer}")
        return answer.get("data") or {}

    def prompt(self, text: str) -> None:
        """One prompt, and wait until its run is over."""
        self.ask(type="prompt", message=text)
        self.wait("agent_end")

    def wait(self, kind: str, seconds: float = 60, **fields: object) -> Json:
        """The next event of a kind, with such fields; `ClientError` where it does not come."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            while (event := self._next()) is not None:
                if event.get("type") == kind and all(event.get(name) == value for name, value in fields.items()):
                    return event
            self._read()
        raise ClientError(f"waited in vain for {kind} {fields}; last: {[e.get('type') for e in self.events[-9:]]}")

    def wait_until(self, is_done: Callable[[], bool], seconds: float = 60) -> None:
        """Wait for what is no event of pi's, and take its events meanwhile: a pi whose pipe is full stands still."""
        deadline = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > deadline:
                raise ClientError(f"waited in vain; last: {[e.get('type') for e in self.events[-9:]]}")
            while self._next() is not None:
                pass
            self._read()

    def _next(self) -> Json | None:
        if b"\n" not in self._rest:
            return None
        line, self._rest = self._rest.split(b"\n", 1)
        event: Json = json.loads(line)
        self.events.append(event)
        return event

    def _read(self) -> None:
        """Read what pi says within a moment."""
        assert self._pi.stdout is not None
        ready, _, _ = select.select([self._pi.stdout], [], [], 0.2)
        if ready:
            piece = os.read(self._pi.stdout.fileno(), 1 << 20)
            if not piece:
                raise ClientError(f"pi ended; last: {self.events[-3:]}")
            self._rest += piece


def open_pi(folder: Path, base: Path, label: str, aside: Aside | None = None) -> Pi:
    """A pi with a fresh home and a project of a few files; enter its `server` before the first prompt."""
    words = {"{cwd}": str(base / "project")}
    server = StandIn(read_scripts(SCRIPTS, words), label=label, aside=aside, counts=True)
    pi = Pi(command_of(folder), base, server)
    for place in (pi.project, pi.agent, base / "home"):
        place.mkdir(parents=True)
    model = {"name": "Scripted", "reasoning": True, "input": ["text", "image"], "cost": PRICE}
    provider = {
        "baseUrl": server.url,
        "api": "anthropic-messages",
        "apiKey": "sk-ant-not-a-key",
        "models": [
            model | {"id": name, "contextWindow": 200_000, "maxTokens": 32_000} for name in (MODEL, SECOND_MODEL)
        ],
    }
    (pi.agent / "models.json").write_text(json.dumps({"providers": {"standin": provider}}))
    (pi.project / "notes.txt").write_text("".join(f"note {n}\n" for n in range(1, 13)))
    (pi.project / "long.txt").write_text("".join(f"line {n} of a long file\n" for n in range(1, 801)))
    return pi
