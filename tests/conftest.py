"""No test sees the real machine: a throwaway home, a fixed zone, no network beyond loopback."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.tools import VARIABLES, describe_lack, find_tool, must_have_all

# 2026-01-15T12:00:00Z, a Thursday: mid-day and mid-month, so that no test leans on an edge by chance.
NOW_MS = 1_768_478_400_000

KEPT = {"TALLY_CI", *VARIABLES.values()}
NOWHERE = "http://127.0.0.1:9"  # the discard port: a child process that wants the network fails at once

# Machines differ in speed, so no example has a deadline; CI must fail alike twice.
settings.register_profile("house", deadline=None, derandomize=must_have_all(), print_blob=True)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update`, which rewrites golden files and sample sessions from what the code does now."""
    parser.addoption("--update", action="store_true", help="rewrite golden files instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse `--update` in CI, where nobody would read the difference."""
    if config.getoption("--update") and must_have_all():
        raise pytest.UsageError("--update is for people: CI compares")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tool is missing, with its reason; in CI fail it."""
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            if find_tool(name) is None:
                (pytest.fail if must_have_all() else pytest.skip)(describe_lack(name))


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def now_ms() -> int:
    """The moment at which every test runs, in milliseconds since 1970 UTC."""
    return NOW_MS


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own for every test, and nothing of the caller's agents, roots, proxies or colours."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("TALLY_", "CLAUDE_", "ANTHROPIC_", "XDG_")) and name not in KEPT:
            monkeypatch.delenv(name)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / ".local" / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / ".cache"))
    monkeypatch.setenv("TALLY_ROOT", str(folder / "root"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("TZ", "UTC")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, NOWHERE)
        monkeypatch.setenv(name.lower(), NOWHERE)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "127.0.0.1,localhost,::1")
    time.tzset()
    yield folder
    monkeypatch.undo()
    time.tzset()
