"""What the client of today writes, before any reader of ours: the truth of the captures still holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.standin.plain import count_lines
from tests.standin.scenarios import SCENARIOS

if TYPE_CHECKING:
    from tests.real_client.conftest import Play

pytestmark = pytest.mark.needs("claude")


@pytest.mark.parametrize("name", SCENARIOS)
def test_lines_hold_what_was_served(name: str, play: Play) -> None:
    """Everything but hidden requests and what an interrupt or a crash took, counted plainly."""
    played = play(name)
    assert count_lines(played.config / "projects") == played.truth["in_lines"]


@pytest.mark.parametrize("name", ["resume", "compact_fork"])
def test_requests_are_told_apart_by_session(name: str, play: Play) -> None:
    """The client names the session of each request: a fork's own answers are booked to the fork."""
    assert len(play(name).truth["served_by_session"]) == 2


def test_children_are_told_apart(play: Play) -> None:
    """Two children of three answers each: (101 + 107 + 113) * (1 + 2) = 963 fresh tokens."""
    served = play("agents").truth["served_to_subagents"]
    assert (served["responses"], served["input_tokens"]) == (6, 963)
