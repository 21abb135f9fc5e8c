"""The hook before a commit, as git runs it: with nothing to write, and with the end of a large transcript to fold.

Beside a bare interpreter. The message, which has a body and a sign-off, is laid out anew before each run and looked at
behind it: one that is stamped wrongly is no time.
"""

from __future__ import annotations

import glob
import os
import subprocess
from typing import TYPE_CHECKING

from bench.rounds import Side, alternate
from bench.timing import Failed
from bench.trees import make

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.trees import Tree

NAME = "commits"
_SEED, _SIZE_MB = 4, 30
_ROUNDS = 5  # for each one of the setting: a hook is short, and its time scatters more
_MESSAGE = b"Mend the kiln\n\nIt was cracked.\n\nSigned-off-by: Ada <ada@example.com>\n"
_WINDOW = b"\nTokens-Window: last 8 MiB of a larger transcript\n"


def measure(setting: Setting) -> Record:
    """Install the hooks into a repository, then let every side take its turn."""
    tree = setting.single() if setting.given.single else make(setting.cache, seed=_SEED, size_mb=_SIZE_MB, single=True)
    work = Work(setting, tree)
    sides = [
        Side("bare", [work.python, "-I", "-S", "-c", "pass"], work.environment),
        Side("idle", work.hook("merge"), work.environment, work.lay),
        Side("stamp", work.hook("message"), work.environment, work.lay),
    ]
    found = alternate(sides, _ROUNDS * setting.rounds)
    work.check(is_stamped=True)
    return {"corpora": {"single": tree.describe()}, "samples": found}


class Work:
    """A repository with our hooks, and a session whose transcript is that of the tree."""

    def __init__(self, setting: Setting, tree: Tree) -> None:
        folder = setting.throwaway("repository")
        self._message = os.path.join(folder, ".git", "COMMIT_EDITMSG")
        self._hook = os.path.join(folder, ".git", "hooks", "prepare-commit-msg")
        self._was_laid = False
        (main,) = glob.glob(os.path.join(tree.path, "projects", "*", "*.jsonl"))
        environment = setting.ours.environment(tree.path)
        self.python = os.path.join(setting.ours.venv, "bin", "python")
        subprocess.run(["git", "init", "-q", folder], env=environment, check=True)
        done = subprocess.run(
            setting.ours.command("install", "git-hook"), cwd=folder, env=environment, capture_output=True, check=False
        )
        if done.returncode:
            raise Failed(f"tally install git-hook ended with {done.returncode}: {done.stderr.decode()}")
        session = os.path.basename(main).removesuffix(".jsonl")
        git = {"GIT_DIR": os.path.join(folder, ".git"), "GIT_EDITOR": ":"}
        self.environment = {**environment, **git, "CLAUDE_CODE_SESSION_ID": session}
        for name, value in (("session-transcript", main), ("session-model", "claude-opus-5-5")):
            place = os.path.join(setting.ours.root, "usage", name)
            os.makedirs(place)
            with open(os.path.join(place, session), "w", encoding="utf-8") as file:
                file.write(value)

    def hook(self, source: str) -> list[str]:
        """The hook as git runs it for a source."""
        return ["/bin/sh", self._hook, self._message, source]

    def lay(self) -> None:
        """Look at the message that the last run left, and put a fresh one in its place."""
        if self._was_laid:
            self.check()
        with open(self._message, "wb") as file:
            file.write(_MESSAGE)
        self._was_laid = True

    def check(self, *, is_stamped: bool = False) -> None:
        """A message is as it was, or has the block of a transcript that was cut."""
        with open(self._message, "rb") as file:
            found = file.read()
        is_whole = found.startswith(_MESSAGE + b"Tokens-In: ") and _WINDOW in found
        if not is_whole and (is_stamped or found != _MESSAGE):
            raise Failed(f"an odd message: {found!r}")
