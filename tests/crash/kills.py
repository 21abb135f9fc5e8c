"""Runs a deed under strace: counts its system calls, and kills it at the nth of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
CALLS = ("pwrite64", "fdatasync", "rename", "unlink")
_NAME = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\(")


def command(deed: str, root: Path, config: Path) -> list[str]:
    """A fresh interpreter that does the deed and nothing else."""
    return [sys.executable, "-X", "frozen_modules=on", "-m", "tests.crash.deeds", deed, str(root), str(config)]


def environment() -> dict[str, str]:
    """What that interpreter needs to find us, and no byte code written by it."""
    return os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}


def run(words: list[str]) -> int:
    """Run a process to its end; its exit status, negative for a signal."""
    done = subprocess.run(words, env=environment(), cwd=ROOT, capture_output=True, check=False, text=True)
    if done.returncode not in {0, -9, 137}:
        raise AssertionError(done.stderr)
    return done.returncode


def count_calls(deed: str, root: Path, config: Path, log: Path) -> Counter[str]:
    """Do the deed undisturbed, and count the calls by which it writes."""
    traced = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={','.join(CALLS)}", "-o", str(log)]
    assert run([*traced, *command(deed, root, config)]) == 0
    names = (_NAME.match(line) for line in log.read_text(encoding="utf-8").splitlines())
    return Counter(name[1] for name in names if name and name[1] in CALLS)


def kill_at(call: str, number: int, deed: str, root: Path, config: Path) -> bool:
    """Do the deed and kill it at the nth call of a kind; whether it was killed before its end."""
    # a signal sent on the way into a call comes before the call is done
    inject = ["strace", "-f", "-qq", "-e", f"trace={call}", "-o", "/dev/null"]
    inject += ["-e", f"inject={call}:signal=KILL:when={number}"]
    return run([*inject, *command(deed, root, config)]) != 0


def copy_root(template: Path, root: Path) -> Path:
    """A root folder like another one, its logs included."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(template, root)
    return root
