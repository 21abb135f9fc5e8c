"""The peer: ccusage, a native program that totals the same transcripts. Installed by this file, pinned."""

from __future__ import annotations

import glob
import json
import os
import subprocess
from dataclasses import dataclass
from typing import Any

from bench.timing import Failed

VERSION = "20.0.24"
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

    def days(self, tree: str) -> list[dict[str, Any]]:
        """The rows it gives of a tree."""
        command = self.command("--timezone", "UTC")
        done = subprocess.run(command, env=self.environment(tree), capture_output=True, text=True, check=True)
        rows: list[dict[str, Any]] = json.loads(done.stdout)["daily"]
        return rows


def install(cache: str, home: str) -> Peer:
    """Return the peer, installed with npm into the cache where it is not there yet."""
    path = os.environ.get(_VARIABLE) or _find(cache)
    if not path:
        folder = _folder(cache)
        os.makedirs(folder, exist_ok=True)
        flags = ["--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            subprocess.run(["npm", "install", *flags, f"ccusage@{VERSION}"], check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Failed(f"the peer needs npm and a network, or {_VARIABLE}: {error}") from error
        path = _find(cache)
    if not path:
        raise Failed("the peer has no native program for this machine")
    os.chmod(path, 0o755)  # npm does not always leave it executable
    return Peer(path, home)


def _folder(cache: str) -> str:
    return os.path.join(cache, f"ccusage-{VERSION}")


def _find(cache: str) -> str:
    return next(iter(glob.glob(os.path.join(glob.escape(_folder(cache)), _PROGRAM))), "")
