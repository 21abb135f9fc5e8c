"""A case: files, what a reader must find in them, and why it is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .thread import Thread

Counts = dict[str, int]
Find = dict[str, Any]

NONE: Counts = {}


def totals(  # the order of the columns of `tally spent`, so that a hand can check a row
    fresh: int = 0,
    w5: int = 0,
    w1: int = 0,
    read: int = 0,
    out: int = 0,
    *,
    n: int = 0,
    low: int = 0,
    unknown: int = 0,
    searches: int = 0,
) -> Counts:
    """Counts by class; `n` responses, of them `low` lower bounds; `unknown` cache writes have no lifetime."""
    return {
        "input_tokens": fresh,
        "cache_write_5m_tokens": w5,
        "cache_write_1h_tokens": w1,
        "cache_write_unknown_tokens": unknown,
        "cache_read_tokens": read,
        "output_tokens": out,
        "responses": n,
        "lower_bound_responses": low,
        "web_searches": searches,
    }


def rejected(line: int, reason: str | None, file: str | None = None) -> Find:
    """One rejection: its physical line, and its reason (None: whichever)."""
    return {"file": file, "line": line, "reason": reason}


@dataclass(frozen=True, slots=True)
class Case:
    """One folder of `tests/data/cases/`."""

    name: str
    why: str
    files: dict[str, bytes]
    expected: Find


def find(counts: Counts, **more: Any) -> Find:
    """What a reader must find: totals, events by kind, rejections (None: not judged), and whatever else is named."""
    events = {
        "human_prompts": 0,
        "tool_calls": 0,
        "tool_results": 0,
        "boundaries": 0,
        "clears": 0,
        "limits": 0,
        "errors": 0,
    }
    short = {"prompts": "human_prompts", "calls": "tool_calls", "results": "tool_results"}
    for word in list(more):
        key = short.get(word, word)
        if key in events:
            events[key] = more.pop(word)
    return {"totals": counts, "events": events, "rejections": more.pop("rejections", []), **more}


Written = bytes | Thread | list[bytes]
Made = tuple[dict[str, Written] | Written, Find]
BOOK: dict[str, Case] = {}


def path_of(thread: Thread) -> str:
    """Where the client would put a thread."""
    if thread.agent:
        return f"x/{thread.session}/subagents/agent-{thread.agent}.jsonl"
    return f"x/{thread.session}.jsonl"


def bytes_of(written: Written) -> bytes:
    """The bytes of one file."""
    if isinstance(written, Thread):
        return written.data()
    return written if isinstance(written, bytes) else b"\n".join(written) + b"\n"


def case(make: Callable[[], Made]) -> Callable[[], Made]:
    """Enter a case into the book, under its function's name; the docstring is its why."""
    written, expected = make()
    if isinstance(written, dict):
        files = {path: bytes_of(part) for path, part in written.items()}
    else:
        main = path_of(written) if isinstance(written, Thread) else path_of(Thread())
        files = {main: bytes_of(written)}
    only = next(iter(files))
    for rejection in expected["rejections"] or []:
        rejection["file"] = rejection["file"] or only
    why = " ".join((make.__doc__ or "").split())
    BOOK[make.__name__] = Case(make.__name__, why, files, expected)
    return make


def several(*threads: Thread, **more: bytes) -> dict[str, Written]:
    """Several threads, each where the client would put it."""
    found: dict[str, Written] = {path_of(thread): thread for thread in threads}
    return found | more
