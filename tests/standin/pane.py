"""The real client on a screen: tmux holds it, a status line of ours hangs below, and what it shows is read back."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from .client import ClientError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from .client import Client

DOOR = Path(__file__).parents[2] / "src" / "tallystick" / "statusline" / "__main__.py"
WIDE, HIGH = 230, 50
ASKING = ("--permission-mode", "default")  # in its own mode the client asks a server whether a call is safe
_FIGURE = re.compile(r"([a-z][a-z -]*(?: \(estimate\))?):(\d[\d,]*|—)")
_SECONDS = 40.0


def both_layouts(root: Path) -> str:
    """A command that shows both layouts below one another, each with a root of its own, and keeps each payload."""
    door = shlex.join([sys.executable, "-I", "-S", str(DOOR)])
    kept = shlex.quote(str(root / "payloads"))
    return (
        f"mkdir -p {kept}; p={kept}/$(date +%s%N).json; cat > $p;"
        f" {door} --root {shlex.quote(str(root / 'full'))} --layout full < $p;"
        f" {door} --root {shlex.quote(str(root / 'line'))} --layout line < $p"
    )


def seed_screen(client: Client, command: str, *, refresh: int = 1) -> None:
    """Answer what the client asks at its first start, and give it a status line."""
    known = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [client.environment()["ANTHROPIC_API_KEY"][-20:]], "rejected": []},
        "projects": {str(client.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }
    (client.config / ".claude.json").write_text(json.dumps(known))
    path = client.config / "settings.json"
    settings = json.loads(path.read_text()) | {
        "statusLine": {"type": "command", "command": command, "refreshInterval": refresh}
    }
    path.write_text(json.dumps(settings))


class Screen:
    """One program on one screen; leaving the block ends it and its tmux server."""

    def __init__(
        self, base: Path, project: Path, environment: dict[str, str], words: list[str], *, wide: int = WIDE
    ) -> None:
        self._base = base
        self._socket = str(base / f"tmux-{time.monotonic_ns()}")
        given = [f"{name}={value}" for name, value in environment.items()]
        size = ("-x", str(wide), "-y", str(HIGH))
        started = shlex.join(["env", "-i", *given, *words])
        self._tmux("new-session", "-d", "-s", "it", *size, f"cd {shlex.quote(str(project))} && exec {started}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server", check=False)

    def _tmux(self, *words: str, check: bool = True) -> str:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self._base),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        command = ["tmux", "-f", "/dev/null", "-S", self._socket, *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=check).stdout

    def text(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "it")

    def say(self, text: str) -> None:
        """Type a line, and send it."""
        self._tmux("send-keys", "-t", "it", "-l", text)
        time.sleep(0.4)  # the client takes what comes at once for something pasted
        self._tmux("send-keys", "-t", "it", "Enter")

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them."""
        self._tmux("send-keys", "-t", "it", *keys)

    def wait(self, holds: Callable[[str], bool], what: str, seconds: float = _SECONDS) -> str:
        """Wait until the screen is as it should be and return it; `ClientError` shows the screen that never was."""
        deadline = time.monotonic() + seconds
        while not holds(text := self.text()):
            if time.monotonic() > deadline:
                raise ClientError(f"waited in vain for {what}; the screen:\n{text}")
            time.sleep(0.15)
        return text


class Pane(Screen):
    """One client on one screen."""

    def __init__(self, client: Client, *flags: str) -> None:
        self.client = client
        environment = client.environment() | {"TERM": "xterm-256color"}
        super().__init__(client.base, client.project, environment, [str(client.binary), *ASKING, *flags])


def figures(text: str) -> dict[str, int]:
    """The figures of a full layout that is on the screen, by label; later ones win."""
    found: dict[str, int] = {}
    for line in text.splitlines():
        if "prompt:" in line or "num-tool-calls:" in line:
            found |= {
                label.strip(): int(number.replace(",", "")) for label, number in _FIGURE.findall(line) if number != "—"
            }
    return found
