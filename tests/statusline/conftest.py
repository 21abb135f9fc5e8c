"""What every render of these tests has in common."""

from __future__ import annotations

import pytest

import tallystick


@pytest.fixture(autouse=True)
def version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that does not change with the program's own."""
    monkeypatch.setattr(tallystick, "__version__", "1.2.3")
