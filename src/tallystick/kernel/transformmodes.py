"""The words that a record of the transformation ledger may hold, and what is kept of a change."""

from __future__ import annotations

COUNTS, DEBUG = MODES = ("counts", "debug")
SURFACES = (
    *("execution_command", "tool_output", "tool_output_fragment", "stored_tool_output"),
    *("context_render", "injected_message"),
)
MEASURES = ("exact", "estimate")
MESSAGE_LIST = "message_list_json_utf8_v1"  # a whole list of messages as compact JSON


def mode_of(text: str) -> str:
    """Return the mode that a word names, counts where it says nothing; ValueError for any other."""
    mode = text.strip().lower() or COUNTS
    if mode not in MODES:
        raise ValueError(f"transform log mode {text!r} is neither counts nor debug")
    return mode
