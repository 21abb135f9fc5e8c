"""`python -m tallystick.mcp ROOT [DIR ...]`: the server, for a root folder and the config folders it is about."""

from __future__ import annotations

import os
import signal
import sys

from tallystick.host.clock import now_ms
from tallystick.host.environment import Surroundings

_SDK = {"anyio", "mcp", "mcp_types"}


def main(words: list[str]) -> int:
    """Serve until the client closes the connection; 1 where the SDK is not installed."""
    try:
        from tallystick.mcp.server import serve
    except ModuleNotFoundError as error:
        if error.name not in _SDK:
            raise
        sys.stderr.write(
            "tally: tally mcp needs the MCP SDK: install tallystick with it, from the checkout pip install '.[mcp]'\n"
        )
        return 1
    # Whoever stops it by hand need not wait until the client says more; the index bears being left at any moment.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    root, *directories = words
    serve(Surroundings(root, directories or None, os.environ, now_ms(os.environ)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
