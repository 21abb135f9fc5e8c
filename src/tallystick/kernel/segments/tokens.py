"""The session's running totals by class of tokens, subagents included."""

from __future__ import annotations

from tallystick.kernel.sessionfold import INPUT, OUTPUT, READ, WRITE_1H, WRITE_5M, WRITE_UNKNOWN
from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("totals",)


def render(snapshot: Snapshot) -> str:
    """Return prompt, cache reads and writes (where there are any), reasoning and completion, then input and output."""
    fold = snapshot.fold
    more = "" if snapshot.is_complete else "…"

    def figure(colour: str, label: str, number: int | None) -> str:
        return painted(colour, f"{label}:") + ("—" if number is None else f"{number:,}{more}")

    if fold is None:
        unknown = (("94", "prompt"), ("91", "reasoning"), ("32", "completion"))
        first = " ".join(figure(colour, label, None) for colour, label in unknown)
        return f"{first} | {figure('36', 'input', None)} {figure('93', 'output', None)}"
    fresh, read, output = fold.column(INPUT), fold.column(READ), fold.column(OUTPUT)
    written = fold.column(WRITE_5M) + fold.column(WRITE_1H) + fold.column(WRITE_UNKNOWN)
    parts = [figure("94", "prompt", fresh)]
    if read:
        parts.append(figure("96", "cache-read", read))
    if written:
        parts.append(figure("35", "cache-write", written))
    parts.append(figure("91", "reasoning (estimate)" if fold.estimated else "reasoning", fold.reasoning))
    parts.append(figure("32", "completion", output))
    return f"{' '.join(parts)} | {figure('36', 'input', fresh + read + written)} {figure('93', 'output', output)}"
