"""What a render does rarely: letting prices be fetched."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tallystick.statusline import upkeep

NOW = 1_796_000_000


@pytest.fixture
def python(tmp_path: Path) -> str:
    """A program in Python's place that writes down how it was called."""
    path = tmp_path / "python"
    lines = [
        "#!/bin/sh",
        'for n in 0 1 2; do ends="$ends $(readlink /proc/$$/fd/$n)"; done',
        f'echo "$@$ends" > {tmp_path}/calls',
    ]
    path.write_text("\n".join(lines) + "\n")
    path.chmod(0o755)
    return str(path)


def calls(tmp_path: Path) -> list[str]:
    """How it was called."""
    deadline = time.monotonic() + 20
    while not (tmp_path / "calls").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.05)
    return (tmp_path / "calls").read_text().splitlines()


def refresh(tmp_path: Path, python: str, now_s: int = NOW) -> bool:
    """Let prices under `root` be fetched."""
    return upkeep.refresh_prices(os.fsencode(tmp_path / "root"), python, now_s)


def test_stale_prices_are_fetched_beside_the_render(tmp_path: Path, python: str) -> None:
    """By `tally prices refresh`, away from the terminal; once in ten minutes, whatever comes of it."""
    assert refresh(tmp_path, python, int(time.time()))
    assert not refresh(tmp_path, python, int(time.time()))

    words = f"-P -m tallystick --root {tmp_path / 'root'} prices refresh"
    assert calls(tmp_path) == [f"{words} /dev/null /dev/null /dev/null"]
    assert refresh(tmp_path, python, int(time.time()) + 601)


def test_nothing_to_start(tmp_path: Path) -> None:
    """The Python has gone, or the root takes nothing."""
    assert not refresh(tmp_path, str(tmp_path / "gone"))
    (tmp_path / "file").touch()
    assert not upkeep.refresh_prices(os.fsencode(tmp_path / "file"), "/bin/true", NOW)
    (tmp_path / "other" / "prices" / "refresh.started").mkdir(parents=True)
    assert not upkeep.refresh_prices(os.fsencode(tmp_path / "other"), "/bin/true", NOW)


def test_somebody_else_is_starting_it(tmp_path: Path, python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not get the lock starts nothing."""

    def held(*args: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(upkeep, "lockf", held)
    assert not refresh(tmp_path, python)
