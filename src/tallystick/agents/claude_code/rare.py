"""The rarer lines: progress, system, cost-state, API errors and limit events."""

from __future__ import annotations

import re

from tallystick.accounting import digests
from tallystick.agents.claude_code import plain, usage
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.claude_code.codec import Codec, Line
    from tallystick.agents.claude_code.lines import Reader

_LIMIT_TEXT = re.compile(
    r"^(?!API Error)[^\n]{0,120}?\blimit (?:reached|.{0,40}?\bresets\b)"
    r"|^(?:You've|You’ve|You're|You’re) (?:hit your|out of)\b",
    re.IGNORECASE,
)
_EPOCH = re.compile(r"\|(\d{10})\b")
_COUNTS = (
    "inputTokens",
    "cacheCreationEphemeral5mInputTokens",
    "cacheCreationEphemeral1hInputTokens",
    "cacheReadInputTokens",
    "outputTokens",
)
_ROOM = 1 << 53


def read_progress(reader: Reader, found: Line, codec: Codec, line: int, part: int, t: int, session: int) -> None:
    """Keep the usage of a child's response nested in the parent; it counts only where no other line holds it."""
    data = codec.value(found.data)
    if not isinstance(data, dict) or data.get("type") != "agent_progress" or not isinstance(data.get("message"), dict):
        return
    nested = plain.Line({**data["message"], "isSidechain": True, "gitBranch": found.gitBranch})
    message = nested.message
    if nested.type != "assistant" or message is None or message.usage is None or message.model == "<synthetic>":
        return
    identity = message.id or nested.requestId or nested.uuid
    if identity:
        moment = reader.ms(nested.timestamp)
        usage.fold(reader, nested, line, part, moment if moment >= 0 else t, session, digests.key(identity) << 1 | 1, 0)


def read_system(reader: Reader, found: Line, codec: Codec, line: int, part: int, t: int, session: int) -> int:
    """Return what a system line is; a compaction's details become a boundary row."""
    subtype = found.subtype or ""
    if subtype in ("compact_boundary", "microcompact_boundary"):
        _read_boundary(reader, found, codec, line, part, t, session)
        return event.BOUNDARY
    if subtype == "api_error":
        return event.ERROR
    if subtype == "local_command":
        run = codec.value(found.commandRun)
        text = codec.text(found.content) or ""
        if (isinstance(run, dict) and run.get("command") == "clear") or "<command-name>/clear<" in text:
            return event.CLEAR
    return event.OTHER


def _read_boundary(reader: Reader, found: Line, codec: Codec, line: int, part: int, t: int, session: int) -> None:
    micro = found.subtype == "microcompact_boundary"
    details = codec.value(found.microcompactMetadata if micro else found.compactMetadata)
    details = details if isinstance(details, dict) else {}
    kept = details.get("preservedMessages")
    preserved = _keys(kept.get("uuids") if isinstance(kept, dict) else None)
    dropped = _keys(details.get("compactedToolIds"))
    trigger = details.get("trigger")
    name = reader.name(trigger if isinstance(trigger, str) else None)
    reader.reading.boundaries.append(
        (
            line,
            part,
            t,
            session,
            int(micro),
            name,
            _size(details.get("preTokens")),
            _size(details.get("postTokens")),
            preserved,
            dropped,
        )
    )


def _keys(ids: object) -> bytes:
    """Pack the keys of a list of ids, eight bytes each."""
    if not isinstance(ids, list):
        return b""
    return b"".join(digests.key(one).to_bytes(8, "little") for one in ids if isinstance(one, str))


def _size(found: object) -> int | None:
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < _ROOM else None


def read_cost_state(reader: Reader, found: Line, codec: Codec, line: int, session: int) -> None:
    """Keep the client's own running totals: one row a model, with its cost in the client's own floating dollars."""
    models = codec.value(found.modelUsage)
    total = codec.value(found.totalCostUSD)
    if not isinstance(models, dict):
        return
    for model, counts in models.items():
        if not isinstance(counts, dict):
            continue
        sizes = [_size(counts.get(name)) or 0 for name in _COUNTS]
        unknown = max(0, (_size(counts.get("cacheCreationInputTokens")) or 0) - sizes[1] - sizes[2])
        row = (line, reader.memory.last_t, session, reader.name(model), *sizes[:3], unknown, *sizes[3:])
        searches = _size(counts.get("webSearchRequests")) or 0
        reader.reading.cost_states.append((*row, searches, _dollars(counts.get("costUSD")), _dollars(total)))


def _dollars(found: object) -> float | None:
    return (
        float(found) if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < 1e12 else None
    )


def classify_synthetic(reader: Reader, found: Line, codec: Codec, line: int, part: int, t: int, session: int) -> int:
    """Return what a synthetic assistant line is: a plan limit by its structure, another API error, or nothing."""
    quota = codec.value(found.quotaLimits)
    if isinstance(quota, dict) and quota.get("status") == "rejected":
        resets, kind = quota.get("resetsAt"), quota.get("rateLimitType")
        _limit(reader, line, part, t, session, kind if isinstance(kind, str) else "", _size(resets))
        return event.LIMIT
    if not found.isApiErrorMessage:
        return event.OTHER
    text = _own_text(found, codec)
    if codec.text(found.error) in ("rate_limit", None) and _LIMIT_TEXT.search(text):
        epoch = _EPOCH.search(text)
        _limit(
            reader,
            line,
            part,
            t,
            session,
            "weekly" if "weekly" in text else "session",
            int(epoch[1]) if epoch else None,
        )
        return event.LIMIT
    return event.ERROR


def _limit(reader: Reader, line: int, part: int, t: int, session: int, kind: str, resets: int | None) -> None:
    reader.reading.limits.append((line, part, t, session, reader.name(kind), resets))


def _own_text(found: Line, codec: Codec) -> str:
    content = found.message.content
    if isinstance(content, str):
        return content
    return "".join(item.text or "" for item in content or () if item.type == "text")


def cache_miss(found: object) -> int:
    """Return the place in `event.CACHE_MISSES` of the cause that a response's diagnostics state, 0 where none does."""
    reason = found.get("cache_miss_reason") if isinstance(found, dict) else None
    kind = reason.get("type") if isinstance(reason, dict) else reason
    if not isinstance(kind, str) or not kind:
        return 0
    return event.CACHE_MISSES.index(kind if kind in event.CACHE_MISSES else event.CACHE_MISSES[-1])


def is_machine_origin(found: Line, codec: Codec) -> bool:
    """Say whether a user line states that no person wrote it."""
    origin = codec.value(found.origin)
    return isinstance(origin, dict) and origin.get("kind") not in (None, "human")
