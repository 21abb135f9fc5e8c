"""What the client's object says, whatever is missing or odd in it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.snapshot import Payload, Snapshot, take, whole_percent

FULL: dict[str, Any] = {
    "session_id": "0861b858",
    "model": {"id": "claude-opus-5-5", "display_name": "Opus 5.5"},
    "effort": {"level": "high"},
    "cost": {"total_cost_usd": 1.25},
    "context_window": {
        "total_input_tokens": 41_000,
        "context_window_size": 1_000_000,
        "used_percentage": 4.1,
        "current_usage": {
            "input_tokens": 1,
            "output_tokens": 20,
            "cache_read_input_tokens": 300,
            "cache_creation_input_tokens": 4_000,
        },
    },
    "exceeds_200k_tokens": True,
    "rate_limits": {"five_hour": {"used_percentage": 24}, "seven_day": {"used_percentage": 41.5}},
    "prompt_cache": {"hit_ratio": 0.9, "expires_at": 1_796_000_513},
}


def values(found: Snapshot) -> dict[str, object]:
    """Every field by name."""
    return {name: getattr(found, name) for name in Snapshot.__slots__}


def test_everything() -> None:
    """Each field at its place: 1 + 20 + 300 + 4,000 tokens are used."""
    expected = values(Snapshot()) | {
        "session": "0861b858",
        "model": "Opus 5.5",
        "effort": "high",
        "cost": 1.25,
        "context": 41_000,
        "window": 1_000_000,
        "share": 4.1,
        "used": 4_321,
        "is_over_200k": True,
        "five_hours": 24,
        "seven_days": 41.5,
        "cache": (0.9, 1_796_000_513),
    }

    assert expected == values(take(Payload(FULL)))


ODD = [None, True, -1, 1.5, float("nan"), float("inf"), 10**30, "text", [], [1], {}, {"x": 1}]


def paths(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The path of every field."""
    if not isinstance(value, dict):
        return [path]
    return [one for key, inner in value.items() for one in [(*path, key), *paths(inner, (*path, key))]]


def changed(value: Any, path: tuple[str, ...], new: Any) -> Any:
    """An object with something else at a path; `...` takes it out."""
    if not path:
        return new
    found = {**value, path[0]: changed(value[path[0]], path[1:], new)}
    return {key: one for key, one in found.items() if one is not ...}


@pytest.mark.parametrize("path", sorted(set(paths(FULL))), ids=".".join)
@pytest.mark.parametrize("new", [..., *ODD], ids=repr)
def test_anything_anywhere(path: tuple[str, ...], new: Any) -> None:
    """A field that is missing or of another kind is unknown; all others say what they said."""
    found, whole = values(take(Payload(changed(FULL, path, new)))), values(take(Payload(FULL)))
    differing = {name for name in whole if found[name] != whole[name]}

    assert len(differing) <= (4 if path[0] == "context_window" and len(path) == 1 else 2)
    assert found["window"] == found["window"] > 0  # type: ignore[operator]


@given(value=st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=3))
def test_what_is_no_object(value: Any) -> None:
    """Anything but an object says nothing."""
    assert values(take(Payload(value))) == values(Snapshot()) | {"window": 200_000}


def test_the_id_stands_in_for_the_name() -> None:
    """Without a name to show the id is shown; both are cleaned."""
    assert take(Payload({"model": {"id": "claude-\x1b[31mx", "display_name": " "}})).model == "claude-[31mx"


@pytest.mark.parametrize(
    ("share", "expected"), [(0, "0"), (0.0, "0"), (0.2, "<1"), (0.5, "1"), (41.5, "42"), (130, "130")]
)
def test_whole_percent(share: float, expected: str) -> None:
    """Half rounds up; what is not nothing is not 0."""
    assert expected == whole_percent(share)
