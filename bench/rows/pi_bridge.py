"""What the bridge into pi adds to a tool's result of 100 KB: the extension under Node, and a running `tally pi serve`.

The auxiliary model's own time is not in it. Beside the result that a model digests, one that no mechanism looks at.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bench import peer
from bench.timing import Failed, timed, wait_for_calm

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.timing import Sample

NAME = "pi-bridge"
NODE_VERSION = "22.23.3"
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_DRIVER = os.path.join(_HERE, "bridging.mjs")
_EXTENSION = os.path.join(os.path.dirname(_HERE), "src", "tallystick", "pi", "tallystick.ts")
_KINDS = ("digest", "untouched")
_TIMES = 10  # a round takes some milliseconds: more rounds than others
_PATIENCE = 20.0


class Driver:
    """A running Node with the extension in it."""

    def __init__(self, node: str, extension: str, environment: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        words = [node, "--no-warnings", _DRIVER, extension]
        self._process = subprocess.Popen(words, env=environment, stdin=pipe, stdout=pipe, text=True)

    def play(self, kind: str) -> float:
        """Play one event and return the seconds that it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{kind}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        seconds = json.loads(line)["seconds"] if line else None
        if seconds is None:
            raise Failed(f"the extension gave no right answer to {kind}")
        return float(seconds)

    def end(self) -> None:
        """Close its input and wait for its end."""
        self._process.communicate()


def measure(setting: Setting) -> Record:
    """Let both kinds of results take turns, after two of each that are not counted."""
    folder = os.path.join(setting.cache, f"node-{NODE_VERSION}")
    node = peer.program(folder, f"node@{NODE_VERSION}", "node_modules/node/bin/node", "TALLY_NODE_BIN")
    setting.ours.forget_root()
    driver = Driver(node, _extension(setting), setting.ours.environment(setting.work))
    samples: dict[str, list[Sample]] = {kind: [] for kind in _KINDS}
    patience = _PATIENCE
    try:
        for number in range(-2, _TIMES * setting.rounds):
            for kind in _KINDS:
                patience -= wait_for_calm(patience)
                found: list[float] = []
                sample = timed(partial(_play, driver, kind, found))
                others = max(0.0, sample.others_cpu_seconds - 2 * sample.seconds)  # neither Node nor tally is another
                if number >= 0:
                    samples[kind].append(replace(sample, seconds=found[0], others_cpu_seconds=others))
    finally:
        driver.end()
    return {"other_versions": {"node": NODE_VERSION}, "samples": samples}


def _play(driver: Driver, kind: str, found: list[float]) -> None:
    found.append(driver.play(kind))


def _extension(setting: Setting) -> str:
    """A copy of the extension that starts our side."""
    with open(_EXTENSION, encoding="utf-8") as file:
        text = file.read().replace('const COMMAND = ["tally"]', f"const COMMAND = {json.dumps(setting.ours.command())}")
    path = setting.throwaway("tallystick.ts")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
