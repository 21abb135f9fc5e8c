"""What a tool module must have: its name, what it says of itself, its schemas, and one function that answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tallystick.mcp.answer import Answer
    from tallystick.mcp.given import Given
    from tallystick.tasks.caller import Caller


class Tool(Protocol):
    """A tool that an agent can call. It reads and never changes anything but the index."""

    NAME: str
    TITLE: str
    ABOUT: str
    INPUT: dict[str, Any]
    OUTPUT: dict[str, Any]

    def answer(self, given: Given, caller: Caller) -> Answer:
        """Answer one call; a TallyError becomes an error that the agent reads."""
