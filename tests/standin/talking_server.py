"""A server for the Model Context Protocol whose tools answer what a test needs, on its standard streams: nothing else.

`log` answers one text of forty equal lines, `pictures` a picture and two texts, `figures` structured content.
"""

from __future__ import annotations

import json
import sys
from typing import Any

LINES = 40
LOG = "polling the queue, nothing there yet\n" * LINES + "one job\n"
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
RESULTS: dict[str, dict[str, Any]] = {
    "log": {"content": [{"type": "text", "text": LOG}]},
    "pictures": {
        "content": [
            {"type": "text", "text": "a dot"},
            {"type": "image", "data": DOT, "mimeType": "image/png"},
            {"type": "text", "text": LOG},
        ]
    },
    "figures": {"content": [{"type": "text", "text": LOG}], "structuredContent": {"rows": [1] * 200}},
    "fails": {"content": [{"type": "text", "text": LOG}], "isError": True},
}


def answer(request: dict[str, Any]) -> dict[str, Any] | None:
    """What a request gets; None where its method is not known."""
    method = request.get("method")
    if method == "initialize":
        about = {"name": "talking", "version": "1"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        schema = {"type": "object", "properties": {}}
        return {"tools": [{"name": name, "description": name, "inputSchema": schema} for name in RESULTS]}
    if method == "tools/call":
        return RESULTS[request["params"]["name"]]
    return None


def main() -> None:
    """Answer each line until there is none."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        found = answer(request)
        said = {"result": found} if found is not None else {"error": {"code": -32601, "message": "not known"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **said}), flush=True)


if __name__ == "__main__":
    main()
