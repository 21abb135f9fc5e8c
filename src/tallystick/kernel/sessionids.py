"""Ids of sessions, screened before one of them names a file: letters, digits, _ and - alone."""

from __future__ import annotations

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


def is_plain(session: str) -> bool:
    """Say whether an id may name a file; an empty one may not."""
    return bool(session) and _LETTERS.issuperset(session)
