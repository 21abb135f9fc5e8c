"""Sums of findings: the direct sum, each signature, rows by what is asked for. Unlike kinds are never added."""

from __future__ import annotations

from tallystick.accounting.acquiring import has_text
from tallystick.model.finding import DIRECT, LABELS, SIGNATURES
from tallystick.model.history import UNKNOWN_TIME
from tallystick.model.wasted import WastedRow, WastedSum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tallystick.model.finding import Finding
    from tallystick.model.history import History

BY_SIGNATURE, BY_SESSION, BY_PROJECT, BY_WINDOW, BY_LABEL = CHOICES = (
    "signature",
    "session",
    "project",
    "window",
    "label",
)


def is_since(t: int, since_ms: int | None) -> bool:
    """Say whether a time (ms) counts: an unknown one only where everything does."""
    return since_ms is None or (t != UNKNOWN_TIME and t >= since_ms)


def acquired(history: History, since_ms: int | None = None) -> int:
    """Return the payload tokens that a session's tools put into its contexts: text only, copies in forks left out."""
    return sum(
        act.tokens
        for thread in history.threads
        for act in thread.acts
        if act.owned and has_text(act) and is_since(act.t, since_ms)
    )


def add_all(findings: Iterable[Finding]) -> WastedSum:
    """Return the sum of findings of one kind."""
    found = WastedSum()
    for one in findings:
        found.findings += 1
        found.tokens += one.payload_tokens
        found.exposure += one.exposure
        found.by_label[one.label] = found.by_label.get(one.label, 0) + 1
        if found.top is None or one.payload_tokens > found.top.payload_tokens:
            found.top = one
    return found


def by_signature(findings: list[Finding]) -> dict[str, WastedSum]:
    """Return the sum of every signature, of those that found nothing too."""
    return {signature: add_all(one for one in findings if one.signature == signature) for signature in SIGNATURES}


def direct(findings: Iterable[Finding]) -> WastedSum:
    """Return the direct sum."""
    return add_all(one for one in findings if one.signature in DIRECT)


def rows(findings: list[Finding], by: str, window_name: Callable[[int], str]) -> list[WastedRow]:
    """Return one row for each value of what findings are grouped by: signatures and labels in their own order, windows
    in the order of time, others by payload in the direct sum, the most first.
    """
    groups: dict[tuple[object, str, str], list[Finding]] = {}
    for one in findings:
        groups.setdefault(_key(one, by, window_name), []).append(one)
    made = [
        (key[0], WastedRow(key[1], key[2], direct(group), add_all(one for one in group if one.signature not in DIRECT)))
        for key, group in groups.items()
    ]
    if by in {BY_SESSION, BY_PROJECT}:
        made.sort(key=lambda one: (-one[1].direct.tokens, -one[1].direct.findings, one[1].label))
    else:
        made.sort(key=lambda one: one[0])  # type: ignore[arg-type, return-value]
    return [row for _, row in made]


def _key(found: Finding, by: str, window_name: Callable[[int], str]) -> tuple[object, str, str]:
    """Return a finding's place in the order, the name of its row, and what stands beside it."""
    if by == BY_SIGNATURE:
        return SIGNATURES.index(found.signature), found.signature, ""
    if by == BY_LABEL:
        return LABELS.index(found.label), found.label, ""
    if by == BY_WINDOW:
        return found.window, window_name(found.window), ""
    if by == BY_SESSION:
        return found.session, found.session, found.project or ""
    return found.project or "", found.project or "", ""
