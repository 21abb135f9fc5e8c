"""What the real pi is made to do, one function a scenario. The docstring is the page that a capture carries."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .pi import Pi


def play(name: str) -> str:
    """A prompt that makes the stand-in play a script."""
    return f"please do %%play:{name}%%"


def hello(pi: Pi) -> None:
    """One prompt, one answer."""
    pi.ask(play("hello"))


def tools(pi: Pi) -> None:
    """Every tool that changes or shows something, two calls in one answer, two failures; then the session goes on."""
    pi.ask(play("tools"))
    pi.ask("--continue", play("more"))


def compact(pi: Pi) -> None:
    """Two halves of a file are read, a compaction keeps the second of them, and both are read again."""
    # Each half is some 10,000 characters, 2,500 tokens: 3,000 hold one of them.
    (pi.agent / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 3000}}))
    with pi.talk() as talk:
        talk.prompt(play("reads"))
        talk.ask(type="compact")
        talk.prompt(play("again"))


def fork(pi: Pi) -> None:
    """A second session that begins with a copy of the first."""
    with pi.talk() as talk:
        talk.prompt(play("tools"))
        talk.prompt(play("more"))
        second = talk.ask(type="get_fork_messages")["messages"][1]
        talk.ask(type="fork", entryId=second["entryId"])
        talk.prompt(play("hello"))


def overload(pi: Pi) -> None:
    """The service is overloaded twice before it answers."""
    pi.ask(play("overload"))


def interrupt(pi: Pi) -> None:
    """An answer is stopped in the middle, and the talk goes on."""
    with pi.talk() as talk:
        talk.tell(type="prompt", message=play("slow"))
        talk.wait("message_update")
        time.sleep(1.0)
        talk.ask(type="abort")
        if not any(event["type"] == "agent_end" for event in talk.events):
            talk.wait("agent_end")
        talk.prompt(play("more"))


PI_SCENARIOS: dict[str, Callable[[Pi], None]] = {
    act.__name__: act for act in (hello, tools, compact, fork, overload, interrupt)
}
