"""Our side: the checkout installed into a venv of the bench, run through its `tally` script as a user runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from bench.timing import Failed

CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ABOUT = """
import json, platform, sqlite3, sys, sysconfig, msgspec, xxhash
optimized = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
print(json.dumps({"python": platform.python_version(), "python_optimized": optimized,
    "sqlite": sqlite3.sqlite_version, "msgspec": msgspec.__version__, "xxhash": xxhash.VERSION}))
"""


@dataclass(frozen=True)
class Ours:
    """The venv that `tally` is installed in, a throwaway home, and a throwaway root on the disk of the trees."""

    venv: str
    home: str
    root: str

    def command(self, *words: str) -> list[str]:
        """A command line of the installed script."""
        return [os.path.join(self.venv, "bin", "tally"), *words]

    def environment(self, tree: str) -> dict[str, str]:
        """A throwaway home and root, UTC, and the tree to read."""
        fixed = {"PATH": "/usr/bin:/bin", "TZ": "UTC", "TERM": "dumb"}
        return {"HOME": self.home, "TALLY_ROOT": self.root, "CLAUDE_CONFIG_DIR": tree, **fixed}

    def forget_root(self) -> None:
        """Start without an index."""
        shutil.rmtree(self.root, ignore_errors=True)

    def report(self, tree: str, by: str, *words: str) -> dict[str, Any]:
        """What `tally spent --json` says of a tree."""
        command = self.command("spent", "--by", by, "--timezone", "UTC", "--json", *words)
        done = subprocess.run(command, env=self.environment(tree), capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"tally spent ended with {done.returncode}: {done.stderr.strip()}")
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def run_tally(self, *words: str, tree: str) -> None:
        """Run a command line of `tally` on a tree for what it leaves behind."""
        done = subprocess.run(
            self.command(*words), env=self.environment(tree), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failed(f"tally {words[0]} ended with {done.returncode}: {done.stderr.strip()}")

    def run_module(self, name: str, *words: str) -> str:
        """Run a module of the bench with our side's interpreter, and return what it prints."""
        done = subprocess.run(
            [self._python, "-m", name, *words], cwd=CHECKOUT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failed(f"{name} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def about(self) -> dict[str, Any]:
        """Versions of the interpreter and the libraries that our side runs on, and of ours."""
        done = subprocess.run([self._python, "-c", _ABOUT], capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        version = subprocess.run(self.command("--version"), capture_output=True, text=True, check=True)
        return {"tally": version.stdout.split()[-1], **_commit(), **found}

    @property
    def _python(self) -> str:
        return os.path.join(self.venv, "bin", "python")


def install(cache: str, work: str) -> Ours:
    """Install the checkout, as it is now, into the bench's venv (over the network the first time)."""
    ours = Ours(os.path.join(cache, "venv"), os.path.join(work, "home"), os.path.join(work, "root"))
    os.makedirs(ours.home, exist_ok=True)
    pip = [os.path.join(ours.venv, "bin", "python"), "-m", "pip", "install", "--quiet"]
    try:
        if not os.path.exists(ours.command()[0]):
            subprocess.run([sys.executable, "-m", "venv", "--clear", ours.venv], check=True)
            subprocess.run([*pip, "--upgrade", "pip"], check=True)  # an older one writes a slower start script
            subprocess.run([*pip, f"{CHECKOUT}[mcp]"], check=True)
        if not os.path.exists(os.path.join(ours.venv, "bin", "mcp")):  # a venv of before the server
            subprocess.run([*pip, f"{CHECKOUT}[mcp]"], check=True)
        subprocess.run([*pip, "--force-reinstall", "--no-deps", CHECKOUT], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failed(f"tallystick could not be installed: {error}") from error
    return ours


def _commit() -> dict[str, Any]:
    """The commit that is checked out, and whether `src` differs from it; nothing outside a clone."""
    git = ["git", "-C", CHECKOUT]
    try:
        head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
        status = subprocess.run([*git, "status", "--short", "src"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {"commit": head.stdout.strip(), "modified": bool(status.stdout.strip())}
