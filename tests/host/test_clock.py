"""The clock, and how it is stopped."""

from __future__ import annotations

import time

import pytest

from tallystick.errors import UsageError
from tallystick.host.clock import now_ms


def test_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without more the machine's clock counts, in milliseconds."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_768_478_400_123_999_999)

    assert now_ms({}) == now_ms({"TALLY_NOW": ""}) == 1_768_478_400_123


@pytest.mark.parametrize("text", ["2026-01-15T12:00Z", "2026-01-15T12:00", "2026-01-15T13:00+01:00"])
def test_it_can_be_stopped(text: str) -> None:
    """TALLY_NOW is a time in ISO 8601, in UTC where it names no zone."""
    assert now_ms({"TALLY_NOW": text}) == 1_768_478_400_000


def test_nonsense_is_refused() -> None:
    """A clock that was stopped wrongly is bad usage, not some other time."""
    with pytest.raises(UsageError) as raised:
        now_ms({"TALLY_NOW": "noon"})

    assert str(raised.value) == "TALLY_NOW is 'noon', which is no time; write it like 2026-01-15T12:00Z"
