"""The server: the official SDK on standard input and output, one call at a time, and nothing else on either."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from tallystick import __version__
from tallystick.errors import TallyError
from tallystick.mcp import TOOLS
from tallystick.mcp.given import Given
from tallystick.store.index import is_there
from tallystick.tasks.building import Building
from tallystick.tasks.caller import Caller, Memory

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

    from tallystick.host.environment import Surroundings
    from tallystick.mcp.answer import Answer

INSTRUCTIONS = (
    "tally knows what this session and its subagents have read and run, from their own transcripts. "
    "Before reading a file again, running a command again or after a compaction, ask repeat_check; "
    "before briefing another subagent, ask fanout_reads; before planning after a compaction, ask forgotten_context."
)
_CALL_ID = "claudecode/toolUseId"
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class Desk:
    """Answers calls one after the other; what it keeps between them is the caller's memory."""

    def __init__(self, place: Surroundings) -> None:
        self._place = place
        self._memory = Memory()
        self._lock = threading.Lock()
        self._tools = {tool.NAME: tool for tool in TOOLS}
        self.building = Building(place)

    def close(self) -> None:
        """Let go of the index; the next call opens it again."""
        self._memory.close()

    def list_tools(self) -> types.ListToolsResult:
        """Return every tool with its schemas."""
        tools = [
            types.Tool(
                name=tool.NAME,
                title=tool.TITLE,
                description=tool.ABOUT,
                input_schema=tool.INPUT,
                output_schema=tool.OUTPUT,
                annotations=_HINTS,
            )
            for tool in TOOLS
        ]
        return types.ListToolsResult(tools=tools)

    def call(self, name: str, arguments: dict[str, Any] | None, meta: dict[str, Any]) -> types.CallToolResult:
        """Answer one call; what we refuse is an error that the model reads, in one line."""
        tool = self._tools.get(name)
        if tool is None:
            return _refusal(f"there is no tool {name[:40]!r}; there are {', '.join(self._tools)}")
        call = meta.get(_CALL_ID)
        caller = Caller(self._place, self._memory, self.building, call if isinstance(call, str) else None)
        try:
            with self._lock:
                answer = tool.answer(Given(arguments, tool.INPUT["properties"]), caller)
        except TallyError as error:
            return _refusal(str(error))
        except OSError as error:
            return _refusal(f"{error.filename or 'a file'} cannot be used: {error.strerror or error}")
        return _result(answer)


def _result(answer: Answer) -> types.CallToolResult:
    text = types.TextContent(type="text", text=answer.text)
    return types.CallToolResult(content=[text], structured_content=answer.structured)


def _refusal(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


def make_server(desk: Desk) -> Server[Any]:
    """Return the SDK's server around a desk."""

    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return desk.list_tools()

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        meta: dict[str, Any] = dict(context.meta or {})
        return await anyio.to_thread.run_sync(desk.call, params.name, params.arguments, meta)

    return Server(
        "tally", version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


async def _serve(desk: Desk) -> None:
    server = make_server(desk)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def serve(place: Surroundings) -> None:
    """Answer on standard input and output until the client closes them."""
    desk = Desk(place)
    if not is_there(place.root):
        desk.building.start()
    try:
        anyio.run(_serve, desk)
    except* (BrokenPipeError, anyio.BrokenResourceError):
        pass  # the client left without closing its side first
    finally:
        desk.close()
