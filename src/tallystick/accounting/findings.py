"""Makes findings of acts, and books each redundant result once."""

from __future__ import annotations

from tallystick.accounting import evidence, exposure
from tallystick.model.finding import DIRECT, SIGNATURES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.model.act import Act
    from tallystick.model.history import History

_UNPROVEN = SIGNATURES[-1]  # whose claim is that nothing else is known of the payload
_ORDER = {signature: place for place, signature in enumerate(SIGNATURES)}


def repeat(
    history: History, signature: str, version: int, label: str, *, first: Act, second: Act, prefix: str | None = None
) -> Finding:
    """Return the finding that a second act acquired what a first one had; `prefix` is the first one's transcript,
    where that is one of another session.
    """
    thread = history.threads[second.thread]
    path = history.names.get(second.path)
    return Finding(
        signature=signature,
        label=label,
        version=version,
        session=history.session,
        project=history.names.get(history.project),
        transcript=thread.id,
        evidence=(result_of(history, first, prefix), result_of(history, second)),
        place=(thread.file, second.line, second.part, second.block),
        hash=second.payload.hex() or None,
        payload_tokens=second.tokens,
        exposures=exposure.exposures(thread, second, history.window_of),
        window=exposure.window_at(second.t, history.window_of),
        t=second.t,
        path=path,
        subject=path or history.names.get(second.program) or history.names.get(second.tool) or "",
    )


def result_of(history: History, act: Act, prefix: str | None = None) -> str:
    """Return the evidence of an act's result, or of its call where nothing answered."""
    start = history.threads[act.thread].prefix if prefix is None else prefix
    return evidence.name(start, act.line, act.part or act.call_part)


def call_of(history: History, act: Act) -> str:
    """Return the evidence of an act's call."""
    return evidence.name(history.threads[act.thread].prefix, act.call_line, act.call_part)


def book(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with each redundant result in one row only: that of the first signature that claims it.

    Those that are only counted or shown apart may stand beside it, a payload without known duplication may not.
    """
    taken: set[tuple[int, int, int, int]] = set()
    kept = []
    for found in sorted(findings, key=rank):
        if found.signature in DIRECT:
            if found.place in taken:
                continue
            taken.add(found.place)
        elif found.signature == _UNPROVEN and found.place in taken:
            continue
        kept.append(found)
    return kept


def rank(found: Finding) -> tuple[object, ...]:
    """Order findings by signature, then by time, transcript and place in it."""
    return _ORDER[found.signature], found.t, found.transcript, found.place[1:], found.evidence
