"""When two costs agree."""

from __future__ import annotations

import pytest

from tallystick.model.audit import AuditRow

NANO = 10**9  # a billionth of a dollar in attodollars


@pytest.mark.parametrize(
    ("ours", "client", "difference", "agrees"),
    [
        (10**18, 10**18, 0, True),
        (10**18, 10**18 + NANO, NANO, True),
        (10**18, 10**18 + 2 * NANO, 2 * NANO, False),
        (10**18 + 2 * NANO, 10**18, -2 * NANO, False),
        (10**22, 10**22 + 10**10, 10**10, True),  # the noise of a float of ten thousand dollars
        (None, 10**18, None, False),
        (10**18, None, None, False),
    ],
)
def test_agreement(ours: int | None, client: int | None, difference: int | None, agrees: bool) -> None:  # noqa: FBT001
    """Costs agree to a billionth of a dollar; what is unknown agrees with nothing."""
    row = AuditRow(
        session="s", short="s", project="", first_ms=None, ours=ours, is_lower_bound=False, client=client, reasons=[]
    )

    assert (difference, agrees) == (row.difference, row.agrees)
