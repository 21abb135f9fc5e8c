"""Sums of usage between given moments: the database adds up, so that a report handles tens of rows, not thousands."""

from __future__ import annotations

from tallystick.model.usage import UsageRow
from tallystick.store.queries import conditions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.scope import Scope
    from tallystick.store.index import Index

_GROUPS = ("session", "file", "branch")
_SUMMED = "responses, lower, input, write_5m, write_1h, write_unknown, read, output, searches"
_END = 1 << 62


def span(index: Index) -> tuple[int, int] | None:
    """Return the first and last quarter of an hour with usage, None where none has a time."""
    first, last = index.db.execute("SELECT min(q), max(q) FROM rollup WHERE q >= 0").fetchone()
    return None if first is None else (first, last)


def days(index: Index) -> list[int]:
    """Return the days with usage, in order, as quarters of an hour // 96 (UTC)."""
    return [day for (day,) in index.db.execute("SELECT DISTINCT q / 96 FROM rollup WHERE q >= 0 ORDER BY 1")]


def usage_between(
    index: Index, cuts: list[int], group: tuple[str, ...], scope: Scope, without: Sequence[int] = ()
) -> list[UsageRow]:
    """Return sums of the responses in scope from each cut (a quarter of an hour) to the next, by model, variant, side
    and what `group` names of session, file and branch. A row's `q` is its cut, -1 for responses without a time. The
    quarters in `without` are in no sum.

    Cuts ascend, and the first is not after the first usage.
    """
    spans = ",".join(f"({start},{end})" for start, end in zip([-1, *cuts], [*(cuts or [0]), _END], strict=False))
    picked = [name if name in group else "0" for name in _GROUPS]
    where, values = conditions(scope)
    if without:
        where += f"{' AND' if where else ' WHERE'} q NOT IN ({','.join(map(str, without))})"
    sums = ", ".join(f"sum({name})" for name in _SUMMED.split(", "))
    query = f"""WITH cut(start, stop) AS (VALUES {spans})
      SELECT start, {picked[0]}, {picked[1]}, model, variant, {picked[2]}, side, {sums}
      FROM cut JOIN rollup ON q >= start AND q < stop{where}
      GROUP BY start, {", ".join((*group, "model", "variant", "side"))}"""
    return [UsageRow(*row) for row in index.db.execute(query, values)]


def models(index: Index) -> set[int]:
    """Return the keys of all models with usage, also of those that only a client's running totals name."""
    return {key for (key,) in index.db.execute("SELECT model FROM rollup UNION SELECT model FROM unattributed")}


def timeless(index: Index) -> int:
    """Return how many responses have no time."""
    found: int = index.db.execute("SELECT ifnull(sum(responses), 0) FROM rollup WHERE q < 0").fetchone()[0]
    return found


def has_client_totals(index: Index) -> bool:
    """Say whether any transcript holds running totals of its client."""
    return index.db.execute("SELECT 1 FROM cost_state LIMIT 1").fetchone() is not None
