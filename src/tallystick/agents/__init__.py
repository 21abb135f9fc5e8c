"""The agents whose transcripts can be read: one module (or folder) each, one line in this table."""

from __future__ import annotations

from tallystick.agents import claude_code, pi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.protocol import Agent

AGENTS: tuple[Agent, ...] = (claude_code, pi)
