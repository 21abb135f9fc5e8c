"""The client's hooks, as the client runs them: the installed command through `sh`, on events as it writes them.

Beside a bare interpreter. `start` notes that a session begins; `off` is the look at a read where nobody asked for that,
`read` where somebody did and the file is a source of 200 lines; `short` is a command's output that is too short,
`filtered` one that the filters leave as it is, `shorten` a run of tests of 100 KB, whose answer is looked at: one that
is not shorter is no time.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

from bench.rounds import Side, alternate
from bench.timing import Failed

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "hooks"
_ROUNDS = 5  # for each one of the setting: a hook is short, and its time scatters more
_SESSION = "5d1f0c0e-7d38-4e58-9a3a-6f1f2f9c1a77"
_EVENTS = {
    "start": "SessionStart",
    "off": "PreToolUse",
    "read": "PreToolUse",
    "short": "PostToolUse",
    "filtered": "PostToolUse",
    "shorten": "PostToolUse",
}
_SHORT = "notes.txt\nlong.txt\ndot.png"
_STATUS = "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean"
_COMMANDS = {"short": "ls", "filtered": "git status", "shorten": "pytest -v"}
_TESTS = 3000  # lines: some 100 KB


def measure(setting: Setting) -> Record:
    """Install the hooks, then let every side take its turn."""
    work = Work(setting)
    sides = [Side("bare", [work.python, "-I", "-S", "-c", "pass"], work.environment)]
    sides += [work.side(name) for name in _EVENTS]
    return {"samples": alternate(sides, _ROUNDS * setting.rounds)}


class Work:
    """A client's settings with our hooks, a source to read, and the events."""

    def __init__(self, setting: Setting) -> None:
        self._folder = setting.throwaway("hooks")
        os.makedirs(self._folder)
        self._source = os.path.join(self._folder, "source.py")
        self._root = setting.ours.root
        self.python = os.path.join(setting.ours.venv, "bin", "python")
        with open(self._source, "w", encoding="utf-8") as file:
            file.write("".join(f"answer_{number} = {number}\n" for number in range(200)))
        self.environment = {
            **setting.ours.environment(self._folder),
            "ANTHROPIC_MODEL": "claude-opus-4-5",
            "CLAUDE_PID": str(os.getpid()),
            "TALLY_COMPRESS_NO_RTK": "1",
        }
        self._tally(setting, "install", "hooks")
        with open(os.path.join(self._root, "config.toml"), "w", encoding="utf-8") as file:
            file.write("[divert]\nenabled = true\n")
        self._tally(setting, "prices", "explain", "claude-opus-4-5")
        with open(os.path.join(self._root, "statusline", "config"), encoding="utf-8") as file:
            self._asked = file.read()
        with open(os.path.join(self._folder, "settings.json"), encoding="utf-8") as file:
            self._hooks: dict[str, Any] = json.load(file)["hooks"]
        self._calls = 0

    def _tally(self, setting: Setting, *words: str) -> None:
        done = subprocess.run(setting.ours.command(*words), env=self.environment, capture_output=True, check=False)
        if done.returncode:
            raise Failed(f"tally {' '.join(words)} ended with {done.returncode}: {done.stderr.decode()}")

    def side(self, name: str) -> Side:
        """The hook of an event, and that event laid out anew before each run."""
        event = _EVENTS[name]
        command = self._hooks[event][0]["hooks"][0]["command"]
        given, out = (os.path.join(self._folder, f"{name}.{end}") for end in ("json", "out"))

        def prepare() -> None:
            self._calls += 1
            self._write(given, json.dumps(self._event(name, event)))
            on = name != "off"
            self._write(os.path.join(self._root, "statusline", "config"), self._asked if on else _off(self._asked))

        def check() -> None:
            size = os.path.getsize(out)
            if (size > 0) != (name == "shorten") or size > 10_000:
                raise Failed(f"the hook for {name} answered {size} bytes")

        return Side(name, ["/bin/sh", "-c", command], self.environment, prepare, given, out, check)

    def _event(self, name: str, event: str) -> dict[str, Any]:
        common = {
            "session_id": _SESSION,
            "transcript_path": os.path.join(self._folder, "projects", "-work", f"{_SESSION}.jsonl"),
            "cwd": self._folder,
            "hook_event_name": event,
        }
        if name == "start":
            return {**common, "source": "startup"}
        call = {"tool_use_id": f"toolu_{self._calls}", "permission_mode": "default", "effort": {"level": "medium"}}
        if event == "PreToolUse":
            return {**common, **call, "tool_name": "Read", "tool_input": {"file_path": self._source}}
        text = _STATUS if name == "filtered" else _SHORT
        if name == "shorten":
            lines = "".join(f"tests/test_a.py::test_{number} PASSED\n" for number in range(_TESTS))
            text = f"{lines}=== {_TESTS} passed in 0.{self._calls}s ==="
        response = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
        given = {"command": _COMMANDS[name], "description": "Do it"}
        return {
            **common,
            **call,
            "tool_name": "Bash",
            "tool_input": given,
            "tool_response": response,
            "duration_ms": 12,
        }

    @staticmethod
    def _write(path: str, text: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def _off(config: str) -> str:
    return config.replace("\ndiverts=1\n", "\ndiverts=0\n")
