"""Programs and servers that answer a question; whatever goes wrong there is no reply."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tallystick.host.aux_model import ANTHROPIC, OPENAI, Service, Unasked, run

ANSWERS = {
    "/v1/chat/completions": {"choices": [{"message": {"content": " - short \n"}}]},
    "/v1/messages": {"content": [{"type": "thinking", "thinking": "."}, {"type": "text", "text": "- short"}]},
    "/odd/v1/messages": {"content": "none"},
    "/odder/v1/messages": ["content"],
    "/empty/v1/messages": {"content": []},
    "/text/v1/messages": {"content": [{"type": "text", "text": None}]},
    **{
        f"/{name}/chat/completions": {"choices": [{"message": {"content": content}}]}
        for name, content in {
            "null": None,
            "false": False,
            "number": 3,
            "object": {"x": 1},
            "list": [3],
            "image": [{"type": "image"}],
            "parts": [{"type": "text", "text": "- short"}, {"type": "text", "text": "- still"}],
        }.items()
    },
}


class Desk(BaseHTTPRequestHandler):
    """Answers by the path, and keeps what was asked."""

    asked: list[tuple[str, dict[str, str], Any]]

    def do_POST(self) -> None:
        """Answer, or refuse a path that is not known."""
        body = self.rfile.read(int(self.headers["content-length"]))
        self.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(body)))
        if self.path.startswith("/slow"):
            time.sleep(1)
        if self.path.startswith("/drip"):
            self.drip()
            return
        answer = json.dumps(ANSWERS[self.path]).encode() if self.path in ANSWERS else b"no JSON"
        self.send_response(503 if self.path.startswith("/refused") else 200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def drip(self) -> None:
        """Send a byte at a time, for a minute or until nobody listens."""
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            for _ in range(1200):
                self.wfile.write(b" ")
                time.sleep(0.05)

    def log_message(self, *args: object) -> None:
        """Stay silent."""


@pytest.fixture
def desk() -> Iterator[str]:
    """The address of a server."""
    Desk.asked = []
    server = HTTPServer(("127.0.0.1", 0), Desk)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_openai_s_protocol(desk: str) -> None:
    """One user message, temperature 0, the key as a bearer's."""
    assert "- short" == Service(f"{desk}/v1/", OPENAI, "small", "k").ask("Shorten.", 9, 5)

    ((path, headers, body),) = Desk.asked
    assert ("/v1/chat/completions", "Bearer k") == (path, headers["authorization"])
    assert {
        "model": "small",
        "max_tokens": 9,
        "temperature": 0,
        "messages": [{"role": "user", "content": "Shorten."}],
    } == body


def test_anthropic_s_protocol(desk: str) -> None:
    """Its texts without its thoughts; the key in a header of its own, and without a key none."""
    assert "- short" == Service(desk, ANTHROPIC, "small", "k").ask("Shorten.", 9, 5)
    assert "- short" == Service(desk, ANTHROPIC, "small", "").ask("Shorten.", 9, 5)

    assert [("/v1/messages", "k", "2023-06-01"), ("/v1/messages", None, "2023-06-01")] == [
        (path, headers.get("x-api-key"), headers["anthropic-version"]) for path, headers, _ in Desk.asked
    ]


@pytest.mark.parametrize("road", ["/odd", "/odder", "/empty", "/text", "/none", "/slow"])
def test_no_reply(road: str, desk: str) -> None:
    """Of another shape, without text, no JSON, or too late."""
    assert Service(desk + road, ANTHROPIC, "small", "").ask("Shorten.", 9, 0.3) is None


@pytest.mark.parametrize("road", ["/null", "/false", "/number", "/object", "/list", "/image", "/v1/messages"])
def test_no_text_is_no_reply(road: str, desk: str) -> None:
    """What a model leaves empty, as one that only thought does, is no word: not `None`, and not a list's Python."""
    assert Service(desk + road, OPENAI, "small", "").ask("Shorten.", 9, 5) is None


def test_a_text_in_parts(desk: str) -> None:
    """Some servers that speak OpenAI's protocol answer so."""
    assert "- short\n- still" == Service(f"{desk}/parts", OPENAI, "small", "").ask("Shorten.", 9, 5)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nowhere", "ftp:/x", "http://[", ""])
def test_no_server(url: str) -> None:
    """Nobody there, or no address: nothing was sent."""
    with pytest.raises(Unasked):
        Service(url, OPENAI, "small", "").ask("Shorten.", 9, 1)


def test_a_server_that_refuses_was_asked(desk: str) -> None:
    """It read the question."""
    assert Service(f"{desk}/refused", OPENAI, "small", "").ask("Shorten.", 9, 5) is None


def test_a_server_that_never_ends_is_left(desk: str) -> None:
    """Each byte comes in time, the whole does not."""
    began = time.monotonic()

    assert Service(f"{desk}/drip", OPENAI, "small", "").ask("Shorten.", 9, 0.3) is None
    assert time.monotonic() - began < 20


def test_a_server_that_hangs_up_was_asked() -> None:
    """Before it read anything, or after; nobody knows."""

    def hang_up() -> None:
        server.accept()[0].close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=hang_up, daemon=True).start()

        assert Service(f"http://127.0.0.1:{server.getsockname()[1]}", OPENAI, "m", "").ask("Shorten.", 9, 5) is None


def test_a_program_answers() -> None:
    """What it prints, whatever its letters."""
    code = "import sys; print(sys.stdin.read().upper(), chr(0xe9))"

    assert "KURZ \xe9" == run([sys.executable, "-c", code], "kurz", 10)


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "", "import time; time.sleep(5)"])
def test_a_program_does_not_answer(code: str) -> None:
    """It fails, says nothing, or takes too long."""
    assert run([sys.executable, "-c", code], "kurz", 1) is None


@pytest.mark.parametrize("word", ["/nowhere/model", "a\0b"])
def test_no_program(word: str) -> None:
    """One that is not there, or has no name."""
    with pytest.raises(Unasked):
        run([word], "kurz", 1)


@pytest.mark.parametrize("code", ["while True: print('y' * 9999)", "print('y' * 2_000_000)"])
def test_a_program_that_says_more_than_a_reply_may_be_has_none(code: str) -> None:
    """Nothing of it is kept: an endless one is ended at the first byte too many, long before its time is over."""
    began = time.monotonic()

    assert run([sys.executable, "-c", code], "kurz", 60) is None
    assert time.monotonic() - began < 30


def test_a_program_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    """What a shell started holds the output open; the wait is over all the same."""
    began = time.monotonic()

    assert run(["sh", "-c", f"sleep 60 & echo $! > {tmp_path}/pid; wait"], "kurz", 0.5) is None
    assert time.monotonic() - began < 30
    stat = Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}/stat")
    deadline = time.monotonic() + 10
    while stat.exists() and stat.read_text().split()[2] != "Z" and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not stat.exists() or stat.read_text().split()[2] == "Z"


@pytest.mark.parametrize(("code", "expected"), [("print('short')", "short"), ("import sys; sys.stdin.close()", None)])
def test_a_program_may_leave_its_input_unread(code: str, expected: str | None) -> None:
    """Of a megabyte, more than a pipe holds."""
    assert run([sys.executable, "-c", code], "y" * (1 << 20), 30) == expected


def test_a_program_reads_and_prints_at_once() -> None:
    """More than a pipe holds each way: 500,000 characters there and back."""
    code = "import sys\nfor line in sys.stdin: sys.stdout.write(line)"

    assert "y\n" * 249_999 + "y" == run([sys.executable, "-c", code], "y\n" * 250_000, 30)
