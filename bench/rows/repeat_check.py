"""`repeat_check` inside a running server, about the largest session: from the question on the wire to the answer.

Before each question the session's transcript grows by the call that asks it, as it does in life.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bench import trees
from bench.corpus_thread import make_id, make_uuid
from bench.timing import Failed, run, timed, wait_for_calm

if TYPE_CHECKING:
    from random import Random

    from bench.setting import Record, Setting

NAME = "repeat-check"
_TIMES = 5  # a round takes some 20 ms: more rounds than others
_PATIENCE = 20.0
_CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    """A running `tally mcp`, spoken to as a client does."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)
        self._number = 0
        self.send("initialize", _CLIENT)
        self._write({"method": "notifications/initialized"})

    def send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask and wait for the result."""
        self._number += 1
        self._write({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        answer = json.loads(self._process.stdout.readline())
        if "result" not in answer or answer["result"].get("isError"):
            raise Failed(f"tally mcp answered {answer}")
        found: dict[str, Any] = answer["result"]
        return found

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """Close the connection and wait for its end."""
        self._process.communicate()


def asking(random: Random, last: dict[str, Any], path: str) -> tuple[str, str]:
    """A transcript's line that calls us, and the call's id."""
    call = make_id(random, "toolu_01").decode()
    block = {
        "type": "tool_use",
        "id": call,
        "name": "mcp__tally__repeat_check",
        "input": {"kind": "read", "path": path},
    }
    message = {**last["message"], "id": make_id(random, "msg_01").decode(), "content": [block]}
    line = {**last, "uuid": make_uuid(random).decode(), "parentUuid": last["uuid"], "message": message}
    return json.dumps(line, separators=(",", ":")) + "\n", call


def measure(setting: Setting) -> Record:
    """Build the index once, start the server, and ask it, each time about one of the session's files."""
    from random import Random

    tree = setting.single()
    copy = trees.copy(tree, setting.throwaway("asked"))
    setting.ours.forget_root()
    environment = setting.ours.environment(copy.path)
    run(setting.ours.command("sync"), environment)
    path = max(copy.files(), key=os.path.getsize)
    with open(path, encoding="utf-8", errors="replace") as file:
        last = [json.loads(line) for line in file.readlines()[-200:] if '"type":"assistant"' in line][-1]
    session = os.path.basename(path).removesuffix(".jsonl")
    server = Server(setting.ours.command("mcp"), environment | {"CLAUDE_CODE_SESSION_ID": session})
    random, samples, patience = Random(setting.seed), [], _PATIENCE
    try:
        for number in range(-2, _TIMES * setting.rounds):
            asked = f"{last['cwd']}/src/part_{number % 12:02d}.py"
            line, call = asking(random, last, asked)
            with open(path, "a", encoding="utf-8") as file:
                file.write(line)
            given = {"name": "repeat_check", "arguments": {"kind": "read", "path": asked}}
            params = {**given, "_meta": {"claudecode/toolUseId": call}}
            patience -= wait_for_calm(patience)
            sample = timed(partial(server.send, "tools/call", params))
            others = max(0.0, sample.others_cpu_seconds - sample.seconds)  # the server is none of the others
            sample = replace(sample, others_cpu_seconds=others)
            if number >= 0:
                samples.append(sample)
    finally:
        server.end()
    return {"corpora": {"single": tree.describe()}, "samples": {"warm": samples}}
