"""What time it is; `TALLY_NOW` stops the clock, for pages and tests that must come out the same tomorrow."""

from __future__ import annotations

import time

from tallystick.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def now_ms(environ: Mapping[str, str]) -> int:
    """Return the epoch milliseconds of now: TALLY_NOW (ISO 8601, UTC without a zone) or the machine's clock."""
    stopped = environ.get("TALLY_NOW")
    if not stopped:
        return time.time_ns() // 1_000_000
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(stopped)
        return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise UsageError(f"TALLY_NOW is {stopped[:40]!r}, which is no time; write it like 2026-01-15T12:00Z") from None
