"""Makes findings of acts, and books each redundant result once."""

from __future__ import annotations

from tallystick.accounting import evidence, exposure
from tallystick.model.finding import DIRECT, SIGNATURES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.model.act import Act
    from tallystick.model.history import History

_ORDER = {signature: place for place, signature in enumerate(SIGNATURES)}


def repeat(
    history: History, signature: str, version: int, label: str, *, first: Act, second: Act, prefix: str | None = None
) -> Finding:
    """Return the finding that a second act acquired what a first one had; `prefix` is the first one's transcript,
    where that is one of another session.
    """
    thread = history.threads[second.thread]
    earlier = history.threads[first.thread].prefix if prefix is None else prefix
    path = history.names.get(second.path)
    return Finding(
        signature=signature,
        label=label,
        version=version,
        session=history.session,
        project=history.names.get(history.project),
        transcript=thread.id,
        evidence=(
            evidence.name(earlier, first.line, first.part or first.call_part),
            evidence.name(thread.prefix, second.line, second.part or second.call_part),
        ),
        place=(thread.file, second.line, second.part, second.block),
        hash=second.payload.hex() or None,
        payload_tokens=second.tokens,
        exposures=exposure.exposures(thread, second, history.window_of),
        window=exposure.window_at(second.t, history.window_of),
        t=second.t,
        path=path,
        subject=path or history.names.get(second.program) or history.names.get(second.tool) or "",
    )


def book(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with each redundant result in one row only: that of the first signature that claims it."""
    taken: set[tuple[int, int, int, int]] = set()
    kept = []
    for found in sorted(findings, key=rank):
        if found.signature in DIRECT:
            if found.place in taken:
                continue
            taken.add(found.place)
        kept.append(found)
    return kept


def rank(found: Finding) -> tuple[object, ...]:
    """Order findings by signature, then by time, transcript and place in it."""
    return _ORDER[found.signature], found.t, found.transcript, found.place[1:], found.evidence
