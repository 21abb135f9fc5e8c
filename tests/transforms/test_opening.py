"""Ledgers as a harness opens them."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.transforms import get_ledger, open_ledger, open_task_ledger
from tallystick.transforms.opening import LOGGER


def record() -> bool:
    """Some change in the current ledger."""
    return get_ledger().record_transform(
        bucket="b", layer="l", mechanism="m", before="ab", after="a", surface="tool_output"
    )


def test_names_by_the_path(tmp_path: Path) -> None:
    """A run folder with `savings` in it, the file of the task."""
    path = tmp_path / "run7" / "savings" / "task3.jsonl"
    with open_ledger(path):
        assert record()
    found = json.loads(path.read_bytes())

    assert (found["run"], found["task"], found["log_mode"]) == ("run7", "task3", "counts")


def test_names_that_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is meant from where the ledger was opened."""
    monkeypatch.chdir(tmp_path)
    with open_ledger("t.jsonl", run="r", task="t", mode=" DEBUG "):
        monkeypatch.chdir("/")
        assert record()
    found = json.loads((tmp_path / "t.jsonl").read_bytes())

    assert (found["run"], found["task"], found["log_mode"]) == ("r", "t", "debug")
    assert (tmp_path / found["input_full_path"]).read_bytes() == b"ab"


def test_no_such_mode(tmp_path: Path) -> None:
    """A mode that is none is the harness's mistake, and nothing is made."""
    with pytest.raises(ValueError, match="'all' is neither counts nor debug"):
        open_ledger(tmp_path / "t.jsonl", mode="all")

    assert list(tmp_path.iterdir()) == []


def test_a_working_folder_that_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path leads nowhere then: one warning, nothing recorded."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with open_ledger("t.jsonl") as ledger:
        assert not ledger.is_recording
    monkeypatch.undo()


def test_a_warning_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What cannot be opened is one line of the log `tallystick.transforms`."""
    (tmp_path / "file").touch()
    with caplog.at_level(logging.WARNING), open_ledger(tmp_path / "file" / "t.jsonl"):
        assert not record()
        assert not record()

    assert [(one.name, one.levelname) for one in caplog.records] == [(LOGGER, "WARNING")]
    assert caplog.records[0].message.startswith("Savings ledger unavailable; accounting disabled: Not a directory")


def test_own_place(home: Path) -> None:
    """Under the root folder, by names that cannot lead elsewhere; the record keeps the names as they are."""
    with open_task_ledger("../run", "task/1"):
        assert record()
    path = home / "root" / "transforms" / "%2E.%2Frun" / "task%2F1.jsonl"

    assert [json.loads(path.read_bytes())[name] for name in ("run", "task", "log_mode")] == [
        "../run",
        "task/1",
        "counts",
    ]


def test_own_mode(tmp_path: Path) -> None:
    """`[transforms] mode` of config.toml holds where the caller says nothing."""
    (tmp_path / "config.toml").write_text('[transforms]\nmode = "debug"\n')

    assert open_task_ledger("r", "t", root=str(tmp_path)).mode == "debug"
    assert open_task_ledger("r", "t2", root=str(tmp_path), mode="counts").mode == "counts"


def test_settings_that_cannot_be_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """They ask for the least, and are named."""
    (tmp_path / "config.toml").write_text('[transforms]\nmode = "all"\n')
    with open_task_ledger("r", "t", root=str(tmp_path)) as ledger:
        assert ledger.mode == "counts"
        assert record()

    assert "[transforms] mode: 'all' is not one of counts, debug" in caplog.text


def test_light() -> None:
    """A harness that imports the library pays for no decoder, no terminal library and no database."""
    code = "import sys, tallystick.transforms; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        capture_output=True,
        text=True,
        check=True,
    )

    heavy = {"json", "msgspec", "rich", "sqlite3", "re", "dataclasses", "logging", "difflib", "tomllib", "hashlib"}
    assert heavy & set(done.stdout.split()) == set()
