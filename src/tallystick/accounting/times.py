"""Transcript times: ISO 8601 text to whole milliseconds of the epoch."""

from __future__ import annotations

from datetime import UTC

UNKNOWN = -1
_LATEST = 253402300799999  # the last millisecond of the year 9999


class Clockwork:
    """Parses times; the minute of the last one is kept, since neighbouring lines share it."""

    __slots__ = ("_base", "_minute")

    def __init__(self) -> None:
        self._minute = ""
        self._base = 0

    def ms(self, text: str | None) -> int:
        """Return milliseconds since the epoch, UNKNOWN where the text is no time."""
        if not text:
            return UNKNOWN
        if text[:17] == self._minute and len(text) == 24 and text[19] == "." and text[23] == "Z":
            try:
                return self._base + int(text[17:19]) * 1000 + int(text[20:23])
            except ValueError:
                return UNKNOWN
        found = parse(text)
        if found >= 0 and len(text) == 24 and text[23] == "Z":
            self._minute, self._base = text[:17], found - found % 60000
        return found


def parse(text: str) -> int:
    """Return milliseconds since the epoch of any ISO 8601 time (UTC where it names no zone), UNKNOWN for other text."""
    from datetime import datetime, timedelta

    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        found = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        return UNKNOWN
    return found if 0 <= found <= _LATEST else UNKNOWN
