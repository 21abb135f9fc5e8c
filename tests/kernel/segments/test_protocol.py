"""Every segment has what the protocol asks for; mypy reads the list."""

from __future__ import annotations

import pytest

from tallystick.kernel.layouts import load
from tallystick.kernel.segments import (
    SEGMENTS,
    account,
    cache,
    context,
    cost,
    estimate,
    fill,
    limits,
    login,
    model,
    project,
    savings,
    session,
    title,
    tokens,
    tools,
    version,
    wasted,
)
from tallystick.kernel.segments.protocol import Segment
from tests.kernel.segments.look import snapshot

ALL: list[Segment] = [
    *(version, project, login, account, model, context, cost, limits, savings, wasted, cache),
    *(title, fill, estimate, tokens, tools, session),
]
NEEDS = {"account", "clock", "hooks", "login", "prices", "project", "savings", "totals", "tracker", "version", "wasted"}


def test_the_list_is_the_table() -> None:
    """What mypy checked is what a render loads."""
    assert [load(name) for name in SEGMENTS] == ALL


@pytest.mark.parametrize("name", SEGMENTS)
def test_needs_are_known(name: str) -> None:
    """A segment asks for nothing that no render looks up, and has a text for a session of which nothing is known."""
    assert set(load(name).NEEDS) <= NEEDS
    assert isinstance(load(name).render(snapshot()), str)
