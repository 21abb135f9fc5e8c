"""MCP tools for agents that are about to repeat themselves; `TOOLS` lists them. `server` alone knows the SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.mcp import fanout_reads, forgotten_context, repeat_check

if TYPE_CHECKING:
    from tallystick.mcp.protocol import Tool

TOOLS: tuple[Tool, ...] = (repeat_check, fanout_reads, forgotten_context)
