"""Peak memory stays under 150 MB whatever the length of a file, and under 300 MB for a single line as long as may be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.casebook.found import found_in_index, judge
from tests.casebook.long_line import write_long_line
from tests.casebook.physical import good
from tests.trouble.tally import ROOT, environment, words_for

MOST = 150 << 20
ONE_LINE = 300 << 20  # a line of 63 MiB that must be decoded: its bytes, and its text while it is hashed

# A process's own ru_maxrss begins with that of whoever started it; its high-water mark does not.
_MEASURE = """
import re, resource, sys
from tallystick.cli.main import main
code = main(sys.argv[1:])
own = int(re.search("VmHWM:\\s*([0-9]+)", open("/proc/self/status").read())[1])
print(own * 1024, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, file=sys.stderr)
sys.exit(code)
"""


def peak(root: Path, config: Path, *words: str) -> int:
    """The largest resident size, in bytes, that a command or its worker reaches."""
    command = [sys.executable, "-c", _MEASURE, *words_for(words[0], root, config), *words[1:]]
    done = subprocess.run(command, env=environment(), cwd=ROOT, capture_output=True, text=True, check=True)
    return max(map(int, done.stderr.split()[-2:]))


@pytest.mark.parametrize("mebibytes", [63, 70])
def test_a_long_line(tmp_path: Path, mebibytes: int) -> None:
    """A line just under the cap is read, one over it is streamed past and counted."""
    expected = write_long_line(tmp_path / "config" / "projects", mebibytes)
    most = ONE_LINE if mebibytes < 64 else MOST

    assert peak(tmp_path / "root", tmp_path / "config", "sync") < most
    assert judge(expected, found_in_index(tmp_path / "root", tmp_path / "config" / "projects")) == []
    assert peak(tmp_path / "root", tmp_path / "config", "spent", "--no-index") < most


@pytest.mark.parametrize("ended", [True, False])
def test_a_file_of_one_line(tmp_path: Path, *, ended: bool) -> None:
    """300 MB without a line feed (most of it a hole on the disk), with and without one behind it, and a good line."""
    path = tmp_path / "config" / "projects" / "x" / "s.jsonl"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.write(good(1) + b'\n{"type":"user","content":"')
        file.seek(300 << 20)
        file.write(b'"}\n' + good(2) + b"\n" if ended else b'"}')

    assert peak(tmp_path / "root", tmp_path / "config", "sync") < MOST
    found = found_in_index(tmp_path / "root", tmp_path / "config" / "projects")

    assert found["totals"]["responses"] == 1 + ended
    assert [line for _, line, _ in found["rejections"]] == [2] * ended
    assert peak(tmp_path / "root", tmp_path / "config", "spent", "--no-index") < MOST


def test_a_file_of_many_lines(tmp_path: Path) -> None:
    """Forty megabytes in one session: what is held grows with what is kept, not with what is read."""
    path = tmp_path / "config" / "projects" / "x" / "s.jsonl"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        for number in range(10_000):
            file.write(good(number, words="clay " * 700) + b"\n")

    assert peak(tmp_path / "root", tmp_path / "config", "sync") < MOST
    assert found_in_index(tmp_path / "root", tmp_path)["totals"]["responses"] == 10_000


def test_the_measure_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of the check: a command that takes 200 MB is seen to, and what this process holds is not counted."""
    held = bytearray(b"x" * (200 << 20))
    small = peak(tmp_path / "root", tmp_path / "config", "sync")
    monkeypatch.setattr(sys.modules[__name__], "_MEASURE", f"x = b'x' * (200 << 20)\n{_MEASURE}")

    assert small < 60 << 20 < len(held) < peak(tmp_path / "root", tmp_path / "config", "sync")
