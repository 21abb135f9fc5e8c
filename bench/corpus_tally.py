"""Counts what the generator writes while it writes it: the totals that every reader is compared with."""

from __future__ import annotations

KEYS = (
    "input_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "cache_read_tokens",
    "output_tokens",
    "responses",
    "lower_bound_responses",
)
COUNTS = (
    "files",
    "lines",
    "bytes",
    "sessions",
    "subagent_files",
    "forked_files",
    "human_prompts",
    "tool_calls",
    "tool_results",
    "tool_errors",
    "boundaries",
    "synthetic",
    "rejections",
)


class Tally:
    """Totals by model and by the UTC day of a response's first line, and counts of what else was written."""

    def __init__(self) -> None:
        self.by_model: dict[str, list[int]] = {}
        self.by_day: dict[str, list[int]] = {}
        self.hidden = [0] * 5
        self.counts = dict.fromkeys(COUNTS, 0)

    def respond(self, model: str, day: str, usage: tuple[int, int, int, int, int], *, stopped: bool) -> None:
        """Count one response."""
        row = (*usage, 1, 0 if stopped else 1)
        for table, name in ((self.by_model, model), (self.by_day, day)):
            table[name] = [a + b for a, b in zip(table.get(name) or [0] * 7, row, strict=True)]

    def hide(self, usage: tuple[int, int, int, int, int]) -> None:
        """Count what only the client's own sums will know."""
        self.hidden = [a + b for a, b in zip(self.hidden, usage, strict=True)]

    def expected(self) -> dict[str, object]:
        """What `expected.json` says."""
        rows = self.by_model.values()
        totals = [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * 7
        return {
            "totals": dict(zip(KEYS, totals, strict=True)),
            "unattributed": dict(zip(KEYS, self.hidden, strict=False)),
            "by_model": {name: dict(zip(KEYS, self.by_model[name], strict=True)) for name in sorted(self.by_model)},
            "by_day": {name: dict(zip(KEYS, self.by_day[name], strict=True)) for name in sorted(self.by_day)},
            "counts": self.counts,
        }
