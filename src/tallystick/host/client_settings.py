"""What Claude Code's own settings.json says about keeping transcripts and of the model; read, never written."""

from __future__ import annotations

import os

DEFAULT_DAYS = 30
_LARGEST = 1 << 20


def cleanup_days(config_dir: str) -> int | None:
    """Return after how many days the client deletes transcripts: `cleanupPeriodDays`, else 30; None: unreadable."""
    try:
        settings = _load(config_dir)
    except FileNotFoundError:
        return DEFAULT_DAYS
    except (OSError, ValueError, RecursionError):
        return None
    days = settings.get("cleanupPeriodDays", DEFAULT_DAYS) if isinstance(settings, dict) else None
    return days if isinstance(days, int) and not isinstance(days, bool) and days >= 0 else None


def model(config_dir: str) -> str:
    """Return the model that the client is told to use, "" where its settings name none or cannot be read."""
    try:
        settings = _load(config_dir)
    except (OSError, ValueError, RecursionError):
        return ""
    named = settings.get("model") if isinstance(settings, dict) else None
    return named.strip() if isinstance(named, str) else ""


def _load(config_dir: str) -> object:
    import json

    with open(os.path.join(config_dir, "settings.json"), "rb") as file:
        return json.loads(file.read(_LARGEST))
