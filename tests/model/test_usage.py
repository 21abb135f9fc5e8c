"""Usage rows."""

from __future__ import annotations

from tallystick.model.usage import UsageRow


def test_values_stand_under_their_names() -> None:
    """Quarter, session, file, model, variant, branch, side, responses, lower bounds, then the seven classes."""
    row = UsageRow(*range(16))
    order = (
        *("q", "session", "file", "model", "variant", "branch", "subagent", "responses", "lower"),
        *("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches"),
    )

    assert list(range(16)) == [getattr(row, name) for name in order]
    assert set(order) == set(UsageRow.__slots__)
