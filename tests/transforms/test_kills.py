"""A harness that is killed while it records: what it was told is written is there, and the next one goes on whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.tasks.transforms_verify import verify
from tests.transformations import change, open_one

ROOT = Path(__file__).parents[2]
PROCESS = """
import sys
from pathlib import Path
from tests.transformations import change, open_one
with open_one(Path(sys.argv[1]), sys.argv[2]) as ledger, ledger.scope(session="s"):
    number = 0
    while True:
        number += 1
        change(ledger, "x" * 20000 + str(number), "x" * 20000 + str(number + 1))
        print(number, flush=True)
"""


def kill_after(path: Path, mode: str, records: int) -> int:
    """Let a process record until it has said so many times that it did, kill it, and return how often it had said so."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, "-c", PROCESS, str(path), mode], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = [int(process.stdout.readline()) for _ in range(records)]
    process.send_signal(signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split()]
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    return max(said)


@pytest.mark.parametrize("mode", ["counts", "debug"])
def test_killed(tmp_path: Path, mode: str) -> None:
    """Killed five times, at whatever it was doing."""
    path = tmp_path / "t1.jsonl"
    said = sum(kill_after(path, mode, number) for number in (1, 7, 30, 2, 11))
    with open_one(path, mode) as ledger:
        change(ledger, "a", "b")
    (verdict,) = verify([str(path)])

    assert verdict.faults == []
    assert said + 1 <= verdict.records <= said + 1 + 5
    assert path.read_bytes().endswith(b"\n")


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.99])
def test_killed_within_a_write(tmp_path: Path, kept: float) -> None:
    """Whatever part of the last line reached the disk, the next opening takes it away and goes on."""
    path = tmp_path / "t1.jsonl"
    with open_one(path) as ledger:
        change(ledger, "a", "b")
        change(ledger, "c", "d")
    whole = path.read_bytes()
    last = whole.index(b"\n") + 1
    path.write_bytes(whole[: last + int((len(whole) - last) * kept)])
    with open_one(path) as ledger:
        change(ledger, "e", "f")
    (verdict,) = verify([str(path)])

    assert (verdict.records, verdict.faults) == (2, [])
