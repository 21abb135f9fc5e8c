"""Times the status line as a client runs it: one session that grows before each render, beside a bare interpreter.

    python -m bench.statusline SESSION_TREE [--rounds 40] [--ccline BIN] [--ccusage BIN]

SESSION_TREE is what `python -m bench.corpus OUT --single --size-mb 100 --seed 4` wrote; it is copied, never changed.
The command that is timed is the one that `tally install statusline` puts into a client's settings. Every text is
looked at: an answer that is wrong is no time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.timing import Failed, wait_for_calm

SOURCE = Path(__file__).parents[1] / "src"
GROWTH = 20_000  # bytes before each render
LEDGER = 8_000  # rows, of which one in two hundred is the session's
DEADLINE = 0.4
TARGETS = {
    "full / bare": (1.6, 1.2),
    "line / bare": (1.6, 1.2),
    "full / ccline": (0.25, 0.15),
    "full / ccusage": (0.05, 0.03),
    "cold, renders": (3, 1),
    "cold, MB": (40, 25),
}


@dataclass
class Bench:
    """A copy of the session, a home around it, and how it grows."""

    home: Path
    main: Path
    lines: list[bytes]
    number: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The root folder of tally."""
        return self.home / "root"

    @property
    def payload(self) -> Path:
        """What the client hands over."""
        return self.home / "payload.json"

    def grow(self) -> None:
        """Append lines of the session with ids that are new."""
        data = b""
        while len(data) < GROWTH:
            self.number += 1
            line = self.lines[self.number % len(self.lines)]
            data += re.sub(rb'"msg_\w+"', b'"msg_bench%d"' % self.number, line) + b"\n"
        with self.main.open("ab") as file:
            file.write(data)


def lay(tree: Path, folder: Path) -> Bench:
    """Copy the session below a home, with a payload, a ledger of savings and prices that are fresh."""
    home = folder / "home"
    shutil.copytree(tree / "projects", home / ".claude" / "projects")
    (main,) = (home / ".claude" / "projects").glob("*/*.jsonl")
    with main.open("rb") as file:
        head = file.read(4_000_000).split(b"\n")[:-1]
    bench = Bench(home, main, [line for line in head if re.search(rb'"type":"(?:assistant|user)"', line[:600])])
    usage = {"input_tokens": 10, "output_tokens": 500, "cache_creation_input_tokens": 1000}
    usage["cache_read_input_tokens"] = 81_000
    context = {"total_input_tokens": 82_010, "context_window_size": 200_000, "used_percentage": 41}
    payload: dict[str, Any] = {
        "session_id": main.stem,
        "transcript_path": str(main),
        "cwd": str(SOURCE.parent),
        "model": {"id": "claude-opus-4-5-20251101", "display_name": "Opus 4.5"},
        "workspace": {"current_dir": str(SOURCE.parent), "project_dir": str(SOURCE.parent)},
        "cost": {"total_cost_usd": 12.4},
        "context_window": {**context, "current_usage": usage},
        "rate_limits": {"five_hour": {"used_percentage": 24}, "seven_day": {"used_percentage": 41}},
    }
    bench.payload.write_text(json.dumps(payload))
    write_ledger(bench)
    (bench.root / "prices").mkdir()
    (bench.root / "prices" / "bedrock-us-east-1.json").write_text("{}")  # fresh: nothing is fetched meanwhile
    bench.environment = {"HOME": str(home), "TALLY_ROOT": str(bench.root), "PATH": "/usr/bin:/bin"}
    bench.environment["PYTHONPATH"] = str(SOURCE)
    return bench


def write_ledger(bench: Bench) -> None:
    """Rows of many sessions, each with a saving of its own size."""
    dice = random.Random(4)
    (bench.root / "usage").mkdir(parents=True)
    with (bench.root / "usage" / "savings.jsonl").open("w") as file:
        for number in range(LEDGER):
            other = f"{dice.getrandbits(64):016x}-0000-4000-8000-000000000000"
            before = dice.randint(200, 9000)
            saved = dice.randint(1, before - 1)
            row: dict[str, Any] = {"ts": "2026-11-30T00:00:00Z"}
            row |= {"session_id": other if number % 200 else bench.main.stem, "technique": "compress"}
            row |= {"tokens_saved": saved, "tokens_before": before, "cost_saved_usd": saved * 3e-6}
            row["model_source"] = "statusline"
            row["basis"] = f"output {before} tok - compressed {before - saved} tok, at 4 B/token, via native_fallback"
            file.write(json.dumps(row) + "\n")


