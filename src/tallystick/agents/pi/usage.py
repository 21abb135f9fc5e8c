"""What an entry reports of model work: an assistant's message, a summary, a tool that asked a model, cache warming.

One entry, one response: pi writes no entry twice but where a fork copies it, times and all. A response is known again
by its entry's time and what its provider calls it, or where that is unknown, by its usage: ids of entries are made anew
when a session of the first format is brought to the present one. `input` excludes what the cache gave; `reasoning` is
part of `output`; `cacheWrite1h` is part of `cacheWrite`.
"""

from __future__ import annotations

from tallystick.agents.pi.entries import text
from tallystick.kernel.usage import Fault, count, split_writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.pi.entries import Entry

    Counts = tuple[int, int, int, int, int, int, int]

_ENDED = ("stop", "length", "toolUse")


class Report:
    """A response: what names it everywhere, its model ("" unknown), whether it ended by itself, its counts (tokens)."""

    __slots__ = ("counts", "ended", "model", "name")

    def __init__(self, name: str, model: str, counts: Counts, *, ended: bool) -> None:
        self.name = name
        self.model = model
        self.counts = counts
        self.ended = ended


def report(entry: Entry) -> Report | None:
    """Return what an entry reports, None where it reports nothing; Fault where that cannot be read."""
    holder = entry.message if entry.kind == "message" else entry.value
    usage = holder.get("usage")
    if usage is None or (entry.kind == "message" and entry.role not in ("assistant", "toolResult")):
        return None
    if not isinstance(usage, dict):
        raise Fault
    counts = _counts(usage)
    ended = text(holder, "stopReason") in _ENDED if entry.role == "assistant" else True
    if text(holder, "stopReason") == "error" and not any(counts):
        return None  # the service refused: one that was aborted may have worked for nobody, and is a lower bound
    which = text(holder, "responseId") or text(holder, "toolCallId") or ",".join(map(str, counts))
    model = text(holder, "responseModel") or text(holder, "model")
    return Report(f"pi:{entry.time}:{which}", model, counts, ended=ended)


def _counts(usage: dict[str, object]) -> Counts:
    """Return input, 5m, 1h and unknown writes, reads, output and web searches."""
    hour = usage.get("cacheWrite1h")
    short, long, unknown = split_writes(count(usage.get("cacheWrite")), 0, count(hour), is_split=hour is not None)
    return count(usage.get("input")), short, long, unknown, count(usage.get("cacheRead")), count(usage.get("output")), 0
