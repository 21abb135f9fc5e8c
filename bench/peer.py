"""The peer: ccusage, a native program that totals the same transcripts; for the status line ccline too, another one.
Installed by this file, pinned.
"""

from __future__ import annotations

import glob
import json
import os
import subprocess
from dataclasses import dataclass
from typing import Any

from bench.timing import Failed

VERSION = "20.0.24"
CCLINE_VERSION = "1.1.2"
_PROGRAM = "node_modules/@ccusage/ccusage-*/bin/ccusage"
_VARIABLE = "TALLY_CCUSAGE_BIN"  # an installed one of that version


@dataclass(frozen=True)
class Peer:
    """Where the program is, and the folder that stands in for a home."""

    path: str
    home: str

    def command(self, *more: str) -> list[str]:
        """Its totals by day, from what is on this machine alone."""
        return [self.path, "claude", "daily", "--offline", "--json", *more]

    def environment(self, tree: str) -> dict[str, str]:
        """A throwaway home, UTC, and the tree to read."""
        return {"HOME": self.home, "PATH": "/usr/bin:/bin", "TZ": "UTC", "CLAUDE_CONFIG_DIR": tree}

    def line(self) -> list[str]:
        """Its status line, from what is on this machine alone."""
        return [self.path, "statusline", "--offline"]

    def days(self, tree: str) -> list[dict[str, Any]]:
        """The rows it gives of a tree."""
        command = self.command("--timezone", "UTC")
        done = subprocess.run(command, env=self.environment(tree), capture_output=True, text=True, check=True)
        rows: list[dict[str, Any]] = json.loads(done.stdout)["daily"]
        return rows


def install(cache: str, home: str) -> Peer:
    """Return the peer, installed with npm into the cache where it is not there yet."""
    folder = os.path.join(cache, f"ccusage-{VERSION}")
    return Peer(program(folder, f"ccusage@{VERSION}", _PROGRAM, _VARIABLE), home)


def ccline(cache: str) -> str:
    """Return the other peer of the status line, installed in the same way."""
    package = "@cometix/ccline-linux-x64"
    folder = os.path.join(cache, f"ccline-{CCLINE_VERSION}")
    return program(folder, f"{package}@{CCLINE_VERSION}", f"node_modules/{package}/ccline", "TALLY_CCLINE_BIN")


def program(folder: str, package: str, pattern: str, variable: str) -> str:
    """Return a native program: the one that a variable names, else a package's, which npm puts into the folder."""
    path = os.environ.get(variable) or _find(folder, pattern)
    if not path:
        os.makedirs(folder, exist_ok=True)
        flags = ["--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            subprocess.run(["npm", "install", *flags, package], check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Failed(f"{package} needs npm and a network, or {variable}: {error}") from error
        path = _find(folder, pattern)
    if not path:
        raise Failed(f"{package} has no native program for this machine")
    os.chmod(path, 0o755)  # npm does not always leave it executable
    return path


def _find(folder: str, pattern: str) -> str:
    return next(iter(glob.glob(os.path.join(glob.escape(folder), pattern))), "")
