"""What Claude Code's own settings.json says about keeping transcripts; read, never written."""

from __future__ import annotations

import os

DEFAULT_DAYS = 30
_LARGEST = 1 << 20


def cleanup_days(config_dir: str) -> int | None:
    """Return after how many days the client deletes transcripts: `cleanupPeriodDays`, else 30; None: unreadable."""
    import json

    try:
        with open(os.path.join(config_dir, "settings.json"), "rb") as file:
            settings = json.loads(file.read(_LARGEST))
    except FileNotFoundError:
        return DEFAULT_DAYS
    except (OSError, ValueError, RecursionError):
        return None
    days = settings.get("cleanupPeriodDays", DEFAULT_DAYS) if isinstance(settings, dict) else None
    return days if isinstance(days, int) and not isinstance(days, bool) and days >= 0 else None
