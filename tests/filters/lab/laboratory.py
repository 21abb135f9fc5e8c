"""Runs a tool on a project and keeps what it printed, beside what its machine-readable output says, made neutral.

Nothing here judges: `truth` of a sample is what the maker of a family read from the tool's own JSON or XML.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import socket
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
HOME = "/home/dev"


@dataclass
class Truth:
    """What must be found in the text: of each failure its id, its message and its place; of each warning its message."""

    failing: list[dict[str, str]] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)
    keep: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def fail(self, name: str, message: str = "", place: str = "") -> None:
        """Note a failure; of a message its first line that is not blank."""
        self.failing.append({"id": neutral(name), "message": neutral(first_line(message)), "place": neutral(place)})

    def warn(self, message: str, place: str = "") -> None:
        """Note a warning."""
        self.warnings.append({"message": neutral(first_line(message)), "place": neutral(place)})


@dataclass
class Lab:
    """Where projects are written and tools are found."""

    work: Path
    tools: Path

    def project(self, name: str, files: dict[str, str]) -> Path:
        """Write a project's files and return its folder."""
        folder = self.work / name
        for inside, text in files.items():
            path = folder / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        return folder

    def python(self) -> str:
        """The interpreter of a virtual environment with pytest, ruff and mypy, below the folder of tools."""
        return str(self.tools / "py" / "bin" / "python")

    def node(self, name: str) -> str:
        """A program of the npm packages, below the folder of tools."""
        return str(self.tools / "js" / "node_modules" / ".bin" / name)


def run(folder: Path, command: list[str], *, merge: bool = True, more: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a tool in a folder: its exit code and its text, standard error within it as an agent gets them."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(Path.home()), "LANG": "C.UTF-8", "TERM": "dumb"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100", "CI": "", **(more or {})}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merge else subprocess.DEVNULL,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def keep(mechanism: str, name: str, command: str, found: tuple[int, str], truth: Truth) -> None:
    """Write a sample: the text and, beside it, what is true of it."""
    folder = HERE / mechanism
    folder.mkdir(exist_ok=True)
    code, text = found
    if not text:  # nothing said, nothing to shorten
        return
    (folder / f"{name}.in").write_bytes(neutral(text).encode())
    page: dict[str, Any] = {
        "command": neutral(command),
        "exit": code,
        "failing": truth.failing,
        "warnings": truth.warnings,
    }
    page |= {"keep": [neutral(line) for line in truth.keep], "counts": truth.counts}
    if mechanism in _BY_WORDS:
        words = ", ".join(json.dumps(word) for word in page["command"].split())
        (folder / f"{name}.toml").write_text(f"words = [{words}]\n", encoding="utf-8")
    (folder / f"{name}.json").write_text(json.dumps(page, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


# Digests that judge by the words of the command what may be left out.
_BY_WORDS = {
    *("git_diff_digest", "git_log_digest", "git_status_digest"),
    "listing_digest",
    "search_digest",
    "source_digest",
}
# Times, addresses and process ids: what differs between two runs of the same tests.
_VOLATILE = (
    (r"\b\d+\.\d+(?=(?: ?m?s| sec| seconds|s)\b)", "0.01"),
    (r"(duration_ms:? )[\d.]+", r"\g<1>1.5"),
    (r"(Duration  )[\d.]+m?s \(.*\)", r"\g<1>354ms (transform 30ms, setup 0ms, tests 21ms, environment 0ms)"),
    (r'\b(time|timestamp)="[^"]*"', r'\g<1>="0.01"'),
    (r"(Start at  )\d\d:\d\d:\d\d", r"\g<1>12:00:00"),
    (r"(?<= )\d+ ?ms\b", "2ms"),
    (r"\b0x[0-9a-f]{9,16}\b", "0x7f0000001000"),
    (r"\(\d\d:\d\d:\d\d\.\d+\)", "(12:00:00.0)"),
    (r"(?m)\((\d+) ms\)$", "(2 ms)"),
)
_PLACES: list[tuple[str, str]] = []


def make_neutral(lab: Lab) -> None:
    """From here on, paths of this machine are written as those of a developer called dev."""
    prefix = str(Path(sys.base_prefix).resolve())
    _PLACES[:] = [
        (str(lab.work), HOME),
        (str(lab.tools / "js" / "node_modules"), f"{HOME}/node_modules"),
        (str(lab.tools / "py"), f"{HOME}/venv"),
        (str(lab.tools), f"{HOME}/tools"),
        (prefix, "/usr"),
        (str(Path.home()), HOME),
    ]


def neutral(text: str) -> str:
    """Return the text without paths, names of hosts and users, and package indexes of this machine."""
    for here, there in _PLACES:
        text = text.replace(here, there)
    text = re.sub(rf"\b{re.escape(socket.gethostname())}\b", "devbox", text)
    text = re.sub(rf"\b{re.escape(getpass.getuser())}\b(?![/.])", "dev", text)
    text = re.sub(r"(?m)^Looking in (indexes|links):.*\n", "", text)
    text = re.sub(r"(?m)^WARNING: Location 'file:.*\n", "", text)
    text = re.sub(r"https?://[\w.:-]+/(?=\S*\.(?:whl|tar\.gz|tgz))", "https://files.example/", text)
    text = re.sub(r"(?<= )(?:https?://|/)\S*/(?=[\w.-]+\.(?:whl|tar\.gz)\b)", "./wheels/", text)
    text = re.sub(r"/tmp/([a-z-]+)[a-z0-9_]{8}(?=/|\b)", r"/var/cache/\1", text)
    text = re.sub(r"(?:\.\./)+[\w./-]*(?=node_modules/)", "../", text)
    for pattern, fixed in _VOLATILE:
        text = re.sub(pattern, fixed, text)
    return text


def first_line(message: str) -> str:
    """Return the first line of a message that is not blank, without colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    return next((line.strip() for line in plain.splitlines() if line.strip()), "")


def as_attribute(name: str) -> str:
    """A name as it stands in an attribute of XML, up to the first sign that writers put in different ways."""
    return re.split(r"[\"'<>&]", name)[0]
