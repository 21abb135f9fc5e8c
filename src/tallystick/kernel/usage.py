"""What a response reports of itself: counts that can be trusted, the split of cache writes, what changes its price."""

from __future__ import annotations

from tallystick.kernel import variants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Counts = tuple[int, int, int, int, int, int, int]

# A counter above 2^53 is no longer exact in the client's own arithmetic: it is a fault, not a count.
_LARGEST = 1 << 53
_NAMES = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_LIFETIMES = ("ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")


class Fault(Exception):
    """A part that is counted has a shape that cannot be read."""


def count(value: object) -> int:
    """Return a counter; absent and null are 0; anything but a whole number from 0 to 2^53 is a Fault."""
    if value is None:
        return 0
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise Fault
    return value


def split_writes(written: int, short: int, hour: int, *, is_split: bool) -> tuple[int, int, int]:
    """Return the cache writes (tokens) for 5 minutes, for an hour and for an unknown time.

    What the split does not explain of the sum was written for 5 minutes; with no split at all the lifetime is unknown.
    """
    if not is_split:
        return 0, 0, written
    return max(short, written - hour), hour, 0


def counts(usage: Mapping[str, object]) -> Counts:
    """Return input, 5m, 1h and unknown writes, reads, output and web searches of decoded usage, or a Fault."""
    fresh, output, written, read = _counts(usage, _NAMES)
    split, tools = usage.get("cache_creation"), usage.get("server_tool_use")
    short = hour = searches = 0
    if isinstance(split, dict):
        short, hour = _counts(split, _LIFETIMES)
    short, hour, unknown = split_writes(written, short, hour, is_split=isinstance(split, dict))
    if isinstance(tools, dict):
        searches = count(tools.get("web_search_requests"))
    return fresh, short, hour, unknown, read, output, searches


def _counts(found: Mapping[str, object], names: tuple[str, ...]) -> list[int]:
    # a plain whole number passes without a call: a cold start reads some ten thousand of these
    return [
        value if value.__class__ is int and 0 <= value <= _LARGEST else count(value) for value in map(found.get, names)
    ]


def thinking(usage: Mapping[str, object]) -> int | None:
    """Return the thinking tokens that decoded usage records, None where it records none."""
    details = usage.get("output_tokens_details")
    found = details.get("thinking_tokens") if isinstance(details, dict) else None
    try:
        return None if found is None else count(found)
    except Fault:
        return None


def variant(speed: object, inference_geo: object, service_tier: object) -> int:
    """Return the price variant bits that a response states of itself."""
    bits = 0
    if speed == "fast":
        bits |= variants.FAST
    if inference_geo == "us":
        bits |= variants.US_GEO
    if service_tier == "batch":
        bits |= variants.BATCH
    return bits
