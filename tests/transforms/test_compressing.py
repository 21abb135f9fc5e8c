"""Compression and rewriting that are recorded, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tallystick.filters import pipeline, rewriting
from tallystick.tasks.transforms_verify import verify
from tallystick.transforms import Context, compress, open_ledger, rewrite

RAW = "\x1b[1mone\x1b[0m\n\n\n\n\ntwo\n"
SHORT = "one\n\ntwo\n"


def records(path: Path) -> list[dict[str, Any]]:
    """What a ledger holds."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def fail(*anything: object) -> NoReturn:
    """A filter that stumbles."""
    raise ZeroDivisionError("odd")


def test_recorded(tmp_path: Path) -> None:
    """Each filter is a record of one chain, which starts with what came in and ends with what is returned."""
    with open_ledger(tmp_path / "t1.jsonl", mode="debug") as ledger, ledger.scope(session="s", tool_call_id="c1"):
        assert compress(RAW, command="./build", ctx={"rule": "x"}) == SHORT
    found = records(tmp_path / "t1.jsonl")

    assert [(one["mechanism"], one["bucket"], one["chain_step"]) for one in found] == [
        ("strip_ansi", "tool_output_filter", 1),
        ("collapse_blank_lines", "tool_output_filter", 2),
    ]
    assert found[0]["ctx"] == {"tool_name": "Bash", "rule": "x"}
    assert (tmp_path / found[0]["input_full_path"]).read_bytes() == RAW.encode()
    assert (tmp_path / found[1]["output_full_path"]).read_bytes() == SHORT.encode()
    (verdict,) = verify([str(tmp_path)])
    assert (verdict.faults, verdict.by_chain) == ([], 1)


def test_the_command_says_which_digest(tmp_path: Path) -> None:
    """The output of a test run is digested as that of its tool."""
    passed = "".join(f"tests/test_{n}.py::test_it PASSED [ {n}%]\n" for n in range(10, 60))
    text = f"{passed}\n============== 50 passed in 0.12s ==============\n"
    with open_ledger(tmp_path / "t1.jsonl"):
        short = compress(text, command="pytest -v")

    assert len(short) < len(text) / 2
    assert "50 passed" in short
    assert records(tmp_path / "t1.jsonl")[0]["mechanism"] == "pytest_digest"


def test_context_and_chain(tmp_path: Path) -> None:
    """A context says where the text sits; what is stored is redacted there."""
    secret = "token ghp_0123456789abcdefghijABCDEFGHIJ456789\n"
    with open_ledger(tmp_path / "t1.jsonl"):
        assert "ghp_" not in compress(secret, chain="stored")
        assert "ghp_" not in compress(secret, Context(surface="tool_output_fragment", tool="Read"), chain="harness")
        with pytest.raises(ValueError, match="there is no chain 'all'; there are output, harness"):
            compress(secret, chain="all")
    found = records(tmp_path / "t1.jsonl")

    assert [(one["surface"], one["mechanism"], one["ctx"]["tool_name"]) for one in found] == [
        ("stored_tool_output", "github_token", "Bash"),
        ("tool_output_fragment", "github_token", "Read"),
        ("tool_output_fragment", "unified_envelope", "Read"),
    ]


def test_without_a_ledger() -> None:
    """It shortens all the same."""
    assert compress(RAW) == SHORT
    assert rewrite("pip install x") == ("pip install x -q", "")


def test_nothing_to_do(tmp_path: Path) -> None:
    """A text and a command that are fine stay the same, and nothing is recorded."""
    with open_ledger(tmp_path / "t1.jsonl"):
        assert compress("fine\n") == "fine\n"
        assert rewrite("pip install x | tee log") == ("pip install x | tee log", "")

    assert (tmp_path / "t1.jsonl").read_bytes() == b""


def test_a_rewritten_command(tmp_path: Path) -> None:
    """The original and what runs, and nothing of any output."""
    with open_ledger(tmp_path / "t1.jsonl"):
        assert rewrite("pip install x", ctx={"rule": "quiet"}) == ("pip install x -q", "")
    (found,) = records(tmp_path / "t1.jsonl")

    assert (found["surface"], found["mechanism"], found["delta_bytes"]) == (
        "execution_command",
        "universal:pip_install",
        3,
    )
    assert found["ctx"] == {"rule": "quiet"}


def test_a_refused_command(tmp_path: Path) -> None:
    """The command that does not run, and what is said instead of its output."""
    with open_ledger(tmp_path / "t1.jsonl") as ledger, ledger.scope(session="s", tool_call_id="c1"):
        command, said = rewrite("cat big.log", ["redirect"])
    found = records(tmp_path / "t1.jsonl")

    assert command == ""
    assert "cat big.log" in said
    assert [(one["surface"], one["bucket"], one["output_bytes"], one["chain_step"]) for one in found] == [
        ("execution_command", "bash_command_transform", 0, 1),
        ("tool_output", "command_intervention", len(said), 1),
    ]


def test_a_filter_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The text and the command stay as they are, and a line of the log says so."""
    monkeypatch.setattr(pipeline, "_members", fail)
    monkeypatch.setattr(rewriting, "simple_words", fail)
    with open_ledger(tmp_path / "t1.jsonl"):
        assert compress(RAW) == RAW
        assert rewrite("pip install x") == ("pip install x", "")

    assert (tmp_path / "t1.jsonl").read_bytes() == b""
    assert "A text was not compressed: ZeroDivisionError: odd" in caplog.text
    assert "A command was not rewritten: ZeroDivisionError: odd" in caplog.text
