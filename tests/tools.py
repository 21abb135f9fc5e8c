"""The programs that some tests need and no Python package brings: where each one is."""

from __future__ import annotations

import os
import shutil

# Those that `.ci/run` installs outside the checkout come through a variable; all others through PATH.
VARIABLES = {
    "claude": "TALLY_CLAUDE_BIN",  # the real client, pinned
    "ccusage": "TALLY_CCUSAGE_BIN",  # the peer's native program, pinned
    "pi": "TALLY_PI",  # an npm tree with pi, pinned, and the node it needs
    "pi-before": "TALLY_PI_BEFORE",  # one with the last pi of the old name, which runs on the machine's node
    "tsc": "TALLY_TSC",  # an npm tree with the compiler that checks what is written in TypeScript, and Node's types
    "price-peers": "TALLY_PRICE_PEERS",  # a folder with the packages genai-prices and litellm
}


def find_tool(name: str) -> str | None:
    """The path of a program or folder that a test needs, None where this machine lacks it."""
    variable = VARIABLES.get(name)
    if variable is None:
        return shutil.which(name)
    place = os.environ.get(variable, "")
    return place if os.path.exists(place) else None


def describe_lack(name: str) -> str:
    """One line for the reader of a skip: what is missing and how it would be found."""
    variable = VARIABLES.get(name)
    return f"needs {name}" + (f": set {variable} (.ci/run does)" if variable else ", which is not installed")


def must_have_all() -> bool:
    """True in CI, where a missing tool is a failure and no skip."""
    return bool(os.environ.get("TALLY_CI"))
