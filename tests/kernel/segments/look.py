"""A snapshot for the tests of segments: what they look at, said in keywords."""

from __future__ import annotations

from typing import Any

from tallystick.kernel.snapshot import Snapshot


def snapshot(**fields: Any) -> Snapshot:
    """A snapshot that knows nothing but these fields."""
    found = Snapshot()
    found.window = 200_000
    for name, value in fields.items():
        assert hasattr(found, name)
        setattr(found, name, value)
    return found
