"""A render whose prices are a day old lets them be fetched, by a process of its own, once in ten minutes."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick.cli.main import main
from tallystick.host.stub import command
from tests.histories import lay, thread
from tests.pricelist import server as faults
from tests.pricelist.server import PriceListServer

SRC = Path(__file__).parents[2] / "src"
_SECONDS = 30


class Session:
    """A session of the client with its status line, behind a folder of prices."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PYTHONPATH", str(SRC))
        monkeypatch.delenv("TALLY_NOW")  # files have the machine's own times
        self.prices = home / "root" / "prices"
        self.cache = self.prices / "bedrock-us-east-1.json"
        made = thread(1)
        config = lay(home / ".claude", made)
        transcript = next((config / "projects").rglob("*.jsonl"))
        usage = {
            "input_tokens": 10,
            "output_tokens": 50,
            "cache_read_input_tokens": 0,
            "cache_creation_input_tokens": 0,
        }
        self.payload = json.dumps(
            {
                "session_id": made.session,
                "transcript_path": str(transcript),
                "model": {"id": "global.anthropic.claude-opus-5-5", "display_name": "Opus 5.5"},
                "context_window": {"context_window_size": 200_000, "current_usage": usage},
            }
        )
        assert main(["install", "statusline"]) == 0
        self.words = ["sh", "-c", command(str(home / "root"))]

    def render(self) -> str:
        """One render, as the client runs it; it does not wait for what it started."""
        done = subprocess.run(
            self.words, input=self.payload, capture_output=True, text=True, check=True, timeout=_SECONDS
        )
        return done.stdout

    def age(self, path: Path, hours: float) -> None:
        """Make a file so many hours old."""
        then = time.time() - hours * 3600
        os.utime(path, (then, then))


@pytest.fixture
def session(
    aws: PriceListServer, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Session:
    """A session on Bedrock whose prices were never fetched."""
    return Session(home, monkeypatch)


def comes(condition: Callable[[], bool]) -> bool:
    """Whether something becomes true while a process of its own works."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_fetched_once_and_used(aws: PriceListServer, session: Session) -> None:
    """Several renders at once ask once; the next ones have what came, and ask nobody for a day."""
    for _ in range(3):
        assert "Opus 5.5" in session.render()
    assert comes(session.cache.exists)
    session.render()

    assert len(aws.asked) == 1
    assert "AWS Price List" in session.cache.read_text("utf-8")


def test_asked_again_after_a_day(aws: PriceListServer, session: Session) -> None:
    """And not before; the server need not send what we have."""
    session.render()
    assert comes(session.cache.exists)
    started = session.prices / "refresh.started"
    session.age(started, 1)
    session.age(session.cache, 23)
    session.render()
    session.age(session.cache, 25)
    before = session.cache.stat().st_mtime
    session.render()

    assert comes(lambda: session.cache.stat().st_mtime > before)
    assert ["If-None-Match" in headers for _, headers in aws.asked] == [False, True]


def test_a_failure_is_not_repeated_at_each_render(aws: PriceListServer, session: Session) -> None:
    """Nothing is printed of it; ten minutes later it is tried again."""
    aws.answer = faults.with_status(500)
    assert "Opus 5.5" in session.render()
    assert comes(lambda: len(aws.asked) == 1)
    assert comes((session.prices / "refresh.lock").exists)
    session.render()
    session.age(session.prices / "refresh.started", 9.9 / 60)
    session.render()
    aws.answer = faults.serve
    session.age(session.prices / "refresh.started", 10.1 / 60)
    session.render()

    assert comes(session.cache.exists)
    assert len(aws.asked) == 2
