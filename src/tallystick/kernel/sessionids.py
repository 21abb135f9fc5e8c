"""Ids of sessions, screened before one of them names a file: letters, digits, _ and - alone, 128 at most."""

from __future__ import annotations

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_LONGEST = 128


def is_plain(session: str) -> bool:
    """Say whether an id may name a file; an empty one may not."""
    return 0 < len(session) <= _LONGEST and _LETTERS.issuperset(session)
