"""Docs that cannot drift: sessions in README and docs run, links lead somewhere, the reference is what the code says.

A block to run stands behind `<!-- run -->` (an empty history) or `<!-- run: sample -->` (the shipped transcripts) and
holds `$ ` lines with the output of each. `--update` fills them in.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "src" / "tallystick" / "data" / "sample"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

BLOCK = re.compile(r"(?P<mark><!-- run(?:: (?P<history>\w+))? -->\n)```console\n(?P<session>.*?)```\n", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
SECONDS = 60


def name_of(path: Path) -> str:
    """A page as the reader of a failure wants it."""
    return str(path.relative_to(ROOT))


@pytest.fixture
def shell(tmp_path: Path, home: Path) -> dict[str, str]:
    """An environment in which `tally` is the tool of this checkout."""
    program = tmp_path / "bin" / "tally"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tallystick "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    paths = {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    # The clock stands at the end of the sample, so that its last day is today on every page.
    return os.environ | paths | {"COLUMNS": "100", "HOME": str(home), "TALLY_NOW": "2026-11-28T18:30:00Z"}


def lay_sample(home: Path, environment: dict[str, str]) -> None:
    """Put the shipped transcripts where Claude Code would have left them, and the ledger where ours would be."""
    shutil.copytree(SAMPLE / "projects", home / ".claude" / "projects", dirs_exist_ok=True)
    shutil.copytree(SAMPLE / "usage", Path(environment["TALLY_ROOT"]) / "usage")


def play(session: str, environment: dict[str, str], folder: Path) -> str:
    """Run each `$ ` line and return the session as a terminal would have shown it."""
    shown = []
    for line in session.splitlines():
        if not line.startswith("$ "):
            continue
        done = subprocess.run(
            ["sh", "-c", line[2:]],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        output = "".join(f"{row.rstrip()}\n" for row in done.stdout.splitlines())
        shown.append(f"{line}\n{output}")
    return "".join(shown)


@pytest.mark.parametrize("page", [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))], ids=name_of)
def test_sessions_run(page: Path, shell: dict[str, str], home: Path, *, update: bool) -> None:
    """Each session on a page prints what the page shows."""
    text = page.read_text("utf-8")
    blocks = list(BLOCK.finditer(text))
    if any(block["history"] == "sample" for block in blocks):
        lay_sample(home, shell)

    played = BLOCK.sub(lambda block: f"{block['mark']}```console\n{play(block['session'], shell, home)}```\n", text)
    if update:
        page.write_text(played, "utf-8")

    assert played == page.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Each relative link leads to a file of the checkout."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    broken = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]

    assert broken == []


def test_reference_is_current(shell: dict[str, str]) -> None:
    """`make docs` would change nothing."""
    check = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]

    done = subprocess.run(check, env=shell, capture_output=True, text=True, timeout=SECONDS, check=False)

    assert done.stdout + done.stderr == ""
    assert done.returncode == 0
