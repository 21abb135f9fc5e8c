"""How long the client keeps transcripts, by its own settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host.client_settings import cleanup_days, model


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, 30),
        ("{}", 30),
        ('{"cleanupPeriodDays": 90}', 90),
        ('{"cleanupPeriodDays": 0}', 0),
        ('{"cleanupPeriodDays": "90"}', None),
        ('{"cleanupPeriodDays": true}', None),
        ('{"cleanupPeriodDays": -1}', None),
        ("[]", None),
        ("{", None),
        ("[" * 100_000, None),
    ],
)
def test_days(tmp_path: Path, text: str | None, expected: int | None) -> None:
    """The client's default is 30 days; settings that cannot be understood say nothing."""
    if text is not None:
        (tmp_path / "settings.json").write_text(text, "utf-8")

    assert expected == cleanup_days(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [(None, ""), ("{}", ""), ('{"model": " opus "}', "opus"), ('{"model": 5}', ""), ("[]", ""), ("{", "")],
)
def test_model(tmp_path: Path, text: str | None, expected: str) -> None:
    """What the client is told to use, where its settings say so."""
    if text is not None:
        (tmp_path / "settings.json").write_text(text, "utf-8")

    assert expected == model(str(tmp_path))
