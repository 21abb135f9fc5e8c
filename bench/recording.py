"""The ledger of transformations in a process of its own, run by the bench with our side's interpreter.

python -m bench.recording time ROUNDS         one line of JSON: samples of recording, and of hashing alone
python -m bench.recording ledger PATH COUNT   a ledger of so many records
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from typing import TYPE_CHECKING

from bench.timing import timed

from tallystick.transforms import open_ledger

if TYPE_CHECKING:
    from tallystick.transforms import Ledger

SIZE = 10_000  # bytes of a text
CALLS = 2_000  # of one sample
_MECHANISMS = ("strip_ansi", "collapse_blank_lines", "head_tail_truncation")


def texts() -> tuple[str, str]:
    """A text of 10 KB, in ASCII as outputs of tools mostly are, and what a filter would make of it."""
    line = "tests/test_kiln.py::test_fire PASSED                                   [ 50%]\n"
    before = (line * (SIZE // len(line) + 1))[:SIZE]
    return before, before.replace("PASSED", "passed")


def record(ledger: Ledger, before: str, after: str) -> None:
    """Record a change again and again."""
    for _ in range(CALLS):
        ledger.record_transform(
            bucket="tool_output_filter",
            layer="harness",
            mechanism="strip_ansi",
            before=before,
            after=after,
            surface="tool_output",
            change_count=2,
            ctx={"tool_name": "Bash"},
        )


def hash_twice(before: str, after: str) -> None:
    """Hash both texts again and again, and nothing else."""
    for _ in range(CALLS):
        hashlib.sha256(before.encode()).hexdigest()
        hashlib.sha256(after.encode()).hexdigest()


def time_both(rounds: int) -> dict[str, list[dict[str, float | int]]]:
    """Take turns, each once untimed first."""
    before, after = texts()
    found: dict[str, list[dict[str, float | int]]] = {"record": [], "hashes": []}
    with tempfile.TemporaryDirectory() as folder, open_ledger(os.path.join(folder, "t.jsonl")) as ledger:
        sides = {"record": lambda: record(ledger, before, after), "hashes": lambda: hash_twice(before, after)}
        for number in range(-1, rounds):
            for name, side in sides.items():
                sample = timed(side)
                if number >= 0:
                    found[name].append(sample.plain())
        lines = os.stat(os.path.join(folder, "t.jsonl")).st_size
    if not lines:
        raise SystemExit("nothing was recorded")
    return found


def write_ledger(path: str, count: int) -> None:
    """A ledger of one task: calls whose output three filters changed, each a chain."""
    with open_ledger(path, run="bench", task="bench") as ledger:
        for call in range(count // len(_MECHANISMS) + 1):
            with ledger.scope(session="bench", turn=call, tool_call_id=f"call-{call}"):
                for step, mechanism in enumerate(_MECHANISMS[: count - call * len(_MECHANISMS)]):
                    ledger.record_transform(
                        bucket="tool_output_filter",
                        layer="harness",
                        mechanism=mechanism,
                        before=f"{call} {'x' * (9 - step)}",
                        after=f"{call} {'x' * (8 - step)}",
                        surface="tool_output",
                        ctx={"tool_name": "Bash"},
                    )


if __name__ == "__main__":
    if sys.argv[1] == "time":
        print(json.dumps(time_both(int(sys.argv[2]))))
    else:
        write_ledger(sys.argv[2], int(sys.argv[3]))
