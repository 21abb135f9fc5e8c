"""The page of `tally transforms verify`: where a ledger does not hold, and which of its lines nothing speaks for."""

from __future__ import annotations

from tallystick.reports import figures as show
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render
from tallystick.reports.transforms import LISTED, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.transformation import Verdict
    from tallystick.reports.table import Cell

    Fields = dict[str, object]

_COLUMNS = (
    Column("ledger", shortest=16, front=True),
    Column("records", keep=3, right=True),
    Column(("texts equal evidence", "evidence"), keep=2, right=True),
    Column(("links equal", "links"), keep=1, right=True),
    Column("breaks", right=True),
)


def lines(verdicts: Sequence[Verdict], *, width: int, colour: bool = False) -> list[str]:
    """Return the page: the first break, the table, and which lines could not be checked."""
    found = _breaks(verdicts, width=width, colour=colour)
    rows = [_row(one) for one in verdicts]
    found += [*render(_COLUMNS, rows, width=width, colour=colour), ""]
    unchecked = [text for one in verdicts for text in _unchecked(one)]
    if unchecked:
        found += [
            *wrap("Cannot be checked, for nothing but the record itself says it:", width, indent=2),
            *(f"  {line}" for text in unchecked for line in wrap(text, width - 2, indent=2)),
        ]
    elif any(one.records for one in verdicts) and not any(one.faults for one in verdicts):
        found.append("Every hash was checked.")
    for one in verdicts:
        if one.orphans:
            title = f"{show.plural(len(one.orphans), 'text')} beside {one.ledger} that no record names:"
            found += ["", *listed(title, one.orphans[:LISTED], len(one.orphans), width=width, colour=colour)]
    return found


def document(verdicts: Sequence[Verdict]) -> Fields:
    """Return the verdicts as an object; lines that cannot be checked as pairs of first and last."""
    return {
        "schema_version": 1,
        "holds": not any(one.faults for one in verdicts),
        "ledgers": [
            {
                "ledger": one.ledger,
                "records": one.records,
                "texts_equal_evidence": one.by_evidence,
                "links_equal": one.by_chain,
                "breaks": [{"line": each.line, "event": each.event, "reason": each.reason} for each in one.faults],
                "texts_without_record": one.orphans,
                "unchecked": {name: ranges(numbers) for name, numbers, _ in _kinds(one)},
            }
            for one in verdicts
        ],
    }


def render_json(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as JSON."""
    import json

    return json.dumps(document(verdicts), indent=2) + "\n"


def ranges(numbers: Sequence[int]) -> list[list[int]]:
    """Return ascending numbers as pairs of first and last."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _row(one: Verdict) -> tuple[Cell, ...]:
    counts = one.records, one.by_evidence, one.by_chain, len(one.faults)
    return (one.ledger, *(show.tokens(number) for number in counts))


def _breaks(verdicts: Sequence[Verdict], *, width: int, colour: bool) -> list[str]:
    faults = [(one.ledger, fault) for one in verdicts for fault in one.faults]
    if not faults:
        return []
    named = [
        f"{ledger}:{fault.line}: {f'{fault.event}: ' if fault.event else ''}{fault.reason}"
        for ledger, fault in faults[:LISTED]
    ]
    title = f"{show.plural(len(faults), 'break')}; the first is at {named[0].partition(': ')[0]}"
    return [*listed(title, named, len(faults), width=width, colour=colour), ""]


def _kinds(one: Verdict) -> tuple[tuple[str, list[int], str], ...]:
    return (
        ("both_hashes", one.both, "both hashes of"),
        ("input_hash", one.before, "the first hash of"),
        ("output_hash", one.after, "the last hash of"),
        ("legacy", one.legacy, "the characters of legacy"),
    )


def _unchecked(one: Verdict) -> list[str]:
    parts = [f"{what} {_lines_of(numbers)}" for _, numbers, what in _kinds(one) if numbers]
    return [f"{one.ledger}: {'; '.join(parts)}"] if parts else []


def _lines_of(numbers: list[int]) -> str:
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in ranges(numbers)]
    return f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(shown)}"
