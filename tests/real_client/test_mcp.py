"""The real client starts the server, calls each tool, and its model receives the verdict."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import IndexBusy
from tallystick.host.locks import Lock
from tallystick.store.index import is_there
from tests.real_client.conftest import SOURCE
from tests.standin.client import ALLOWED, Client, open_client
from tests.standin.scenarios import play
from tests.standin.script import Turn, read_turn
from tests.tools import find_tool

TOOL = "mcp__tally__"


def turns(*said: Any, waits: dict[int, Callable[[], bool]] | None = None) -> tuple[Turn, ...]:
    """A script: each turn a text, or the name of a tool and what it is given; some wait until something is so."""
    found = []
    for place, what in enumerate(said):
        block = {"text": what} if isinstance(what, str) else {"tool": what[0], "input": what[1]}
        usage = {"input": 10, "read": 1000, "output": 20}
        found.append(read_turn({"say": [block], "usage": usage, "wait_for": (waits or {}).get(place)}))
    return tuple(found)


def ask(tool: str, **given: Any) -> tuple[str, dict[str, Any]]:
    """A turn that asks us."""
    return TOOL + tool, given


def spawn(script: str) -> tuple[str, dict[str, Any]]:
    """A turn that starts a child and waits for it."""
    given = {"description": script, "prompt": play(script), "subagent_type": "general-purpose"}
    return "Agent", {**given, "run_in_background": False}


def is_built(root: Path) -> bool:
    """Whether the first index is there and nobody writes it any more."""
    if not is_there(str(root)):
        return False
    try:
        with Lock(str(root / "index.lock"), wait=0.0):
            return True
    except IndexBusy:
        return False


def has_read(config: Path) -> bool:
    """Whether a child's transcript holds what it read."""
    return any('"tool_result"' in path.read_text("utf-8") for path in config.glob("projects/*/*/subagents/*.jsonl"))


def scripts(cwd: Path, config: Path, root: Path) -> dict[str, tuple[Turn, ...]]:
    """What the model does: before and after it knows, after a compaction, and in a fan-out."""
    notes = {"file_path": f"{cwd}/notes.txt"}
    fails = {"command": "./fire.sh", "description": "Fire"}
    check = ask("repeat_check", kind="read", path=f"{cwd}/notes.txt")
    both = read_turn(
        {"say": [{"tool": name, "input": given} for name, given in (spawn("one"), spawn("two"))], "usage": {}}
    )
    return {
        "begin": turns(
            *(check, ("Read", notes), ("Bash", fails), ("Bash", fails), check),
            *(ask("repeat_check", kind="command", command="./fire.sh"), "I decided to leave it at that for today."),
            waits={4: lambda: is_built(root)},
        ),
        "changed": turns(check, "So be it."),
        "compacted": turns(check, ask("forgotten_context"), "So be it."),
        "fan": (both, *turns(ask("fanout_reads"), "All reported.")),
        "one": turns(("Read", {"file_path": f"{cwd}/long.txt"}), "Read it."),
        "two": turns(
            ask("repeat_check", kind="read", path=f"{cwd}/long.txt"), "Then I ask.", waits={0: lambda: has_read(config)}
        ),
    }


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client that may use our tools."""
    opened = open_client(Path(str(find_tool("claude"))), tmp_path / "client", label="asks")
    settings = {"permissions": {"allow": [*ALLOWED, "mcp__tally"]}, "includeCoAuthoredBy": False}
    (opened.config / "settings.json").write_text(json.dumps(settings), "utf-8")
    (opened.project / "fire.sh").write_text("#!/bin/sh\necho cold; exit 3\n", "utf-8")
    (opened.project / "fire.sh").chmod(0o755)
    opened.server.scripts = {**opened.server.scripts, **scripts(opened.project, opened.config, tmp_path / "root")}
    with opened.server:
        yield opened


def received(client: Client, script: str) -> list[str]:
    """What our tools' answers were when they reached the model, in the order of a script's turns."""
    found = []
    for row in client.server.log:
        for block in row.get("results") or []:
            content = block["content"]
            text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
            if row.get("script") == script and text.startswith("{"):
                found.append(text)
    return found


def verdicts(client: Client, script: str) -> list[str]:
    """The verdicts that a script's model received."""
    return [json.loads(text).get("verdict") for text in received(client, script)]


@pytest.mark.needs("claude")
def test_the_model_receives_each_verdict(client: Client, tmp_path: Path) -> None:
    """NO_RECORD while the first index is built, UNCHANGED, NO_STATE_CHANGE; NO_RECORD once the file was changed by
    somebody else; DROPPED behind a compaction, and what it made forgotten; SIBLING_HAS_IT in a fan-out, and all of that.
    """
    server = {
        "type": "stdio",
        "command": sys.executable,
        "args": ["-m", "tallystick", "mcp", "--root", str(tmp_path / "root")],
        "env": {"PYTHONPATH": str(SOURCE)},
    }
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"tally": server}}), "utf-8")
    flags = ("--mcp-config", str(config), "--strict-mcp-config")
    notes = client.project / "notes.txt"
    before = notes.read_text("utf-8")

    session = client.ask(play("begin"), *flags).session
    notes.write_text(before + "another note\n", "utf-8")
    client.ask(play("changed"), *flags, "--resume", session)
    notes.write_text(before, "utf-8")
    client.ask("/compact", "--resume", session)
    client.ask(play("compacted"), *flags, "--resume", session)
    client.ask(play("fan"), *flags)

    assert ["NO_RECORD", "UNCHANGED", "NO_STATE_CHANGE"] == verdicts(client, "begin"), received(client, "begin")
    assert "the first index is being built" in received(client, "begin")[0]
    assert all(len(text) < 400 for text in received(client, "begin"))
    assert ["NO_RECORD"] == verdicts(client, "changed")
    assert "the file on disk is not what it was" in received(client, "changed")[0]
    dropped, forgotten = (json.loads(text) for text in received(client, "compacted"))
    assert "DROPPED" == dropped["verdict"]
    assert ["I decided to leave it at that for today."] == [row["text"] for row in forgotten["forgotten"]]
    assert ["SIBLING_HAS_IT"] == verdicts(client, "two")
    (page,) = (json.loads(text) for text in received(client, "fan"))
    assert [str(client.project / "long.txt")] == [row["what"] for row in page["acquired"] if row["kind"] == "read"]
