"""Every agent has what its protocol names, so that tasks can use any of them."""

from __future__ import annotations

from inspect import signature

import pytest

from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.agents import AGENTS
from tallystick.agents.protocol import Agent, BlockReader, LineReader
from tallystick.host import words
from tallystick.model.reading import Memory, Reading
from tallystick.model.source import Place


def members(protocol: type) -> set[str]:
    """What a protocol names."""
    return {name for name in {*vars(protocol), *protocol.__annotations__} if not name.startswith("_")}


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: str(agent.NAME))
def test_an_agent_has_what_the_protocol_names(agent: Agent) -> None:
    """Every constant and function, with the same parameters."""
    assert members(Agent) - set(dir(agent)) == set()
    for name in ("place", "reader", "totals_reader", "texts", "talk"):
        declared = list(signature(getattr(Agent, name)).parameters)[1:]
        assert declared == list(signature(getattr(agent, name)).parameters)


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: str(agent.NAME))
def test_its_readers_have_what_theirs_name(agent: Agent) -> None:
    """A reader of lines and a reader of totals."""
    describer = Describer(words.load())
    for typed in (True, False):
        reader = agent.reader(
            Reading(),
            Memory(),
            names=Names(),
            describer=describer,
            place=Place("t", "s", is_subagent=False),
            typed=typed,
        )
        assert members(LineReader) - set(dir(reader)) == set()
    assert members(BlockReader) - set(dir(agent.totals_reader(Place("t", "s", is_subagent=False)))) == set()


def test_names_and_parsers_are_told_apart() -> None:
    """An agent's name is its mark in the index; its parser's version counts from 1."""
    assert len({agent.NAME for agent in AGENTS}) == len(AGENTS)
    assert all(agent.PARSER >= 1 for agent in AGENTS)
