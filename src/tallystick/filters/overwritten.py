"""Leaves of a line what a terminal would show: the last state of a progress line, and letters printed over others.

States of one line that a carriage return overwrote become the last of them, with their number: `100% done [×40]`. They
are states of one progress only if each has a sign of progress and they begin alike; anything else that a carriage
return parts stays, so that a file with old line ends keeps its lines, and so does a state that speaks of a failure.

Edits lines: a line with backspaces keeps the letters that were printed last; one of a million characters stays.
"""

from __future__ import annotations

from tallystick.filters.failures import is_failure
from tallystick.filters.marks import TIMES, shorter, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "collapse_overwritten"
BUCKET = "tool_output_filter"
KIND = "reducer"

_LONGEST = 1_000_000  # characters: no terminal has shown a longer line, and nobody has printed over it
_SIGNS = ("%", "/s", "--:--", "...", "━", "█", "▌", "=>", "##")
_SPINNERS = frozenset("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⣾⣽⣻⢿⡿⣟⣯⣷◐◓◑◒|/-\\")
_DIGITS = "0123456789"


def applies(context: Context) -> bool:
    """Always: a text without carriage returns and backspaces is known at a glance."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with the last states alone, and how many lines changed."""
    if "\b" not in text and ("\r" not in text or text.count("\r") == text.count("\r\n")):
        return text, 0
    lines = text.split("\n")
    count = 0
    for at, line in enumerate(lines):
        kept = _overtyped(line) if "\b" in line and len(line) < _LONGEST else line
        if "\r" in kept:
            kept = _last_states(kept)
        if kept is not line and kept != line:
            lines[at] = kept
            count += 1
    return shorter(text, "\n".join(lines), count)


def _overtyped(line: str) -> str:
    """A line after its backspaces: each goes back one character, and what follows stands over what was there."""
    first, *parts = line.split("\b")
    shown, at = list(first), len(first)
    for part in parts:
        if at and shown[at - 1] != "\r":
            at -= 1
        if len(part) == 1 and at < len(shown):
            shown[at] = part
        elif part:
            shown[at : at + len(part)] = part
        at += len(part)
    return "".join(shown)


def _last_states(line: str) -> str:
    body = line.rstrip("\r")
    states = [state for state in body.split("\r") if state and not state.isspace()]
    if len(states) < 2:
        return line
    kept: list[str] = []
    begin = 0
    kinds = [_kind(state) for state in states]
    for at in range(1, len(states) + 1):
        if at == len(states) or kinds[at] != kinds[begin] or not kinds[at]:
            kept += _run(states[begin:at])
            begin = at
    return "\r".join(kept) + line[len(body) :] if len(kept) < len(states) else line


def _run(states: list[str]) -> list[str]:
    """One state for a run of states that are alike, where the mark is not longer than what goes."""
    if len(states) < 2:
        return states
    last = times(states[-1], len(states))
    gone = sum(map(len, states)) + len(states) - 1 - len(states[-1])
    return (
        [last]
        if gone > len(last.encode("utf-8", "surrogatepass")) - len(states[-1].encode("utf-8", "surrogatepass"))
        else states
    )


def _kind(state: str) -> str:
    """What a state is a state of, "" where it is no progress or must be kept for what it says."""
    word = state.split(None, 1)[0]
    if word[0] not in _SPINNERS and not any(sign in state for sign in _SIGNS):
        return ""
    if TIMES in state or is_failure(state):
        return ""
    return word.rstrip("0123456789.%:,|█▌━=># ") if word[0].isalpha() else "#"
