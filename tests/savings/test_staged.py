"""Staged rows under many claimers, and under kills: each is in the ledger once, or still staged, never both, never lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.kernel import savingsledger, stagedrows
from tallystick.kernel.fnv1a import digest
from tallystick.kernel.stagedrows import claim, prompt_of, stage

ROOT = Path(__file__).parents[2]
ROW = {"ts": "2026-03-02T09:00:00Z", "session_id": "", "technique": "instruction-compression", "basis": "b"}
NOBODY = 1 << 22


def start(folder: Path, session: str, rounds: str, *before: str) -> subprocess.Popen[bytes]:
    """Start a process that stages or claims."""
    environ = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    words = [str(folder / "root"), str(folder / "app"), session, rounds]
    command = [*before, sys.executable, "-S", "-m", "tests.savings.claimer", *words]
    return subprocess.Popen(command, env=environ, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def stage_as(folder: Path, scope: str, saved: int, process: int = NOBODY) -> Path:
    """Stage a row as a process does that is gone."""
    prompt = os.fsencode(folder / "app") + b"/.tallystick/sessions/" + scope.encode() + b"/INSTRUCTIONS-COMPILED.md"
    os.makedirs(os.path.dirname(prompt), exist_ok=True)
    Path(os.fsdecode(prompt)).touch()
    assert stage(os.fsencode(folder / "root"), prompt, {**ROW, "tokens_saved": saved, "cost_saved_usd": 0.01})
    place = folder / "root" / "usage" / "pending-savings" / f"{digest(prompt)}.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), "pid": process}))
    return place


def kept(folder: Path) -> list[int]:
    """The rows of the ledger by their tokens, each line whole."""
    place = folder / "root" / "usage" / "savings.jsonl"
    return [json.loads(line)["tokens_saved"] for line in place.read_bytes().splitlines()] if place.exists() else []


def pending(folder: Path) -> list[str]:
    """What is left in the folder of staged rows."""
    place = folder / "root" / "usage" / "pending-savings"
    return sorted(os.listdir(place)) if place.exists() else []


def test_many_claimers_at_once(tmp_path: Path) -> None:
    """Sixteen sessions and 120 rows, more being staged while they claim: each row once, nothing left."""
    for number in range(1, 61):
        stage_as(tmp_path, f"launch-{number}", number)
    running = [start(tmp_path, f"s{number}", "40") for number in range(16)]
    late = threading.Thread(target=lambda: [stage_as(tmp_path, f"launch-{one}", one) for one in range(61, 121)])
    late.start()
    added = sum(int(process.communicate()[0]) for process in running)
    late.join()
    added += claim(os.fsencode(tmp_path / "root"), "last", [os.fsencode(tmp_path / "app")], 0.0, print)
    assert (added, sorted(kept(tmp_path)), pending(tmp_path)) == (120, list(range(1, 121)), [])


KILL = ["strace", "-f", "-qq", "-o", "/dev/null", "-e"]
# How often a claimer does what changes something: it renames the file to itself, makes two folders where they are
# missing, adds its row (and those that lie aside), takes the file away and says what it added.
DONE = {
    "free": {"rename": 1, "mkdir": 1, "write": 2, "unlink": 1},
    "aside": {"rename": 1, "mkdir": 1, "write": 2, "unlink": 2},
}


@pytest.mark.needs("strace")
@pytest.mark.parametrize("state", DONE)
@pytest.mark.parametrize("call", DONE["free"])
def test_a_claimer_killed_at_every_call(state: str, call: str, tmp_path: Path) -> None:
    """Whoever comes next finds the row kept or to be claimed: it is in the ledger once, and nothing stays staged."""
    kills = 0
    while True:
        folder = tmp_path / str(kills)
        stage_as(folder, "launch", 7)
        if state == "aside":
            lay_aside(folder, 8)
        process = start(folder, "killed", "1", *KILL, f"inject={call}:signal=KILL:when={kills + 1}")
        process.communicate()
        for session in ("next", "after"):
            claim(os.fsencode(folder / "root"), session, [os.fsencode(folder / "app")], 0.0, print)
        assert pending(folder) == []
        assert sorted(kept(folder)) == ([7] if state == "free" else [7, 8])
        if process.returncode == 0:
            break
        kills += 1
    assert kills == DONE[state][call]


def lay_aside(folder: Path, saved: int) -> None:
    """Leave a row beside the ledger, as a writer does that could not have it."""
    place = folder / "root" / "usage" / "savings.aside"
    place.mkdir()
    line = {**ROW, "session_id": "x", "tokens_saved": saved, "cost_saved_usd": 0.01, "row": "a" * 16}
    (place / ("a" * 16)).write_text(json.dumps(line, separators=(",", ":")) + "\n")


@pytest.mark.needs("strace")
@pytest.mark.parametrize(("call", "times"), [("mkdir", 5), ("write", 2), ("rename", 1)])
def test_a_launch_killed_at_every_call(call: str, times: int, tmp_path: Path) -> None:
    """The row is staged whole, or not at all."""
    kills = 0
    while True:
        folder = tmp_path / str(kills)
        prompt = Path(os.fsdecode(prompt_of(os.fsencode(folder / "app"), "launch")))
        prompt.parent.mkdir(parents=True)
        prompt.touch()
        process = start(folder, "launch", "stage", *KILL, f"inject={call}:signal=KILL:when={kills + 1}")
        process.communicate()
        claim(os.fsencode(folder / "root"), "next", [os.fsencode(folder / "app")], 0.0, print)
        assert kept(folder) in ([], [7])
        assert all(name.endswith(".new") for name in pending(folder))
        if process.returncode == 0:
            break
        kills += 1
    assert (kept(folder), kills) == ([7], times)


STEPS = st.lists(
    st.tuples(st.sampled_from(["stage", "claim", "killed before", "killed behind", "shut", "open"]), st.integers(0, 2)),
    max_size=25,
)


@given(STEPS)
@settings(max_examples=100)
def test_any_order(steps: list[tuple[str, int]]) -> None:
    """Staged, claimed, left by kills, refused by the disk: no row twice, and of each prompt at least the newest one."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        real, newest = savingsledger.add_once, dict[int, int]()
        waiting, expected = dict[int, int](), list[int]()  # what a ledger that is never shut must hold in the end
        for number, (step, scope) in enumerate(steps, 1):
            if step == "stage":
                stage_as(folder, f"launch-{scope}", number)
                newest[scope] = waiting[scope] = number
            elif step.startswith("killed") and scope in waiting:
                leave_claim(folder, f"launch-{scope}", number, is_added=step == "killed behind")
                expected.append(waiting.pop(scope))
            elif step == "claim":
                sweep(folder)
                expected += waiting.values()
                waiting.clear()
            elif step in {"shut", "open"}:
                patch.setattr(stagedrows, "add_once", real if step == "open" else lambda *given: "failed")
        patch.setattr(stagedrows, "add_once", real)
        sweep(folder)
        sweep(folder)
        found = sorted(kept(folder))
        assert (pending(folder), len(found)) == ([], len(set(found)))
        assert set(newest.values()) <= set(found)
        if not any(step == "shut" for step, _ in steps):
            assert found == sorted({*expected, *waiting.values()})


def sweep(folder: Path) -> None:
    """Claim as a session does whose process ends afterwards."""
    claim(os.fsencode(folder / "root"), "s", [os.fsencode(folder / "app")], 0.0, lambda text: None)
    for name in pending(folder):
        place = folder / "root" / "usage" / "pending-savings" / name
        place.rename(place.with_name(name.replace(f".claim-{os.getpid()}-", f".claim-{NOBODY}-")))


def leave_claim(folder: Path, scope: str, number: int, *, is_added: bool) -> None:
    """Leave what a claimer leaves that was killed before its row was added, or behind that."""
    prompt = prompt_of(os.fsencode(folder / "app"), scope)
    place = folder / "root" / "usage" / "pending-savings" / f"{digest(prompt)}.json"
    if not place.exists():  # a claim that could not be put back is in no place to be taken from
        return
    row = json.loads(place.read_text())
    if is_added:
        savingsledger.add_once(os.fsencode(folder / "root"), {**row, "session_id": "s"}, row["row"])
    place.rename(place.with_name(f"{place.name}.claim-{NOBODY}-{number}"))
