"""Asks a model out of band: a program of the user's, or a server that speaks OpenAI's or Anthropic's protocol.

Whatever goes wrong, there is no reply. What is sent is what the caller says and nothing else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

OPENAI, ANTHROPIC = "openai", "anthropic"
APIS = (OPENAI, ANTHROPIC)
_LARGEST = 1 << 20  # bytes of a reply
_ANTHROPIC_VERSION = "2023-06-01"


def run(words: Sequence[str], prompt: str, seconds: float) -> str | None:
    """Return what a program prints that reads the prompt on its input; None where it fails or takes longer."""
    import subprocess

    data = prompt.encode("utf-8", "replace")
    try:
        done = subprocess.run(
            list(words), input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds, check=True
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout[:_LARGEST].decode("utf-8", "replace").strip() or None


class Service:
    """A server to ask: its base address, which protocol it speaks, the model's name and a key ("" for none)."""

    __slots__ = ("api", "key", "model", "url")

    def __init__(self, url: str, api: str, model: str, key: str) -> None:
        self.url = url.rstrip("/")
        self.api = api
        self.model = model
        self.key = key

    def ask(self, prompt: str, max_tokens: int, seconds: float) -> str | None:
        """Return the reply's text; None where there is none in time."""
        import http.client
        import json
        from urllib.error import URLError
        from urllib.request import Request, urlopen

        content = {"model": self.model, "max_tokens": max_tokens, "temperature": 0}
        content |= {"messages": [{"role": "user", "content": prompt}]}
        body = json.dumps(content).encode("utf-8", "replace")
        try:
            request = Request(self.url + self._road, body, self._headers())  # noqa: S310 - the user's own address
            with urlopen(request, timeout=seconds) as reply:  # noqa: S310
                return self._text(json.loads(reply.read(_LARGEST)))
        except (URLError, http.client.HTTPException, OSError, ValueError, LookupError, TypeError, RecursionError):
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
        if self.api == ANTHROPIC:
            found = "\n".join(block["text"] for block in said["content"] if block["type"] == "text")
        else:
            found = said["choices"][0]["message"]["content"]
        return str(found).strip() or None
