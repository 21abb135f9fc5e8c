"""Compression that is recorded, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest

from tallystick.filters import pipeline
from tallystick.tasks.transforms_verify import verify
from tallystick.transforms import compress, open_ledger

RAW = "\x1b[1mone\x1b[0m\n\n\n\n\ntwo\n"
SHORT = "one\n\ntwo\n"


def test_recorded(tmp_path: Path) -> None:
    """Each filter is a record of one chain, which starts with what came in and ends with what is returned."""
    with open_ledger(tmp_path / "t1.jsonl", mode="debug") as ledger, ledger.scope(session="s", tool_call_id="c1"):
        assert compress(RAW, words=("make",), ctx={"rule": "x"}) == SHORT
    found = [json.loads(line) for line in (tmp_path / "t1.jsonl").read_bytes().splitlines()]

    assert [(one["mechanism"], one["bucket"], one["chain_step"]) for one in found] == [
        ("strip_ansi", "tool_output_filter", 1),
        ("collapse_blank_lines", "tool_output_filter", 2),
    ]
    assert found[0]["ctx"] == {"tool_name": "Bash", "rule": "x"}
    assert (tmp_path / found[0]["input_full_path"]).read_bytes() == RAW.encode()
    assert (tmp_path / found[1]["output_full_path"]).read_bytes() == SHORT.encode()
    (verdict,) = verify([str(tmp_path)])
    assert (verdict.faults, verdict.by_chain) == ([], 1)


def test_without_a_ledger() -> None:
    """It shortens all the same."""
    assert compress(RAW) == SHORT


def test_nothing_to_do(tmp_path: Path) -> None:
    """A text that is fine stays the same text, and nothing is recorded."""
    with open_ledger(tmp_path / "t1.jsonl"):
        assert compress("fine\n") == "fine\n"

    assert (tmp_path / "t1.jsonl").read_bytes() == b""


def test_a_filter_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The text stays as it is, and a line of the log says so."""

    def fail(*anything: object) -> NoReturn:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr(pipeline, "_members", fail)
    with open_ledger(tmp_path / "t1.jsonl"):
        assert compress(RAW) == RAW

    assert (tmp_path / "t1.jsonl").read_bytes() == b""
    assert "A text was not compressed: ZeroDivisionError: odd" in caplog.text
