"""Asks a model out of band: a program of the user's, or a server that speaks OpenAI's or Anthropic's protocol.

Whatever goes wrong, there is no reply; where nothing was even sent, `Unasked` says so. What is sent is what the caller
says and nothing else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from http.client import HTTPResponse
    from typing import IO, Any

OPENAI, ANTHROPIC = "openai", "anthropic"
APIS = (OPENAI, ANTHROPIC)
_LARGEST = 1 << 20  # bytes of a reply
_CHUNK = 1 << 16


class Unasked(Exception):
    """There is no such program, or nobody at that address: nothing was sent, and nothing is to be counted."""


_ANTHROPIC_VERSION = "2023-06-01"


def run(words: Sequence[str], prompt: str, seconds: float) -> str | None:
    """Return what a program prints that reads the prompt on its input.

    None where it fails, takes longer, or prints more than a reply may be; it is ended then, with all that it started.
    `Unasked` where it cannot be started.
    """
    import os
    import signal
    import subprocess
    from contextlib import suppress

    try:
        program = subprocess.Popen(
            list(words),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        raise Unasked from None
    data = _printed(program, prompt.encode("utf-8", "replace"), seconds)
    if data is None:
        with suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()
        return None
    return data.decode("utf-8", "replace").strip() or None


def _printed(program: subprocess.Popen[bytes], given: bytes, seconds: float) -> bytes | None:
    """Return what a program printed that was given an input, and succeeded in time."""
    import os
    from select import select
    from subprocess import TimeoutExpired
    from time import monotonic

    assert program.stdin is not None
    assert program.stdout is not None
    until = monotonic() + seconds
    rest, found = memoryview(given), bytearray()
    with program.stdout as output, program.stdin as entry:
        os.set_blocking(entry.fileno(), False)
        while len(found) <= _LARGEST:
            ready, free, _ = select([output], [] if entry.closed else [entry], [], max(0.0, until - monotonic()))
            if free:
                rest = _passed(entry, rest)
            elif not ready:
                return None
            if ready:
                piece = os.read(output.fileno(), _CHUNK)
                found += piece
                if not piece:
                    break
        else:
            return None
    try:
        is_done = program.wait(max(0.0, until - monotonic())) == 0
    except TimeoutExpired:
        return None
    return bytes(found) if is_done else None


def _passed(entry: IO[bytes], rest: memoryview) -> memoryview:
    """Pass on what a program takes now, and return the rest; its input ends with that, or where it reads no more."""
    try:
        rest = rest[entry.write(rest) or 0 :]
    except BrokenPipeError:
        rest = rest[:0]
    if not rest:
        entry.close()
    return rest


def _body(reply: HTTPResponse, seconds: float) -> bytes:
    """Return what a server sends within so many seconds, not much more than the largest reply."""
    from time import monotonic

    until = monotonic() + seconds
    found = bytearray()
    while len(found) <= _LARGEST and monotonic() < until:
        piece = reply.read1(_CHUNK)
        if not piece:
            break
        found += piece
    return bytes(found)


class Service:
    """A server to ask: its base address, which protocol it speaks, the model's name and a key ("" for none)."""

    __slots__ = ("api", "key", "model", "url")

    def __init__(self, url: str, api: str, model: str, key: str) -> None:
        self.url = url.rstrip("/")
        self.api = api
        self.model = model
        self.key = key

    def ask(self, prompt: str, max_tokens: int, seconds: float) -> str | None:
        """Return the reply's text; None where there is none in time, `Unasked` where no server was reached."""
        import http.client
        import json
        from urllib.error import HTTPError, URLError
        from urllib.request import Request, urlopen

        content = {"model": self.model, "max_tokens": max_tokens, "temperature": 0}
        content |= {"messages": [{"role": "user", "content": prompt}]}
        body = json.dumps(content).encode("utf-8", "replace")
        try:
            request = Request(self.url + self._road, body, self._headers())  # noqa: S310 - the user's own address
        except ValueError:
            raise Unasked from None
        try:
            with urlopen(request, timeout=seconds) as reply:  # noqa: S310
                return self._text(json.loads(_body(reply, seconds)))
        except HTTPError:
            return None
        except URLError as error:
            if isinstance(error.reason, TimeoutError | ConnectionResetError | BrokenPipeError):
                return None
            raise Unasked from None
        except (http.client.HTTPException, OSError, ValueError, LookupError, TypeError, RecursionError):
            return None

    @property
    def _road(self) -> str:
        return "/v1/messages" if self.api == ANTHROPIC else "/chat/completions"

    def _headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json"}
        if self.api == ANTHROPIC:
            headers["anthropic-version"] = _ANTHROPIC_VERSION
        if self.key and self.api == ANTHROPIC:
            headers["x-api-key"] = self.key
        elif self.key:
            headers["authorization"] = f"Bearer {self.key}"
        return headers

    def _text(self, said: Any) -> str | None:
        """Return a reply's text; a reply of another shape raises whatever reading it raises."""
        parts = said["content"] if self.api == ANTHROPIC else said["choices"][0]["message"]["content"]
        if isinstance(parts, str) and self.api == OPENAI:
            return parts.strip() or None
        return "\n".join(part["text"] for part in parts if part["type"] == "text").strip() or None
