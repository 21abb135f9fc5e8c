"""Runs pi with our extension as `tally install pi` leaves it, against the stand-in, and keeps what each side said."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tallystick.host.environment import Surroundings
from tallystick.tasks import install_pi
from tests.standin.pi import Pi, open_pi
from tests.standin.script import Json, Served, Turn
from tests.tools import find_tool

PROBE = Path(__file__).with_name("probe.ts")
NOW_MS = 1_768_478_400_000
DIGEST = "- 1,900 lines of output, numbered without a gap"
FACT = "[Wrote made.py — a list of numbers, ~8 lines]"
# What each mechanism lets the model say at most tells its questions apart.
BASH, WRITE, JUDGE = 1024, 32, 24


def reply(request: Json) -> Turn | None:
    """The auxiliary model: digests, drops what shows the long file, words a fact."""
    said = {BASH: DIGEST, WRITE: FACT, JUDGE: '{"decision": "RETAIN"}'}.get(request["max_tokens"])
    if request["max_tokens"] == JUDGE and "line 1 of a long file" in json.dumps(request["messages"]):
        said = '{"decision": "DROP"}'
    return None if said is None else Turn(say=({"text": said},), usage=Served(input=61, output=6))


def estimate(text: str) -> int:
    """The host's rule: a token is four UTF-16 units, begun ones whole."""
    return math.ceil(len(text.encode("utf-16-le")) / 2 / 4)


def described(tool: Json) -> int:
    """The estimate of a tool's name, description, parameters as JSON and guidelines."""
    parameters = json.dumps(tool["parameters"], separators=(",", ":"), ensure_ascii=False)
    return estimate(" ".join([tool["name"], tool["description"], parameters, *(tool.get("promptGuidelines") or ())]))


@dataclass(slots=True)
class Bridged:
    """A pi with the extension in it; `root` is where tally keeps what is its own."""

    pi: Pi
    root: Path
    said: list[str] = field(default_factory=list)

    @property
    def probe(self) -> list[Json]:
        """What the probe saw."""
        return lines_of(self.pi.base / "probe.jsonl")

    @property
    def talk(self) -> list[list[Json]]:
        """The messages of each request of the talk itself, in order; asides left out."""
        return [row["request"]["messages"] for row in self.pi.server.log if row["kind"] in ("script", "over")]

    @property
    def tools(self) -> list[list[str]]:
        """The tools that each of these requests offered."""
        return [row["tools"] for row in self.pi.server.log if row["kind"] in ("script", "over")]

    @property
    def asides(self) -> list[str]:
        """What the auxiliary model was asked."""
        return [
            row["request"]["messages"][0]["content"][0]["text"] for row in self.pi.server.log if row["kind"] == "aside"
        ]

    @property
    def events(self) -> list[Json]:
        """The event log."""
        return lines_of(self.pi.agent / "logs" / "ctxwm.jsonl")

    @property
    def entries(self) -> list[Json]:
        """The entries of every session, oldest file first."""
        return [entry for path in self.pi.sessions() for entry in lines_of(path)]

    @property
    def snapshots(self) -> list[Json]:
        """What the session keeps of the counters."""
        return [one["data"] for one in self.entries if one.get("customType") == "ctxwm-stats"]

    @property
    def turns(self) -> list[Json]:
        """The ledger of turns."""
        return lines_of(self.root / "mechanisms" / "turns.jsonl")


def lines_of(path: Path) -> list[Json]:
    """The lines of a file of JSON, none where there is no file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def blocks_of(messages: list[Json], kind: str) -> list[Json]:
    """The blocks of a kind in a request's messages."""
    contents = [one["content"] for one in messages if isinstance(one["content"], list)]
    return [block for content in contents for block in content if block["type"] == kind]


def bridge(
    tool: str,
    base: Path,
    *,
    aside: Callable[[Json], Turn | None] | None = reply,
    command: list[str] | None = None,
    installs: bool = True,
    **more: str,
) -> Bridged:
    """A pi of the kind that `tool` names with the extension installed; `more` is added to its environment.

    `command` is started in the place of tally.
    """
    folder = find_tool(tool)
    assert folder is not None
    pi = open_pi(Path(folder), base, label="b", aside=aside)
    root = base / "root"
    pi.more = {"PROBE_FILE": str(base / "probe.jsonl"), **more}
    place = Surroundings(str(root), [str(pi.agent)], {**os.environ, "HOME": str(base / "home")}, NOW_MS)
    if installs:
        path = Path(install_pi.install(place).path)
        if command is not None:
            text = re.sub(r"const COMMAND = .*?;", f"const COMMAND = {json.dumps(command)};", path.read_text())
            path.write_text(text)
    return Bridged(pi, root)


Open = Callable[..., Bridged]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Open a bridged pi of one's own, its stand-in running until the test is over."""
    running: list[Bridged] = []

    def make(tool: str = "pi", **more: Any) -> Bridged:
        found = bridge(tool, tmp_path / f"pi{len(running)}", **more)
        found.pi.server.__enter__()
        running.append(found)
        return found

    yield make
    for one in running:
        one.pi.server.__exit__(None, None, None)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Bridged]:
    """One run of every mechanism with the pi that is named, or what an earlier test ran."""

    @cache
    def once(tool: str) -> Bridged:
        found = bridge(tool, tmp_path_factory.mktemp("pi") / tool)
        with found.pi.server:
            found.said.append(found.pi.ask("-e", str(PROBE), "please do %%play:mechanisms%%"))
        return found

    return once
