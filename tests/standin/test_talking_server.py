"""The small server answers as the protocol asks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.standin import talking_server


def test_a_talk() -> None:
    """Requests are answered in order; notifications are not; an unknown method is refused."""
    calls = [("initialize", {}), ("tools/list", {}), ("tools/call", {"name": "log"}), ("server/discover", {})]
    asked = [{"id": at, "method": method, "params": params} for at, (method, params) in enumerate(calls)]
    lines = [json.dumps(one) for one in (asked[0], {"method": "notifications/initialized"}, *asked[1:])]
    done = subprocess.run(
        [sys.executable, str(Path(talking_server.__file__))],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())

    assert [0, 1, 2, 3] == [one["id"] for one in (first, second, third, fourth)]
    assert first["result"]["protocolVersion"] == "2025-11-25"
    assert [tool["name"] for tool in second["result"]["tools"]] == list(talking_server.RESULTS)
    assert third["result"]["content"][0]["text"].count("\n") == talking_server.LINES + 1
    assert fourth["error"]["code"] == -32601
