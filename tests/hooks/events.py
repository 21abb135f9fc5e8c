"""Events as Claude Code 2.1.332 writes them, and the door as the client runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tallystick.hooks import door

ENTRY = Path(door.__file__).with_name("__main__.py")
SESSION = "0b0fbd54-3f9c-4b7a-9e0d-7f6f2f1c5a11"
MODEL = {"ANTHROPIC_MODEL": "claude-opus-4-5"}  # 5 USD a million tokens of input
PASSING = "".join(f"tests/test_a.py::test_{number} PASSED\n" for number in range(200)) + "=== 200 passed in 0.12s ==="


def event(name: str, **fields: Any) -> dict[str, Any]:
    """An event with what all of them say."""
    common = {"session_id": SESSION, "transcript_path": "/nowhere.jsonl", "cwd": "/tmp", "hook_event_name": name}
    return {**common, **fields}


def shell(stdout: str, command: str = "pytest -v", call: str = "toolu_1", **response: Any) -> dict[str, Any]:
    """A command that succeeded."""
    found = {"stdout": stdout, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
    return event(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": command, "description": "Run it"},
        tool_response={**found, **response},
        tool_use_id=call,
        duration_ms=12,
    )


def server(blocks: object, tool: str = "mcp__probe__look", call: str = "toolu_2") -> dict[str, Any]:
    """A server's tool that answered."""
    return event("PostToolUse", tool_name=tool, tool_input={"x": "y"}, tool_response=blocks, tool_use_id=call)


def run(name: str, given: object, root: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the door on an event, or on bytes that may be none; it always ends with 0."""
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    found = {"PATH": os.environ["PATH"], "HOME": str(root.parent), "TALLY_ROOT": str(root), **environ}
    command = [sys.executable, "-I", "-S", str(ENTRY), name]
    done = subprocess.run(command, input=data, env=found, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return done


def output(done: subprocess.CompletedProcess[bytes]) -> Any:
    """What the client is told to show instead, None where that is nothing."""
    if not done.stdout:
        return None
    said = json.loads(done.stdout)["hookSpecificOutput"]
    assert said.pop("hookEventName") == "PostToolUse"
    (new,) = said.values()
    assert list(said) == ["updatedToolOutput"]
    return new


def rows(root: Path) -> list[dict[str, Any]]:
    """The ledger of savings."""
    path = root / "usage" / "savings.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def records(root: Path, session: str = SESSION) -> list[dict[str, Any]]:
    """What was written down of changes in a session."""
    path = root / "transforms" / session / "compress.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
