"""One long session with all that a client's status line needs around it, which grows by some 20 KB at a time."""

from __future__ import annotations

import fcntl
import glob
import json
import os
import random
import re
import shutil
import subprocess
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bench.rounds import Side
from bench.timing import Failed, run

if TYPE_CHECKING:
    from bench.setting import Setting
    from bench.trees import Tree

GROWTH = 20_000  # bytes before each render
LEDGER = 8_000  # rows, of which one in two hundred is the session's
_HEAD = 4_000_000  # bytes whose lines come again
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_USAGE = {
    "input_tokens": 10,
    "output_tokens": 500,
    "cache_creation_input_tokens": 1000,
    "cache_read_input_tokens": 81_000,
}


class Session:
    """A copy of the session below a home; each layout is installed under a root of its own, so that they take turns."""

    def __init__(self, setting: Setting, tree: Tree) -> None:
        self._setting = setting
        self._work = setting.throwaway("statusline")
        self._home = os.path.join(self._work, "home")
        self._config = os.path.join(self._home, ".claude")
        shutil.copytree(os.path.join(tree.path, "projects"), os.path.join(self._config, "projects"))
        (self._main,) = glob.glob(os.path.join(glob.escape(self._config), "projects", "*", "*.jsonl"))
        with open(self._main, "rb") as file:
            head = file.read(_HEAD).split(b"\n")[:-1]
        self._lines = [line for line in head if re.search(rb'"type":"(?:assistant|user)"', line[:600])]
        self._number = 0
        self._calls: int = (tree.expected() or {})["counts"]["tool_calls"]
        self.bare = [os.path.join(setting.ours.venv, "bin", "python"), "-I", "-S", "-c", "pass"]
        self.environment = {"HOME": self._home, "PATH": "/usr/bin:/bin", "TZ": "UTC"}
        self._payload = os.path.join(self._work, "payload.json")
        with open(self._payload, "w", encoding="utf-8") as file:
            json.dump(self._what_is_given(), file)
        self._commands = {layout: self._install(layout) for layout in ("full", "line")}

    @property
    def _id(self) -> str:
        return os.path.basename(self._main).removesuffix(".jsonl")

    def _root(self, layout: str) -> str:
        return os.path.join(self._work, f"root-{layout}")

    def _what_is_given(self) -> dict[str, Any]:
        """What the client hands over."""
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # a checkout: there is a branch to find
        context = {"total_input_tokens": 82_010, "context_window_size": 200_000, "used_percentage": 41}
        return {
            "session_id": self._id,
            "transcript_path": self._main,
            "cwd": here,
            "model": {"id": "claude-opus-4-5-20251101", "display_name": "Opus 4.5"},
            "workspace": {"current_dir": here, "project_dir": here},
            "cost": {"total_cost_usd": 12.4},
            "context_window": {**context, "current_usage": _USAGE},
            "rate_limits": {"five_hour": {"used_percentage": 24}, "seven_day": {"used_percentage": 41}},
        }

    def _install(self, layout: str) -> list[str]:
        """Install a layout with a ledger, and with prices that need no refresh; return what a client runs."""
        root = self._root(layout)
        os.makedirs(os.path.join(root, "usage"))
        os.makedirs(os.path.join(root, "prices"))
        self._shares = write_ledger(os.path.join(root, "usage", "savings.jsonl"), self._id)
        with open(os.path.join(root, "prices", "bedrock-us-east-1.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        with open(os.path.join(root, "config.toml"), "w", encoding="utf-8") as file:
            file.write(f'[statusline]\nlayout = "{layout}"\n')
        settings = os.path.join(self._work, f"settings-{layout}")
        words = ["install", "statusline", "--root", root, "--config-dir", settings]
        subprocess.run(self._setting.ours.command(*words), env=self.environment, check=True, capture_output=True)
        with open(os.path.join(settings, "settings.json"), encoding="utf-8") as file:
            return ["/bin/sh", "-c", json.load(file)["statusLine"]["command"]]

    def ours(self, layout: str) -> Side:
        """Our side in a layout, whose text must be right to the last call of a tool, or to the last saving."""
        out = os.path.join(self._work, f"{layout}.out")
        command = self._commands[layout]
        check = self._check_full if layout == "full" else self._check_line

        def prepare() -> None:
            run(command, self.environment, self._payload)  # what grew for the others' sake is no part of our time
            self.grow()

        return Side(layout, command, self.environment, prepare, self._payload, out, check)

    def theirs(self, name: str, command: list[str], text: str) -> Side:
        """Another program on the same payload and transcript, in a home of its own, whose text must hold a text."""
        home, out = os.path.join(self._work, name), os.path.join(self._work, f"{name}.out")
        os.makedirs(home)
        environment = {**self.environment, "HOME": home, "TMPDIR": home, "CLAUDE_CONFIG_DIR": self._config}

        def check() -> None:
            if text not in self._text(name):
                raise Failed(f"an odd line of {name}: {self._text(name)}")

        return Side(name, command, environment, self.grow, self._payload, out, check)

    def grow(self) -> None:
        """Append lines of the session with ids that are new, and count the calls of tools on them."""
        data = b""
        while len(data) < GROWTH:
            self._number += 1
            line = self._lines[self._number % len(self._lines)]
            data += re.sub(rb'"msg_\w+"', b'"msg_bench%d"' % self._number, line) + b"\n"
            self._calls += _calls(line)
        with open(self._main, "ab") as file:
            file.write(data)

    def forget(self) -> None:
        """Take away what the full layout knows of the session, once nobody reads it any more."""
        self._wait()
        for path in glob.glob(os.path.join(glob.escape(self._root("full")), "statusline", f"{self._id}.*")):
            os.unlink(path)

    def _wait(self) -> None:
        """Wait until the process has ended that reads on where a render's time was over."""
        path = os.path.join(self._root("full"), "statusline", ".reading")
        if os.path.exists(path):
            with open(path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)

    def is_complete(self) -> bool:
        """Whether the full layout's last text says nothing of what is still to be read."""
        return "…" not in self._text("full")

    def _text(self, name: str) -> str:
        with open(os.path.join(self._work, f"{name}.out"), encoding="utf-8") as file:
            return _COLOUR.sub("", file.read())

    def _check_full(self) -> None:
        if f"num-tool-calls:{self._calls:,} " not in self._text("full"):
            raise Failed(f"not {self._calls:,} calls of tools: {self._text('full')}")

    def _check_line(self) -> None:
        text = self._text("line")
        latest, mean = self._shares
        if "| Opus 4.5 | ctx 41% | $12.40 | ⏳24% 📅41% |" not in text or f"💸{latest}%/{mean}%" not in text:
            raise Failed(f"not {latest}% of {mean}% saved, or an odd line: {text}")


def _calls(line: bytes) -> int:
    content = json.loads(line)["message"]["content"]
    blocks = content if isinstance(content, list) else []
    return sum(block["type"] == "tool_use" for block in blocks)


def write_ledger(path: str, session: str) -> tuple[int, int]:
    """Write rows of many sessions, each with a saving of its own size; return the session's last share and the mean."""
    dice = random.Random(4)
    shares = []
    with open(path, "w", encoding="utf-8") as file:
        for number in range(LEDGER):
            other = f"{dice.getrandbits(64):016x}-0000-4000-8000-000000000000"
            before = dice.randint(200, 9000)
            saved = dice.randint(1, before - 1)
            if number % 200 == 0:
                shares.append(min(100, max(1, _rounded(Fraction(100 * saved, before)))))
            row: dict[str, Any] = {"ts": "2026-11-30T00:00:00Z"}
            row |= {"session_id": other if number % 200 else session, "technique": "compress"}
            row |= {"tokens_saved": saved, "tokens_before": before, "cost_saved_usd": saved * 3e-6}
            row["model_source"] = "statusline"
            row["basis"] = f"output {before} tok - compressed {before - saved} tok, at 4 B/token, via native_fallback"
            file.write(json.dumps(row) + "\n")
    return shares[-1], _rounded(Fraction(sum(shares), len(shares)))


def _rounded(share: Fraction) -> int:
    """Half away from zero."""
    return int(share + Fraction(1, 2))
