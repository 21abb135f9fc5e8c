"""The real client on a screen: both layouts, with the figures that the stand-in served, from the first to the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.standin.client import Client, open_client
from tests.standin.pane import Pane, both_layouts, figures, seed_screen
from tests.standin.scenarios import play
from tests.standin.truth import HIDDEN, answered
from tests.tools import find_tool

pytestmark = pytest.mark.needs("claude", "tmux")

NOTICE = "context window usage starts after your first question."


@contextmanager
def on_screen(base: Path, label: str = "pane", root: Path | None = None) -> Iterator[Client]:
    """A client that has a status line, and its stand-in."""
    binary = find_tool("claude")
    assert binary is not None
    client = open_client(Path(binary), base, label=label)
    seed_screen(client, both_layouts(root or base / "roots"))
    with client.server:
        yield client


def served(client: Client, session: str | None = None) -> dict[str, int]:
    """What the stand-in served that transcripts can hold, under the status line's labels."""
    rows = [
        row["usage"]
        for row in answered(client.server.log)
        if row["kind"] not in HIDDEN and session in {None, row["session"]}
    ]
    prompt, read, output = (
        sum(row[name] for row in rows) for name in ("input_tokens", "cache_read_input_tokens", "output_tokens")
    )
    written = sum(row["cache_creation_input_tokens"] for row in rows)
    found = {"prompt": prompt, "cache-read": read, "cache-write": written, "completion": output}
    found |= {"input": prompt + read + written, "output": output}
    return {label: number for label, number in found.items() if number or label not in {"cache-read", "cache-write"}}


def shows(client: Client, session: str | None = None) -> Callable[[str], bool]:
    """Whether a screen shows exactly what was served so far."""

    def holds(text: str) -> bool:
        found, expected = figures(text), served(client, session)
        return bool(found) and {label: found.get(label) for label in expected} == expected

    return holds


def session_on(text: str) -> str:
    """The session that a screen names."""
    return text.rsplit("session: ", 1)[1].split(maxsplit=1)[0]


def test_a_session_from_its_first_to_its_last_answer(tmp_path: Path) -> None:  # long: one session, step by step
    """Before the first answer, behind it, with two children, behind a compaction, resumed, and cleared."""
    with on_screen(tmp_path / "c") as client:
        with Pane(client) as pane:
            text = pane.wait(lambda text: NOTICE in text, "the notice")
            first = session_on(text)
            assert "tally 0" in text

            pane.say(play("hello"))
            text = pane.wait(shows(client), "the first answer")
            assert served(client) == {
                "prompt": 17,
                "cache-read": 5200,
                "cache-write": 1330,
                "completion": 43,
                "input": 6547,
                "output": 43,
            }
            assert session_on(text) == first

            pane.say(play("agents"))
            seen: list[dict[str, int]] = []

            def is_done(text: str) -> bool:
                seen.append(figures(text))
                return "Both helpers" in text and shows(client)(text)

            text = pane.wait(is_done, "two children")
            outputs = [one["completion"] for one in seen if one]
            assert outputs == sorted(outputs)
            # two calls of the parent, two of each child; as many results
            assert (figures(text)["num-tool-calls"], figures(text)["num-tool-responses"]) == (6, 6)

            pane.say(play("long_over"))
            pane.wait(lambda text: "ctx 10%" in text and shows(client)(text), "a context of 100,001 tokens")
            pane.say("/compact")
            text = pane.wait(lambda text: NOTICE in text, "a compaction")
            assert "prompt:" not in text.rsplit(NOTICE, 1)[1]
            pane.say(play("step2"))
            text = pane.wait(shows(client), "an answer behind the compaction")
            assert "⤵ 100k→" in text

        with Pane(client, "--resume", first) as pane:
            text = pane.wait(shows(client, first), "the resumed session")
            assert session_on(text) == first
            pane.say("/clear")
            text = pane.wait(lambda text: NOTICE in text and session_on(text) != first, "a cleared session")
            second = session_on(text)
            pane.say(play("hello"))
            pane.wait(shows(client, second), "an answer of the cleared session")
            assert served(client, second)["completion"] == 43


def test_several_sessions_at_once(tmp_path: Path) -> None:
    """Three clients share one root folder, and each shows its own."""
    with ExitStack() as stack:
        clients = [stack.enter_context(on_screen(tmp_path / str(n), f"many{n}", tmp_path / "root")) for n in range(3)]
        panes = [stack.enter_context(Pane(client)) for client in clients]
        for pane in panes:
            pane.wait(lambda text: NOTICE in text, "the notice")
        for pane, script in zip(panes, ("hello", "agents", "parallel"), strict=True):
            pane.say(play(script))
        for pane, client, last in zip(panes, clients, ("Hello from", "Both helpers", ""), strict=True):
            pane.wait(lambda text, c=client, w=last: w in text and shows(c)(text), "its own figures")  # type: ignore[misc]
        found: list[dict[str, Any]] = [figures(pane.text()) for pane in panes]
        assert len({one["completion"] for one in found}) == 3
