"""What a user is shown of the counters: the widget's line and the text of `/ctx-stats`. Estimated tokens all."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.mechanisms.counters import Counters

_SHOWN = ("bash", "amnesia", "lazy", "write")


def short(tokens: int) -> str:
    """Return a count as it is shown: thousands with one decimal, half a tenth upwards."""
    if -1000 < tokens < 1000:
        return str(tokens)
    tenths = (abs(tokens) + 50) // 100
    return f"{'-' if tokens < 0 else ''}{tenths // 10}.{tenths % 10}k"


def widget(counters: Counters, *, has_net: bool = False) -> str:
    """Return the line above the editor."""
    net = f" · net {short(counters.net)}" if has_net else ""
    return f"ctxwm saved {short(counters.total)} tok {_parts(counters.cumulative)}{net}"


def page(counters: Counters, log_path: str) -> str:
    """Return the answer of `/ctx-stats`: five lines, and one of what asking took where anything was asked."""
    last = f"{short(counters.turns[-1]['total'])} {_parts(counters.turns[-1])}" if counters.turns else "—"
    lines = [
        "Context window management — token savings:",
        f"  cumulative: {short(counters.total)} total {_parts(counters.cumulative)}",
        f"  last turn: {last}",
        f"  turns tracked: {counters.count}",
        f"  event log: {log_path}",
    ]
    if counters.aux["calls"]:
        calls = "1 call" if counters.aux["calls"] == 1 else f"{counters.aux['calls']} calls"
        taken = f"{short(counters.aux['input'])} in, {short(counters.aux['output'])} out"
        lines.append(f"  auxiliary model: {calls}, {taken}; net of it: {short(counters.net)}")
    return "\n".join(lines)


def _parts(counts: Mapping[str, int]) -> str:
    return f"({' · '.join(f'{name} {short(counts[name])}' for name in _SHOWN)})"
