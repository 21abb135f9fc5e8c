"""Small histories for tests: transcripts laid out as the client would, places that know nothing of the real machine."""

from __future__ import annotations

from pathlib import Path

from tallystick.host.environment import Surroundings
from tests.casebook.thread import Thread, text, usage

NOON = 1_772_452_800_000  # 2026-03-02T12:00Z: three hours after the casebook's START, the clock of its threads


def thread(number: int, *, cwd: str = "/srv/kiln", branch: str = "main", seconds: float = 0) -> Thread:
    """A session of one response: 10 input, 20 five-minute writes, 30 one-hour writes, 40 reads, 50 output tokens."""
    made = Thread(number, cwd=cwd, seconds=seconds)
    made.ask("Fire the kiln.", gitBranch=branch)
    made.say(f"msg_{number}", text("Done."), usage(10, 40, 50, w5=20, w1=30), gitBranch=branch)
    return made


def lay(config: Path, *threads: Thread) -> Path:
    """Write main transcripts and children where the client would have left them, and return the config folder."""
    for one in threads:
        folder = config / "projects" / one.cwd.replace("/", "-")
        path = folder / f"{one.session}.jsonl"
        if one.agent:
            path = folder / one.session / "subagents" / f"agent-{one.agent}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one.data())
    return config


def surroundings(home: Path, *configs: Path, now_ms: int = NOON, **environ: str) -> Surroundings:
    """A place of its own under a folder: root, home and the given config folders."""
    directories = [str(config) for config in configs] or None
    return Surroundings(str(home / "root"), directories, {"HOME": str(home), **environ}, now_ms)
