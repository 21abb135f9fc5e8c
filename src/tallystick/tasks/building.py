"""Builds the first index in a process of its own, so that a server answers meanwhile and says how far it is.

`python -m tallystick.tasks.building ROOT [DIR ...]` is that process: it prints done and all bytes, a line each time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from tallystick.errors import TallyError

if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings


class Building:
    """The first build: begun once, by whoever asks first."""

    __slots__ = ("_done", "_failure", "_lock", "_place", "_process", "_total", "_watcher")

    def __init__(self, place: Surroundings) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._watcher: threading.Thread | None = None
        self._done = self._total = 0
        self._failure = ""

    def start(self) -> None:
        """Begin, unless it has begun; one that has ended without an index is begun again."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            words = [
                sys.executable,
                "-P",  # the working folder is a project, whose modules are not ours
                "-m",
                "tallystick.tasks.building",
                self._place.root,
                *(self._place.config_dirs or ()),
            ]
            self._process = subprocess.Popen(
                words,
                env=dict(self._place.environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            self._watcher = threading.Thread(target=self._watch, args=(self._process,), daemon=True)
            self._watcher.start()

    def wait(self) -> None:
        """Wait for its end, if it has begun."""
        if self._watcher is not None:
            self._watcher.join()

    def _watch(self, process: subprocess.Popen[str]) -> None:
        with process:
            for line in process.stdout or ():
                word, _, rest = line.strip().partition(" ")
                if word.isdigit() and rest.isdigit():
                    self._done, self._total = int(word), int(rest)
                else:
                    self._failure = line.strip()

    @property
    def progress(self) -> str:
        """How far it is, in a few words."""
        if self._failure:
            return self._failure
        if not self._total:
            return "it has just begun"
        return f"{self._done >> 20} of {self._total >> 20} MB are read"


def main(words: list[str]) -> int:
    """Build, or bring up to date, and print how far it is."""
    from tallystick.tasks.sync import sync

    root, *directories = words
    try:
        sync(root, directories or None, os.environ, lambda done, total: _tell(f"{done} {total}"))
    except TallyError as error:
        _tell(str(error))
        return 1
    return 0


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
