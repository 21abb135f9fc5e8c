"""The session's tool calls and results, subagents included, and about how many tokens they are."""

from __future__ import annotations

from tallystick.kernel.styled import joined, painted, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("totals",)


def render(snapshot: Snapshot) -> str:
    """Return counts of calls and responses, and characters / 4 of each, rounded up over the session."""
    return joined(_figures(snapshot))


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return those that fit, the counts first."""
    return within(_figures(snapshot), columns)


def _figures(snapshot: Snapshot) -> Sequence[Sequence[tuple[int, str]]]:
    """Return both groups of figures, each with its rank."""
    fold = snapshot.fold
    figures: tuple[int | None, ...] = (None, None, None, None)
    if fold is not None:
        figures = (fold.calls, fold.results, -(-fold.call_units // 4), -(-fold.result_units // 4))
    more = "" if snapshot.is_complete else "…"
    calls, results, call_tokens, result_tokens = ("—" if one is None else f"{one:,}{more}" for one in figures)
    counts = ("38;5;208", "num-tool-calls:", calls), ("97", "num-tool-responses:", results)
    sizes = (
        ("38;5;213", "tool-call-tokens (estimate):", call_tokens),
        ("38;5;180", "tool-response-tokens (estimate):", result_tokens),
    )
    return [
        [(rank, painted(colour, label) + text) for rank, (colour, label, text) in enumerate(group, first)]
        for first, group in ((1, counts), (3, sizes))
    ]
