"""The stand-in itself: an HTTP server on loopback that plays scripts and keeps a log of every exchange.

A row of the log says what was asked, what was answered and the usage it gave; the log is the truth that totals are
compared with. `python -m tests.standin.server --scripts DIR --log FILE` runs it by hand.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Self

from .choice import Choice, choose
from .script import Turn, read_scripts
from .wire import events_of, message_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from .script import Failure, Json, Scripts

Aside = Callable[["Json"], Turn | None]


_PATIENCE = 60.0  # seconds: far beyond what a busy machine takes, and less than a client waits


class StandIn:
    """A running stand-in: `with StandIn(scripts) as server:` answers at `server.url` until the block ends.

    `aside` may answer a request that asks for no tools. One that `counts` keeps every request whole in its log and takes
    a script's turns in the order asked for: whoever drops messages from what it sends changes what could be counted there.
    """

    def __init__(
        self, scripts: Scripts, *, label: str = "play", port: int = 0, aside: Aside | None = None, counts: bool = False
    ) -> None:
        self.scripts = scripts
        self.label = label  # part of every id, so that two stand-ins never give the same one
        self.aside = aside
        self.counts = counts
        self._played: dict[str, int] = {}
        self.log: list[Json] = []
        self._failed: dict[tuple[str | None, int, Failure], int] = {}
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base address to give the client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def record(self, row: Json) -> int:
        """Append a row to the log; its number, from 1."""
        with self._lock:
            self.log.append(row)
            row["serial"] = len(self.log)
            return len(self.log)

    def choose(self, request: Json) -> Choice:
        """The answer to one request."""
        choice = choose(request, self.scripts)
        if choice.kind == "side" and self.aside and (turn := self.aside(request)):
            return Choice("aside", turn)
        if not self.counts or choice.script is None:
            return choice
        with self._lock:
            index = self._played.get(choice.script, 0)
            choice = choose(request, self.scripts, index)
            self._played[choice.script or ""] = index + 1
        return choice

    def again(self, choice: Choice) -> None:
        """Note that a turn was answered by a failure: it is still to come."""
        with self._lock:
            if choice.script is not None and self.counts:
                self._played[choice.script] -= 1

    def failure_due(self, choice: Choice) -> Failure | None:
        """The scripted failure to answer now, each given as often as it says."""
        for failure in choice.turn.failures:
            key = (choice.script, choice.index, failure)
            with self._lock:
                given = self._failed.get(key, 0)
                self._failed[key] = given + 1
            if given < failure.times:
                return failure
        return None


def _wait(ready: Callable[[], bool] | None) -> None:
    """Wait until something is so; what still is not when patience ends is for the test to find."""
    deadline = time.monotonic() + _PATIENCE
    while ready is not None and not ready() and time.monotonic() < deadline:
        time.sleep(0.05)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: StandIn) -> None:
        super().__init__(address, _Exchange)
        self.owner = owner


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *args: object) -> None:
        """Stay silent: the log of exchanges is the only output."""

    def do_HEAD(self) -> None:
        """Old clients knock once before they speak."""
        self.server.owner.record({"method": "HEAD", "path": self.path, "status": 200})
        self._answer(200, {})

    def do_GET(self) -> None:
        """Nothing is served by GET; the row shows what was wanted."""
        self._refuse(404, "not_found_error", f"the stand-in has no {self.path}")

    def do_POST(self) -> None:
        """Play the turn that the request asks for."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        road = self.path.split("?")[0]
        try:
            request = json.loads(body)
        except ValueError:
            self._refuse(400, "invalid_request_error", "the body is not JSON")
            return
        if road == "/v1/messages":
            self._play(request)
        elif road == "/v1/messages/count_tokens":
            self.server.owner.record(self._row("count_tokens", request, status=200))
            self._answer(200, {"input_tokens": max(1, len(body) // 4)})
        else:
            self._refuse(404, "not_found_error", f"the stand-in has no {road}")

    def _row(self, kind: str, request: Json, **more: object) -> Json:
        messages = request.get("messages") or []
        content = [message.get("content") for message in messages if message.get("role") == "user"]
        last = content[-1] if content and isinstance(content[-1], list) else []
        return {
            "method": self.command,
            "path": self.path,
            "time": time.time(),
            "kind": kind,
            "model": request.get("model"),
            "session": self.headers.get("x-claude-code-session-id"),
            "agent": self.headers.get("x-claude-code-agent-id"),
            "retry": self.headers.get("x-stainless-retry-count"),
            "client": self.headers.get("user-agent"),
            "stream": bool(request.get("stream")),
            "messages": len(messages),
            "tools": [tool.get("name") for tool in request.get("tools") or []],
            "results": [block for block in last if block.get("type") == "tool_result"],
            **more,
        }

    def _play(self, request: Json) -> None:
        owner = self.server.owner
        choice = owner.choose(request)
        failure = owner.failure_due(choice)
        row = self._row(choice.kind, request, script=choice.script, turn=choice.index)
        if owner.counts:
            row["request"] = request
        if failure is not None:
            owner.again(choice)
            owner.record({**row, "status": failure.status, "usage": None})
            wait = {} if failure.retry_after is None else {"retry-after": str(failure.retry_after)}
            self._fail(failure.status, failure.kind, failure.message, wait)
            return
        row |= {"status": 200, "usage": choice.turn.usage.wire()}
        stem = f"{owner.label}{owner.record(row):06d}"
        row["message_id"] = f"msg_{stem}"
        time.sleep(choice.turn.pause_before)
        _wait(choice.turn.wait_for)
        model = str(request.get("model"))
        if request.get("stream"):
            self._stream(choice, model, stem, row)
        else:
            self._answer(200, message_of(choice.turn, model, stem), {"request-id": f"req_{stem}"})

    def _stream(self, choice: Choice, model: str, stem: str, row: Json) -> None:
        self.send_response(200)
        for name, text in {
            "content-type": "text/event-stream",
            "request-id": f"req_{stem}",
            **choice.turn.headers,
        }.items():
            self.send_header(name, text)
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for name, event in events_of(choice.turn, model, stem):
                data = json.dumps({"type": name, **event})
                self.wfile.write(f"event: {name}\ndata: {data}\n\n".encode())
                self.wfile.flush()
                if name == "content_block_stop":
                    time.sleep(choice.turn.pause_between)
        except OSError:
            row["cut"] = True  # the client hung up: an interrupt

    def _refuse(self, status: int, kind: str, message: str) -> None:
        self.server.owner.record({"method": self.command, "path": self.path, "kind": "refused", "status": status})
        self._fail(status, kind, message, {})

    def _fail(self, status: int, kind: str, message: str, headers: Mapping[str, str]) -> None:
        self._answer(status, {"type": "error", "error": {"type": kind, "message": message}}, headers)

    def _answer(self, status: int, content: Json, headers: Mapping[str, str] | None = None) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, text in {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **(headers or {}),
        }.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def main() -> None:
    """Run by hand until interrupted, the log rewritten after every second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripts", type=Path, required=True)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    args = parser.parse_args()
    with StandIn(read_scripts(args.scripts), port=args.port) as server:
        print(server.url, flush=True)
        try:
            while True:
                time.sleep(1)
                args.log.write_text("".join(json.dumps(row) + "\n" for row in list(server.log)))
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
