"""Compares what detectors find in a client's transcripts with the script that the client played, by a plain read of lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.standin.client import SCRIPTS

SOURCE = Path(__file__).parents[2] / "src"
# Scenario -> signature, label, the script, and which of its turns make the earlier and the later side.
TRUTH = {
    "waste": [
        ("duplicate_inspection", "PROVEN_DUPLICATE", "waste", 1, 2),
        ("no_state_retry", "PROVEN_DUPLICATE", "waste", 3, 4),
        ("invocation_mistake", "UNKNOWN", "waste", 0, 0),
        ("edit_oscillation", "PROBABLE_WASTE", "waste", 6, 7),
        ("abandoned_work", "PROBABLE_WASTE", "waste", 6, 7),
    ],
    "waste_again": [
        ("exact_reread", "PROVEN_DUPLICATE", "waste_read", 0, 0),
        ("rehydration", "PROBABLE_WASTE", "waste_read", 0, 0),
    ],
    "waste_together": [("duplicate_subagent_work", "PROBABLE_WASTE", "waste_read", 0, 0)],
}


def wasted(config: Path, root: Path) -> list[dict[str, Any]]:
    """The findings that `tally wasted --json` prints."""
    command = [sys.executable, "-m", "tallystick", "wasted", "--json", "--root", str(root), "--config-dir", str(config)]
    environment = {"PYTHONPATH": str(SOURCE), "HOME": str(root), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return [one for one in found if one["signature"] not in {"cache_rebuild", "heavy_payload"}]


class Transcripts:
    """The lines of every transcript under a config folder, by the start of its id."""

    def __init__(self, config: Path) -> None:
        self.lines = {
            path.stem.removeprefix("agent-"): [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for path in config.rglob("*.jsonl")
        }

    def at(self, evidence: str) -> tuple[str, list[dict[str, Any]], int]:
        """The transcript, its lines, and the number of the line that an evidence names."""
        prefix, _, line = evidence.partition(":e")
        ((name, lines),) = [(name, lines) for name, lines in self.lines.items() if name.startswith(prefix)]
        return name, lines, int(line)

    def result(self, evidence: str) -> tuple[dict[str, Any], str]:
        """The call behind an evidence, which names it or its result, and the text of the result."""
        _, lines, number = self.at(evidence)
        calls = {block["id"]: block for line in lines for block in _blocks(line) if block.get("type") == "tool_use"}
        for block in _blocks(lines[number - 1]):
            if block.get("type") == "tool_result":
                content = block["content"]
                text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
                return calls[block["tool_use_id"]], text
            if block.get("type") == "tool_use":
                return block, ""
        raise AssertionError(evidence)


def _blocks(line: dict[str, Any]) -> list[dict[str, Any]]:
    content = (line.get("message") or {}).get("content")
    return content if isinstance(content, list) else []


def judge(scenario: str, config: Path, root: Path) -> None:
    """Hold the findings of a scenario against its script: each side's call, and the payload of the later result."""
    there = Transcripts(config / "projects")
    found = wasted(config, root)

    assert [(one["signature"], one["label"]) for one in found] == [row[:2] for row in TRUTH[scenario]]
    for one, (_, _, script, *turns) in zip(found, TRUTH[scenario], strict=True):
        told = json.loads((SCRIPTS / f"{script}.json").read_text("utf-8"))["turns"]
        for evidence, turn in zip(one["evidence"], turns, strict=True):
            (asked,) = told[turn]["say"]
            call, text = there.result(evidence)
            assert call["name"] == asked["tool"]
            assert {key: _bare(value) for key, value in asked["input"].items()} == {
                key: _bare(call["input"][key]) for key in asked["input"]
            }
        assert one["payload_tokens"] == -(-len(text) // 4)  # a quarter of the later result's characters, rounded up


def _bare(value: Any) -> Any:
    """A value without the folder that the client worked in."""
    return value.rpartition("/")[2] if isinstance(value, str) and value.startswith(("/", "{cwd}")) else value
