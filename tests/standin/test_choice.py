"""Each kind of request gets its own answer, with counts that no other answer has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.standin.choice import OVER, SIDE, SUMMARY, TITLE, UNMARKED, Choice, choose
from tests.standin.script import Served, Turn

TURN = Turn(say=({"text": "hi"},), usage=Served(input=1))
SCRIPTS = {"one": (TURN,)}
TOOLS = [{"name": "Bash"}]
ASK = {"role": "user", "content": "please %%play:one%%"}
SUMMARISE = {"role": "user", "content": "Your task is to create a detailed summary of the conversation so far"}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"tools": TOOLS, "messages": [ASK]}, Choice("script", TURN, "one", 0)),
        ({"tools": TOOLS, "messages": [ASK, {"role": "assistant"}]}, Choice("over", OVER, "one", 1)),
        ({"tools": TOOLS, "messages": [{"role": "user", "content": "hello"}]}, Choice("unmarked", UNMARKED)),
        ({"tools": TOOLS, "messages": [{"role": "user", "content": "%%play:none%%"}]}, Choice("unmarked", UNMARKED)),
        ({"tools": TOOLS, "messages": [ASK, SUMMARISE]}, Choice("compact", SUMMARY)),
        (
            {"tools": TOOLS, "messages": [ASK, SUMMARISE, {"role": "system", "content": "x"}]},
            Choice("compact", SUMMARY),
        ),
        ({"messages": [ASK]}, Choice("side", SIDE)),
        ({"tools": TOOLS, "messages": [ASK], "output_config": {"format": {}}}, Choice("script", TURN, "one", 0)),
        ({"tools": TOOLS, "messages": [ASK], "output_config": {"format": {"type": "json"}}}, Choice("side", TITLE)),
    ],
)
def test_the_answer_follows_from_the_request(request_: dict[str, Any], expected: Choice) -> None:
    """Script, past its end, unmarked, compaction, aside."""
    assert choose(request_, SCRIPTS) == expected


def test_no_two_fixed_answers_share_a_count() -> None:
    """A sum tells which of them were counted."""
    inputs = [turn.usage.input for turn in (SUMMARY, SIDE, TITLE, OVER, UNMARKED)]
    assert len(set(inputs)) == len(inputs)
