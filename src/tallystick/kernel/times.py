"""Transcript times: ISO 8601 text to whole milliseconds of the epoch."""

from __future__ import annotations

UNKNOWN = -1
_LATEST = 253402300799999  # the last millisecond of the year 9999
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Clockwork:
    """Parses times; the minute and the day of the last one are kept, since neighbouring lines share them."""

    __slots__ = ("_base", "_day", "_day_base", "_minute")

    def __init__(self) -> None:
        self._minute = self._day = ""
        self._base = self._day_base = 0

    def ms(self, text: str | None) -> int:
        """Return milliseconds since the epoch, UNKNOWN where the text is no time."""
        if not text:
            return UNKNOWN
        if len(text) == 24 and text[19] == "." and text[23] == "Z":
            if text[:17] == self._minute:
                rest = text[17:19] + text[20:23]
                if rest.isascii() and rest.isdigit() and rest < "60":
                    return self._base + int(rest)
                return UNKNOWN
            if text[:11] == self._day and text[13] == text[16] == ":":
                rest = text[11:13] + text[14:16] + text[17:19] + text[20:23]
                if not (rest.isascii() and rest.isdigit() and rest < "24" and rest[2:] < "60" and rest[4:] < "60"):
                    return UNKNOWN
                self._minute = text[:17]
                self._base = self._day_base + int(rest[:2]) * 3_600_000 + int(rest[2:4]) * 60_000
                return self._base + int(rest[4:])
        found = parse(text)
        if found >= 0 and len(text) == 24 and text[10] == "T" and text[23] == "Z":
            self._minute, self._base = text[:17], found - found % 60_000
            self._day, self._day_base = text[:11], found - found % 86_400_000
        return found


def parse(text: str) -> int:
    """Return milliseconds since the epoch of any ISO 8601 time (UTC where it names no zone), UNKNOWN for other text."""
    if len(text) == 24 and text[4] + text[7] + text[10] + text[13] + text[16] + text[19] + text[23] == "--T::.Z":
        return _parse_usual(text)
    from datetime import UTC, datetime, timedelta

    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        found = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        return UNKNOWN
    return found if 0 <= found <= _LATEST else UNKNOWN


def _parse_usual(text: str) -> int:
    """Return the milliseconds of "2026-01-15T12:00:00.000Z": as clients write it, and without importing datetime."""
    digits = text[:4] + text[5:7] + text[8:10] + text[11:13] + text[14:16] + text[17:19] + text[20:23]
    if not (digits.isascii() and digits.isdigit()):
        return UNKNOWN
    year, month, day, hour, minute = (int(digits[at:end]) for at, end in ((0, 4), (4, 6), (6, 8), (8, 10), (10, 12)))
    if year < 1970 or not 1 <= month <= 12 or hour > 23 or minute > 59 or digits[12:14] > "59":
        return UNKNOWN
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _DAYS[month - 1] + (is_leap and month == 2):
        return UNKNOWN
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + sum(_DAYS[: month - 1]) + day - 719163
    days += is_leap and month > 2
    return ((days * 24 + hour) * 60 + minute) * 60_000 + int(digits[12:])
