"""Folds a line's usage into its response: input counts are the same on every line, output is the maximum."""

from __future__ import annotations

from tallystick.kernel import usage as kernel
from tallystick.kernel.responses import UsageFold
from tallystick.kernel.usage import split_writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.claude_code.codec import Line, Usage
    from tallystick.agents.claude_code.lines import Reader


def fold(reader: Reader, found: Line, line: int, part: int, t: int, session: int, slot: int, visible: int) -> None:
    """Add one line's usage to the fold of its response in this file; `slot` is its key << 1 | nested."""
    message = found.message
    assert message is not None
    usage = message.usage
    assert usage is not None
    is_same = slot == reader.last_slot
    if is_same:
        this = reader.last_fold
    else:
        this = _of(reader, found, line, part, t, session, slot)
        reader.last_slot, reader.last_fold = slot, this
    if 0 <= t < this.t or this.t < 0:
        this.t = t
    this.lines += 1
    if found.isSidechain:
        this.side = 1
        if not message.stop_reason:
            this.visible += visible
    if message.stop_reason:
        this.stopped = 1
    if found.requestSessionId:
        this.claimed = reader.name(found.requestSessionId)
    # the lines of a message mostly repeat one usage
    if not is_same or usage != reader.last_usage:
        this.raise_to(*counts(usage))
        this.variant |= variant(usage)
        reader.last_usage = usage


def _of(reader: Reader, found: Line, line: int, part: int, t: int, session: int, slot: int) -> UsageFold:
    """Return the fold of a response in this file, a new one where this is its first line."""
    known = reader.reading.usage.get(slot)
    if known is not None:
        return known
    this = reader.reading.usage[slot] = UsageFold(line, part, t)
    this.session = session
    this.branch = reader.name(found.gitBranch)
    this.model = reader.name(found.message.model)
    return this


def counts(usage: Usage) -> tuple[int, int, int, int, int, int, int]:
    """Return input, 5m, 1h and unknown writes, reads, output and web searches."""
    written = usage.cache_creation_input_tokens or 0
    split = usage.cache_creation
    if split is None:
        short = hour = 0
    else:
        short, hour = split.ephemeral_5m_input_tokens or 0, split.ephemeral_1h_input_tokens or 0
    short, hour, unknown = split_writes(written, short, hour, is_split=split is not None)
    server = usage.server_tool_use
    searches = (server.web_search_requests or 0) if server is not None else 0
    return (
        usage.input_tokens or 0,
        short,
        hour,
        unknown,
        usage.cache_read_input_tokens or 0,
        usage.output_tokens or 0,
        searches,
    )


def variant(usage: Usage) -> int:
    """Return the price variant bits that a response states of itself."""
    return kernel.variant(usage.speed, usage.inference_geo, usage.service_tier)
