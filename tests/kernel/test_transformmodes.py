"""What is kept of a change."""

from __future__ import annotations

import pytest

from tallystick.kernel.transformmodes import mode_of


@pytest.mark.parametrize(
    ("text", "mode"), [("counts", "counts"), ("", "counts"), ("  ", "counts"), (" Debug\n", "debug")]
)
def test_mode(text: str, mode: str) -> None:
    """Case and space do not matter; nothing said is counts."""
    assert mode_of(text) == mode


def test_no_mode() -> None:
    """Anything else is refused by name."""
    with pytest.raises(ValueError, match="'full' is neither counts nor debug"):
        mode_of("full")
