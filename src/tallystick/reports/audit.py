"""The page of `tally audit`: our cost beside the client's, and why they differ."""

from __future__ import annotations

from tallystick.kernel.money import exact, usd
from tallystick.reports import figures as show
from tallystick.reports.paint import warn
from tallystick.reports.prose import item, wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.audit import AuditRow

_COLUMNS = (
    Column("session"),
    Column("project", keep=2, shortest=12, front=True),
    Column("ours", right=True),
    Column("client's", right=True),
    Column("difference", right=True),
    Column("reason", shortest=20),
)


def lines(rows: Sequence[AuditRow], silent: int, *, width: int, colour: bool = False) -> list[str]:
    """Return the page: a row for each session whose client states a cost, and how many have none."""
    found = []
    if rows:
        cells = [(row.short, row.project, *_costs(row), "; ".join(row.reasons)) for row in rows]
        found = [*render(_COLUMNS, cells, width=width, colour=colour), ""]
    differing = sum(not row.agrees for row in rows)
    if rows:
        text = f"{show.count(differing)} of {show.plural(len(rows), 'session')} with a cost of the client's own differ."
        found += [warn(line, colour and differing > 0) for line in wrap(text, width)]
        found += wrap("tally audit SESSION shows one of them to the last digit.", width)
    if silent:
        found += wrap(
            f"{show.plural(silent, 'session')} without a cost of the client's: nothing to compare with.", width
        )
    found += wrap(
        "Ours: every response in the session's files, copies too, and what only its client knows of, at list price.",
        width,
        indent=2,
    )
    return found


def detail(row: AuditRow, *, width: int) -> list[str]:
    """Return one session's comparison to the last digit, a reason a line."""
    found = item("session", row.session, width, room=12)
    found += item("project", row.project or show.UNKNOWN, width, room=12)
    for name, amount in (("ours", row.ours), ("client's", row.client), ("difference", row.difference)):
        found += item(name, show.UNKNOWN if amount is None else f"${exact(amount)}", width, room=12)
    for reason in row.reasons or ["none: they agree"]:
        found += item("reason", reason, width, room=12)
    return found


def _costs(row: AuditRow) -> tuple[str, str, str]:
    mark = show.AT_LEAST if row.is_lower_bound else ""
    ours = show.UNKNOWN if row.ours is None else f"{mark}${usd(row.ours, 4)}"
    client = show.UNKNOWN if row.client is None else f"${usd(row.client, 4)}"
    return ours, client, _difference(row)


def _difference(row: AuditRow) -> str:
    if row.agrees:
        return "none"
    if row.difference is None:
        return show.UNKNOWN
    sign = "-" if row.difference < 0 else "+"
    return sign + "$" + usd(abs(row.difference), 4) if abs(row.difference) >= 5 * 10**13 else f"{sign}<$0.0001"
