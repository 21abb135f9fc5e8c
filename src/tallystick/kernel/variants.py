"""The bits by which two responses of one model are priced differently."""

from __future__ import annotations

FAST = 1
US_GEO = 2
BATCH = 4
OVER_100K = 8
OVER_200K = 16


def prompt_bits(prompt: int) -> int:
    """Return OVER_100K and OVER_200K for a whole prompt (input, writes and reads) strictly greater than those."""
    if prompt > 200_000:
        return OVER_100K | OVER_200K
    return OVER_100K if prompt > 100_000 else 0
