"""What the findings of a session come to, small enough to be kept; and what all of them come to at a glance."""

from __future__ import annotations

import marshal

from tallystick.model.finding import DIRECT
from tallystick.model.wasted import Glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tallystick.model.finding import Finding

    # Of a large finding: payload tokens, time (ms), what it is of, transcript and place in it of its later event.
    Top = tuple[int, int, str, str, str]

TOPS = 3


def pack(findings: Iterable[Finding], acquired: int) -> bytes:
    """Return what a session's findings come to, beside the payload tokens that it acquired."""
    direct = [one for one in findings if one.signature in DIRECT]
    tops = [
        (one.payload_tokens, one.t, one.subject, one.transcript, one.evidence[-1].partition(":")[2]) for one in direct
    ]
    return marshal.dumps((acquired, [(one.t, one.payload_tokens) for one in direct], sorted(tops, key=_size)[:TOPS]))


def add_up(values: Collection[bytes], today_ms: int, window_ms: int) -> tuple[Glance, list[Top]]:
    """Return the direct sum of packed sessions since two moments (ms) and in all, and the largest findings."""
    found = Glance(today=0, window=0, tokens=0, findings=0, acquired=0, tops=[])
    tops: list[Top] = []
    for value in values:
        acquired, direct, largest = marshal.loads(value)  # noqa: S302 - from our own index
        found.acquired += acquired
        found.findings += len(direct)
        tops += largest
        for t, tokens in direct:
            found.tokens += tokens
            found.today += tokens if t >= today_ms else 0
            found.window += tokens if t >= window_ms else 0
    return found, sorted(tops, key=_size)[:TOPS]


def _size(top: Top) -> tuple[int, int, str, str]:
    tokens, t, _, transcript, place = top
    return -tokens, t, transcript, place
