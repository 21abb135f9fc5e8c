"""The session's running totals by class of tokens, subagents included."""

from __future__ import annotations

from tallystick.kernel.sessionfold import INPUT, OUTPUT, READ, WRITE_1H, WRITE_5M, WRITE_UNKNOWN
from tallystick.kernel.styled import joined, painted, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("totals",)


def render(snapshot: Snapshot) -> str:
    """Return prompt, cache reads and writes (where there are any), reasoning and completion, then input and output."""
    return joined(_figures(snapshot))


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return those that fit: input and output first, then what the input is made of."""
    return within(_figures(snapshot), columns)


def _figures(snapshot: Snapshot) -> Sequence[Sequence[tuple[int, str]]]:
    """Return both groups of figures, each with its rank."""
    fold = snapshot.fold
    more = "" if snapshot.is_complete else "…"

    def figure(colour: str, label: str, number: int | None) -> str:
        return painted(colour, f"{label}:") + ("—" if number is None else f"{number:,}{more}")

    if fold is None:
        unknown = ((5, "94", "prompt"), (6, "91", "reasoning"), (7, "32", "completion"))
        first = [(rank, figure(colour, label, None)) for rank, colour, label in unknown]
        return first, [(2, figure("36", "input", None)), (1, figure("93", "output", None))]
    fresh, read, output = fold.column(INPUT), fold.column(READ), fold.column(OUTPUT)
    written = fold.column(WRITE_5M) + fold.column(WRITE_1H) + fold.column(WRITE_UNKNOWN)
    parts = [(5, figure("94", "prompt", fresh))]
    if read:
        parts.append((3, figure("96", "cache-read", read)))
    if written:
        parts.append((4, figure("35", "cache-write", written)))
    parts.append((6, figure("91", "reasoning (estimate)" if fold.estimated else "reasoning", fold.reasoning)))
    parts.append((7, figure("32", "completion", output)))
    return parts, [(2, figure("36", "input", fresh + read + written)), (1, figure("93", "output", output))]
