"""A call has succeeded: what it printed is put shorter in its place, in the tool's own shape.

The door looks for a reason to leave the output alone, and finds one most of the time: it is short, it is of no one
simple command, no filter changes it. Only then the rest of tally is loaded, which keeps the whole text and notes what
was spared. Commands are never touched, and neither is what failed.
"""

from __future__ import annotations

from posix import X_OK, access

from tallystick.hooks.payload import answered, part, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.hooks.payload import Event

_EVENT = "PostToolUse"
_RECOVER = "tally output 0123456789ab"  # as long as the real one
_SHORTEST = 80  # bytes: as `tasks.compress` has it
_SERVERS = "mcp__"
_PATH = "persistedOutputPath"
# What a shell's answer says beside what it printed where that is not all, or no text, or not a success.
_APART = (
    *("interrupted", "isImage", "returnCodeInterpretation", "structuredContent", "timedOutAfterMs"),
    *("memoryLimitNote", "rawOutputPath"),
)


def answer(event: Event, root: bytes, environ: Mapping[str, str]) -> bytes:
    """Return the shorter output as the client takes it, b"" where the output stays as it is."""
    tool = text(event, "tool_name")
    if tool == "Bash":
        new: object = _shell(event, root, environ)
    elif tool.startswith(_SERVERS):
        new = _server(event, root)
    else:
        new = None
    return answered(_EVENT, updatedToolOutput=new) if new is not None else b""


def _shell(event: Event, root: bytes, environ: Mapping[str, str]) -> Event | None:
    """Return a shell's answer with less in it."""
    found = part(event, "tool_response")
    output = text(found, "stdout")
    if (
        len(output) < _SHORTEST
        or any(found.get(key) for key in _APART)
        or any(key.startswith("background") for key in found if found[key])
    ):
        return None
    from tallystick.filters.shell import words_of

    words = words_of(text(part(event, "tool_input"), "command"))
    if not words or not (found.get(_PATH) or _may_change(output, words, environ)):
        return None
    short = _shortened(event, root, output, words, text(found, _PATH))
    if short is None:
        return None
    kept = {
        key: value
        for key, value in found.items()
        if not key.startswith("persistedOutput") and key != "stdoutHoldsOutputEnd"
    }
    return {**kept, "stdout": short}


def _may_change(output: str, words: tuple[str, ...], environ: Mapping[str, str]) -> bool:
    """Say whether any filter changes an output; an installed rtk may, whatever ours do."""
    if any(access(f"{folder or '.'}/rtk", X_OK) for folder in environ.get("PATH", "").split(":")):
        return True
    from tallystick.filters.context import Context
    from tallystick.filters.pipeline import steps

    return bool(steps(output, Context(words=words, exit_code=0, recover=_RECOVER)))


def _server(event: Event, root: bytes) -> list[object] | None:
    """Return the blocks of a server's answer with less in the largest of its texts."""
    blocks = event.get("tool_response")
    if not isinstance(blocks, list):
        return None  # structured content, or the client's own word that it was too much
    texts = [(len(text(one, "text")), at) for at, one in enumerate(blocks) if _is_text(one)]
    size, at = max(texts, default=(0, 0))
    if size < _SHORTEST:
        return None
    short = _shortened(event, root, blocks[at]["text"], (), "")
    return None if short is None else [*blocks[:at], {**blocks[at], "text": short}, *blocks[at + 1 :]]


def _is_text(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") == "text"


def _shortened(event: Event, root: bytes, output: str, words: tuple[str, ...], kept: str) -> str | None:
    """Let the rest of tally shorten it, with all of the environment."""
    from os import environ

    from tallystick.tasks.hook_output import shorten

    session, call, tool = (text(event, key) for key in ("session_id", "tool_use_id", "tool_name"))
    return shorten(output, root, environ, session=session, call=call, tool=tool, words=words, kept=kept)
