"""What a user writes for --since and --until: a day, a time, or how long ago; as a moment in milliseconds."""

from __future__ import annotations

from tallystick.accounting.periods import QUARTER
from tallystick.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from tallystick.accounting.periods import Zone

_QUARTER_MS = QUARTER * 1000
_UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 604800}
_WORDS = {"today": 0, "yesterday": 1}
_SHAPES = "write a day like 2026-01-15 or today, a time like 2026-01-15T13:30, or how long ago like 24h or 7d"


def since_ms(text: str, zone: Zone, now_ms: int) -> int:
    """Return the first millisecond that --since lets in; a day starts at its midnight in the zone."""
    return _bound(text, zone, now_ms, after=0)


def until_ms(text: str, zone: Zone, now_ms: int) -> int:
    """Return the first millisecond that --until leaves out; a day is let in to its end."""
    return _bound(text, zone, now_ms, after=1)


def _bound(text: str, zone: Zone, now_ms: int, *, after: int) -> int:
    count, unit = text[:-1], text[-1:]
    if unit in _UNITS and count.isascii() and count.isdigit() and len(count) < 7:
        return now_ms - int(count) * _UNITS[unit] * 1000
    if text == "now":
        return now_ms
    if text in _WORDS:
        return zone.start(zone.day(now_ms // _QUARTER_MS) - _WORDS[text] + after) * _QUARTER_MS
    found = _read(text)
    if found is None:
        raise UsageError(f"{text[:40]!r} is no time; {_SHAPES}")
    if len(text) == 10:
        day = found.toordinal() - 719163 + after  # the ordinal of 1970-01-01
        return zone.start(day) * _QUARTER_MS
    if found.tzinfo is not None:
        return round(found.timestamp() * 1000)
    from datetime import UTC

    return _local_ms(found.replace(tzinfo=UTC).timestamp(), zone)


def _read(text: str) -> datetime | None:
    """Return a day or a time; None for other text and for the forms of ISO 8601 that few people can read."""
    from datetime import datetime

    is_plain = text[4:5] == text[7:8] == "-" and (len(text) == 10 or len(text) >= 16)
    try:
        found = datetime.fromisoformat(text if is_plain else "")
    except ValueError:
        return None
    return found if 1970 < found.year < 9999 else None


def _local_ms(reading: float, zone: Zone) -> int:
    """Return the moment at which the zone's clocks show a reading: the first of two, the later side of a gap."""
    before, after = (zone.offset(int(reading) + away) for away in (-86400, 86400))
    second = reading - before
    if zone.offset(int(second)) != before and zone.offset(int(reading - after)) == after:
        second = reading - after
    return round(second * 1000)


def split(since_ms: int | None, until_ms: int | None) -> tuple[int | None, int | None, list[tuple[int, int]]]:
    """Return the whole quarters of an hour between two moments, first and end, and what both edges leave over (ms).

    An open end stays None; where no whole quarter lies between, first and end are equal.
    """
    if since_ms is not None and until_ms is not None and since_ms // _QUARTER_MS == until_ms // _QUARTER_MS:
        return 0, 0, [(since_ms, until_ms)]
    first = end = None
    edges = []
    if since_ms is not None:
        first = -(-since_ms // _QUARTER_MS)
        edges.append((since_ms, first * _QUARTER_MS))
    if until_ms is not None:
        end = until_ms // _QUARTER_MS
        edges.append((end * _QUARTER_MS, until_ms))
    return first, end, [(start, stop) for start, stop in edges if start < stop]
