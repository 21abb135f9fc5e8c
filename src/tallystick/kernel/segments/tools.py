"""The session's tool calls and results, subagents included, and about how many tokens they are."""

from __future__ import annotations

from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("totals",)


def render(snapshot: Snapshot) -> str:
    """Return counts of calls and responses, and characters / 4 of each, rounded up over the session."""
    fold = snapshot.fold
    figures: tuple[int | None, ...] = (None, None, None, None)
    if fold is not None:
        figures = (fold.calls, fold.results, -(-fold.call_units // 4), -(-fold.result_units // 4))
    more = "" if snapshot.is_complete else "…"
    calls, results, call_tokens, result_tokens = ("—" if one is None else f"{one:,}{more}" for one in figures)
    return (
        f"{painted('38;5;208', 'num-tool-calls:')}{calls} {painted('97', 'num-tool-responses:')}{results} | "
        f"{painted('38;5;213', 'tool-call-tokens (estimate):')}{call_tokens} "
        f"{painted('38;5;180', 'tool-response-tokens (estimate):')}{result_tokens}"
    )
