"""Runs the real client against a stand-in, with a throwaway home and nothing of the caller's environment.

The environment given is written out below and never logged: the client's own holds a live secret.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .script import read_scripts
from .server import StandIn

if TYPE_CHECKING:
    from .script import Json

SCRIPTS = Path(__file__).with_name("scripts")
ALLOWED = ["Bash(*)", "Read", "Write", "Edit", "Agent"]


class ClientError(RuntimeError):
    """The client did something that the scenario does not expect."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of the client: its arguments, exit code and what it printed as JSON (empty where it printed none)."""

    args: tuple[str, ...]
    code: int
    said: Json

    @property
    def session(self) -> str:
        """The session that the run belonged to."""
        return str(self.said.get("session_id", ""))


@dataclass(slots=True)
class Client:
    """The client's binary, a work folder of its own and a stand-in to talk to."""

    binary: Path
    base: Path
    server: StandIn
    runs: list[Ran] = field(default_factory=list)
    fates: dict[int, str] = field(
        default_factory=dict
    )  # log serial -> what became of an answer that was not kept whole
    opening: int = 0  # the output count that an interrupted answer's lines hold

    @property
    def project(self) -> Path:
        """The folder the client works in."""
        return self.base / "project"

    @property
    def config(self) -> Path:
        """The client's config folder; `projects/` under it is what it wrote."""
        return self.base / "home" / ".claude"

    def environment(self) -> dict[str, str]:
        """Everything the client is given."""
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.base / "home"),
            "SHELL": "/bin/bash",
            "USER": "tester",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "TZ": "UTC",
            "IS_SANDBOX": "1",
            "CLAUDE_CONFIG_DIR": str(self.config),
            "ANTHROPIC_API_KEY": "sk-ant-not-a-key",
            "ANTHROPIC_BASE_URL": self.server.url,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_TELEMETRY": "1",
        }

    def ask(self, prompt: str, *flags: str, code: int = 0, timeout: float = 90) -> Ran:
        """One prompt in print mode; `ClientError` where the exit code is another than `code`."""
        args = ("-p", prompt, "--output-format", "json", *flags)
        done = subprocess.run(
            [self.binary, *args],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode != code:
            raise ClientError(f"exit {done.returncode} for {prompt!r}: {done.stdout[-300:]} {done.stderr[-300:]}")
        ran = Ran(args, done.returncode, json.loads(done.stdout) if done.stdout.startswith("{") else {})
        self.runs.append(ran)
        return ran

    def talk(self, *flags: str) -> subprocess.Popen[str]:
        """A running client that reads JSON lines, for what only happens while it works."""
        args = ("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", *flags)
        self.runs.append(Ran(args, 0, {}))
        return subprocess.Popen(
            [self.binary, *args],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )


def open_client(binary: Path, base: Path, label: str) -> Client:
    """A client with a fresh home and a project of a few files; enter its `server` before the first prompt."""
    words = {"{cwd}": str(base / "project")}
    client = Client(binary, base, StandIn(read_scripts(SCRIPTS, words), label=label))
    client.config.mkdir(parents=True)
    client.project.mkdir(parents=True)
    settings = {"permissions": {"allow": ALLOWED}, "includeCoAuthoredBy": False}
    (client.config / "settings.json").write_text(json.dumps(settings))
    (client.project / "notes.txt").write_text("".join(f"note {n}\n" for n in range(1, 13)))
    (client.project / "long.txt").write_text("".join(f"line {n} of a long file\n" for n in range(1, 801)))
    (client.project / "dot.png").write_bytes(png(8, 8))
    return client


def png(width: int, height: int) -> bytes:
    """A small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def kill(process: subprocess.Popen[str]) -> None:
    """End a client and what it started, at once, as a crash would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


def leave(process: subprocess.Popen[str]) -> None:
    """End a client's input and wait until it has written what it writes at its end."""
    process.communicate(timeout=30)


def tell(process: subprocess.Popen[str], message: Json) -> None:
    """Write one JSON line to a running client."""
    if process.stdin is None:
        raise ClientError("the client has no input")
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


def prompt_line(text: str) -> Json:
    """A prompt as a running client reads it."""
    return {"type": "user", "message": {"role": "user", "content": text}}
