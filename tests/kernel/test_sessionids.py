"""Which ids may name a file."""

from __future__ import annotations

import pytest

from tallystick.kernel.sessionids import is_plain


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        ("8f2c91aa-0001-4000-8000-000000000001", True),
        ("a_B-9", True),
        ("a" * 128, True),
        ("a" * 129, False),
        ("", False),
        (".", False),
        ("../x", False),
        ("a/b", False),
        ("a b", False),
        ("é", False),
        ("a\n", False),
    ],
)
def test_ids_are_plain(session: str, *, expected: bool) -> None:
    """Nothing that leads elsewhere."""
    assert expected == is_plain(session)
