"""What is shortened, what passes through, what is kept and recorded."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tallystick.host import outputs
from tallystick.host.environment import Surroundings
from tallystick.tasks.compress import NATIVE, PASSED, RTK, compress

PASSING = b"".join(b"tests/test_a.py::test_%d PASSED\n" % n for n in range(40)) + b"=== 40 passed in 0.12s ===\n"
FAILING = PASSING.replace(b"test_7 PASSED", b"test_7 FAILED")


def place(root: Path, **environ: str) -> Surroundings:
    """A root of its own, and no rtk but one that is named."""
    return Surroundings(str(root), None, {"PATH": str(root), **environ}, 0)


def test_a_known_tool_s_output_is_shortened(tmp_path: Path) -> None:
    """The mark says how to get the whole, which is kept."""
    done = compress(PASSING, ["pytest"], place(tmp_path), print)

    assert (NATIVE, outputs.identify(PASSING)) == (done.path, done.id)
    assert len(done.after) < len(PASSING) / 4
    assert f"tally output {done.id}".encode() in done.after
    assert PASSING == outputs.read(str(tmp_path), done.id)
    assert done.after == compress(PASSING, ["pytest"], place(tmp_path), print).after


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", ["pytest"]),
        (b"x" * 79, ["pytest"]),
        (PASSING + b"\0", ["pytest"]),
        (PASSING + b"\xff", ["pytest"]),
        (b'{"n": 1}\n' * 40, ["pytest"]),
        (PASSING, ["somebodys-tool"]),
        (PASSING, []),
        (b"no test ran\nand nothing here can be left out\nin whatever way one looks at it, honestly\n", ["pytest"]),
    ],
)
def test_the_rest_passes_through(tmp_path: Path, raw: bytes, words: list[str]) -> None:
    """Byte for byte; nothing is kept or recorded."""
    done = compress(raw, words, place(tmp_path), print)

    assert (raw, raw, PASSED, "") == (done.before, done.after, done.path, done.id)
    assert [] == os.listdir(tmp_path)


def test_what_cannot_be_kept_is_not_shortened(tmp_path: Path) -> None:
    """A root that is no folder."""
    (tmp_path / "root").touch()

    assert PASSED == compress(PASSING, ["pytest"], place(tmp_path / "root"), print).path


@pytest.mark.parametrize(("exit_code", "least", "most"), [(0, 500, 528), (1, 2510, 2510)])
def test_it_counts_what_the_client_would_have_shown(tmp_path: Path, exit_code: int, least: int, most: int) -> None:
    """Of 62 KB a preview of 2,000 characters in a frame, whole lines; 10,040 characters where the command failed."""
    raw = b"".join(b"tests/test_a.py::test_%d PASSED\n" % n for n in range(2000)) + b"=== 2000 passed in 0.12s ===\n"
    environ = {"HOME": str(tmp_path), "CLAUDE_CODE_SESSION_ID": "s", "ANTHROPIC_MODEL": "claude-opus-4-5"}

    done = compress(raw, ["pytest"], place(tmp_path, **environ), pytest.fail, exit_code=exit_code)

    assert len(done.after) < 300
    row = json.loads((tmp_path / "usage" / "savings.jsonl").read_text("utf-8"))
    assert least <= row["tokens_before"] <= most
    assert row["tokens_saved"] == row["tokens_before"] + len(done.after) // -4


def test_each_filter_is_a_record(tmp_path: Path) -> None:
    """Under the session, as one chain whose ends are the two texts."""
    done = compress(PASSING, ["/usr/bin/pytest"], place(tmp_path, CLAUDE_CODE_SESSION_ID="s1"), print)

    lines = (tmp_path / "transforms" / "s1" / "compress.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert (len(PASSING), len(done.after)) == (rows[0]["input_bytes"], rows[-1]["output_bytes"])
    assert [{"tool_name": "pytest"}] * len(rows) == [row["ctx"] for row in rows]
    assert 1 == len({row["chain_id"] for row in rows})


def rtk(folder: Path, script: str) -> None:
    """An rtk that does this."""
    (folder / "rtk").write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    (folder / "rtk").chmod(0o755)


def test_an_installed_rtk_is_asked(tmp_path: Path) -> None:
    """What it left out is counted, and the whole is kept."""
    rtk(tmp_path, "/bin/cat >/dev/null; echo 40 passed")

    done = compress(PASSING, ["pytest"], place(tmp_path), print)

    assert RTK == done.path
    assert f"40 passed\n[... 40 lines left out; all of it: tally output {done.id}]\n" == done.after.decode()


@pytest.mark.parametrize(
    "script", ["exit 1", "/bin/cat >/dev/null", "/bin/cat; echo more", "/bin/cat >/dev/null; echo all is well"]
)
def test_one_that_fails_or_hides_failures_is_not_believed(tmp_path: Path, script: str) -> None:
    """Then it is our own filters."""
    rtk(tmp_path, script)

    done = compress(FAILING, ["pytest"], place(tmp_path), print)

    assert NATIVE == done.path
    assert b"test_7 FAILED" in done.after


def test_it_can_be_forbidden(tmp_path: Path) -> None:
    """By the environment."""
    rtk(tmp_path, "/bin/cat >/dev/null; echo 40 passed")

    assert NATIVE == compress(PASSING, ["pytest"], place(tmp_path, TALLY_COMPRESS_NO_RTK="1"), print).path


def test_whatever_lines_went_the_way_to_them_is_told(tmp_path: Path) -> None:
    """A run that crashed has no summary, so that no digest knows it: forty lines went, and the last line says so."""
    raw = PASSING[: PASSING.index(b"===")] + b"Fatal Python error: Aborted\n"

    done = compress(raw, ["pytest"], place(tmp_path), print, exit_code=134)

    assert b"Fatal Python error: Aborted\n" in done.after
    assert f"tally output {done.id}" in done.after.decode()
