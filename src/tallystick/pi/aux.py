"""Which auxiliary model is asked, and how: pi's own, a program, a server, or none.

The environment says more than config.toml; a way that is not said follows from what is configured, and is pi's own
model where nothing is.
"""

from __future__ import annotations

import os
from queue import Empty, SimpleQueue
from threading import Thread

from tallystick.host.aux_model import APIS, OPENAI, Service, Unasked, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tallystick.mechanisms.records import Ask
    from tallystick.mechanisms.settings import Settings as Switches
    from tallystick.model.settings import Settings

    # What is asked, in how many seconds -> the reply.
    Way = Callable[[Ask, float], str | None]

PI, COMMAND, URL, NONE = WAYS = ("pi", "command", "url", "none")
VARIABLES = {
    "PI_CTX_AUX": "who is asked: pi (its own model), command, url, or none",
    "PI_CTX_AUX_COMMAND": "a program that reads the prompt on its input and prints the reply",
    "PI_CTX_AUX_URL": "the base address of a server that speaks OpenAI's or Anthropic's protocol",
    "PI_CTX_AUX_API": "which of them it speaks: openai or anthropic",
    "PI_CTX_AUX_KEY": "the name of the variable that holds the key",
}


class Model:
    """Takes asks and gives replies back: `handle` can be read when there are some."""

    def __init__(self, way: Way | None, said: Callable[[Ask], dict[str, object]] | None = None) -> None:
        self._way = way
        self._said = said
        self._found: SimpleQueue[tuple[int, str | None, bool]] = SimpleQueue()
        self.handle, self._wake = os.pipe()
        os.set_blocking(self.handle, False)

    def ask(self, number: int, ask: Ask) -> dict[str, object] | None:
        """Ask; return what to ask pi for, None where the reply comes by itself."""
        if self._said is not None:
            return self._said(ask)
        if self._way is None:
            self._put(number, None, was_sent=False)
        else:
            Thread(target=self._wait, args=(self._way, number, ask), daemon=True).start()
        return None

    def replies(self) -> Iterator[tuple[int, str | None, bool]]:
        """Yield the replies that have come: the ask's number, the text, and whether a request was made."""
        try:
            os.read(self.handle, 4096)
        except BlockingIOError:
            return
        while True:
            try:
                yield self._found.get_nowait()
            except Empty:
                return

    def _wait(self, way: Way, number: int, ask: Ask) -> None:
        try:
            reply, was_sent = way(ask, ask.timeout_ms / 1000), True
        except Unasked:
            reply, was_sent = None, False
        self._put(number, reply, was_sent=was_sent)

    def _put(self, number: int, reply: str | None, *, was_sent: bool) -> None:
        self._found.put((number, reply, was_sent))
        os.write(self._wake, b".")


def choose(environ: Mapping[str, str], settings: Settings, switches: Switches) -> Model:
    """Return the model that the environment and config.toml name."""
    from shlex import split

    command = tuple(_words(split, environ.get("PI_CTX_AUX_COMMAND", ""))) or settings.pi_aux_command
    url = environ.get("PI_CTX_AUX_URL", "").strip() or settings.pi_aux_url
    way = environ.get("PI_CTX_AUX", "").strip().lower() or settings.pi_aux
    if way not in WAYS:
        way = COMMAND if command else URL if url else PI
    name = switches.aux_model or settings.pi_aux_model
    if way == COMMAND and command:
        return Model(lambda ask, seconds: run(command, ask.text, seconds))
    if way == URL and url:
        api = environ.get("PI_CTX_AUX_API", "").strip().lower() or settings.pi_aux_api
        key = environ.get(environ.get("PI_CTX_AUX_KEY", "").strip() or settings.pi_aux_key, "")
        service = Service(url, api if api in APIS else OPENAI, name, key)
        return Model(lambda ask, seconds: service.ask(ask.text, ask.max_tokens, seconds))
    if way == PI:
        return Model(None, lambda ask: _for_pi(ask, name))
    return Model(None)


def _for_pi(ask: Ask, name: str) -> dict[str, object]:
    return {"prompt": ask.text, "maxTokens": ask.max_tokens, "timeoutMs": ask.timeout_ms, "model": name}


def _words(split: Callable[[str], list[str]], text: str) -> list[str]:
    try:
        return split(text)
    except ValueError:  # a quote that never ends names no program
        return []