def run(bench: Bench, command: list[str]) -> tuple[float, int, str]:
    """Run a command on the payload: seconds, memory (KiB), text."""
    out = bench.home / "out"
    files = [
        (os.POSIX_SPAWN_OPEN, 0, str(bench.payload), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(out), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    began = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, bench.environment, file_actions=files)
    _, status, used = os.wait4(pid, 0)
    seconds = time.perf_counter() - began
    if status:
        raise Failed(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    return seconds, used.ru_maxrss, out.read_text(errors="replace")


def tally(bench: Bench, *words: str) -> None:
    """Run a command of tally."""
    command = [sys.executable, "-m", "tallystick", *words]
    subprocess.run(command, env=bench.environment, check=True, capture_output=True)


def install(bench: Bench) -> str:
    """Install the status line and return the command that the client is given."""
    tally(bench, "install", "statusline", "--config-dir", str(bench.home / ".claude"))
    settings = json.loads((bench.home / ".claude" / "settings.json").read_text())
    return str(settings["statusLine"]["command"])


def cold(bench: Bench, command: list[str]) -> tuple[int, float, float]:
    """Renders until a session that was never seen is complete, the slowest of them (s), and the most memory (MB)."""
    for path in (bench.root / "statusline").glob(f"{bench.main.stem}.*"):
        path.unlink()
    slowest = most = 0.0
    for number in range(1, 20):
        seconds, memory, text = run(bench, command)
        slowest, most = max(slowest, seconds), max(most, memory / 1024)
        if "…" not in text:
            return number, slowest, most
    raise Failed("a cold session was not complete after 19 renders")


def check(layout: str, text: str, calls: int) -> None:
    """The text says what the session holds now: at least so many calls of tools, or what the client handed over."""
    if layout == "line":
        if "| Opus 4.5 | ctx 41% | $12.40 |" not in text or "💸" not in text:
            raise Failed(f"an odd line: {text}")
        return
    found = re.search(r"num-tool-calls:\D*?([\d,]+) ", re.sub(r"\x1b\[[\d;]*m", "", text))
    if "…" in text or not found or int(found[1].replace(",", "")) < calls:
        raise Failed(f"odd lines: {text}")


def measure(bench: Bench, sides: dict[str, list[str]], rounds: int, calls: int) -> dict[str, list[float]]:
    """Each side once a round, the session grown before each; medians are taken of these."""
    samples: dict[str, list[float]] = {name: [] for name in sides}
    patience = 30.0
    for number in range(-2, rounds):
        for name, command in sides.items():
            bench.grow()
            patience -= wait_for_calm(patience)
            seconds, _, text = run(bench, command)
            if name in {"full", "line"}:
                check(name, text, calls)
            if number >= 0:
                samples[name].append(seconds)
    return samples


def measure_all(bench: Bench, args: argparse.Namespace) -> dict[str, float]:
    """Everything that this machine has the programs for; prints the times."""
    ours = ["sh", "-c", install(bench)]
    run(bench, ours)  # leaves the modules in one file
    renders, slowest, memory = cold(bench, ours)
    print(f"cold: {renders} renders, the slowest {slowest:.3f} s (deadline {DEADLINE} s), {memory:.1f} MB")
    found: dict[str, float] = {"cold, renders": renders, "cold, MB": memory}
    calls = json.loads((args.tree / "expected.json").read_text())["counts"]["tool_calls"]
    peers = {"ccline": [args.ccline], "ccusage": [args.ccusage, "statusline", "--offline"]}
    for layout in ("full", "line"):
        (bench.root / "config.toml").write_text(f'[statusline]\nlayout = "{layout}"\n')
        tally(bench, "prices")  # any command leaves what the status line reads of the settings
        rivals = {name: words for name, words in peers.items() if words[0] and layout == "full"}
        sides = {"bare": [sys.executable, "-I", "-S", "-c", "pass"], layout: ours}
        times = measure(bench, sides, args.rounds, calls)
        for name, words in rivals.items():
            beside = measure(bench, {layout: ours, name: words}, max(5, args.rounds // 4), calls)
            found[f"{layout} / {name}"] = statistics.median(beside[layout]) / statistics.median(beside[name])
            times[name] = beside[name]
        found[f"{layout} / bare"] = statistics.median(times[layout]) / statistics.median(times["bare"])
        for name, one in times.items():
            print(f"{name:8} median {1000 * statistics.median(one):8.2f} ms  least {1000 * min(one):8.2f} ms")
    return found


def main() -> int:
    """Print the table; 1 where a figure that must be reached is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--ccline", default=os.environ.get("TALLY_CCLINE_BIN"))
    parser.add_argument("--ccusage", default=os.environ.get("TALLY_CCUSAGE_BIN"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tally-", ignore_cleanup_errors=True) as folder:
        found = measure_all(lay(args.tree, Path(folder)), args)
    missed = 0
    for name, value in found.items():
        must, aim = TARGETS[name]
        verdict = "aim" if value <= aim else "must" if value <= must else "MISSED"
        missed += verdict == "MISSED"
        print(f"{name:16} {value:7.3f}   must {must}  aim {aim}   {verdict}")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
