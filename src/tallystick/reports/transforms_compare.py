"""The page of `tally transforms compare`: two arms by mechanism, and the same tasks beside each other."""

from __future__ import annotations

from tallystick.reports import figures as show
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render
from tallystick.reports.transforms import signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.comparison import Comparison, Pair, Paired
    from tallystick.model.transformation import Sums
    from tallystick.reports.table import Cell

    Fields = dict[str, object]

_MECHANISMS = (
    Column("surface", keep=6, shortest=17),
    Column("layer", keep=1, shortest=16),
    Column("bucket", keep=2, shortest=14),
    Column("mechanism", shortest=20),
    Column("A events", keep=3, right=True),
    Column("B events", keep=3, right=True),
    Column(("A delta bytes", "A delta"), keep=5, right=True),
    Column(("B delta bytes", "B delta"), keep=5, right=True),
    Column("B - A", right=True),
)
_TASKS = (
    Column("task", shortest=8),
    Column("surface", keep=4, shortest=17),
    Column(("A delta bytes", "A delta"), keep=2, right=True),
    Column(("B delta bytes", "B delta"), keep=2, right=True),
    Column("B - A", right=True),
)


def lines(found: Comparison, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    shown = [*wrap(f"A: {found.a}", width, indent=3), *wrap(f"B: {found.b}", width, indent=3), ""]
    if not found.groups:
        return [*shown, "Neither arm changed anything."]
    rows = [_group(group, *sums) for group, sums in found.groups.items()]
    shown += [*render(_MECHANISMS, rows, width=width, colour=colour), ""]
    pairs = [_row(pair) for one in found.surfaces for pair in one.pairs]
    if pairs:
        shown += [*render(_TASKS, pairs, width=width, colour=colour), ""]
    for one in found.surfaces:
        shown += wrap(_sentence(one), width, indent=2)
    return [*shown, *_notes(found, width=width)]


def document(found: Comparison) -> Fields:
    """Return the comparison as an object; bytes are means of a task's runs where it was run more than once."""
    return {
        "schema_version": 1,
        "a": found.a,
        "b": found.b,
        "rows": [
            {
                **dict(zip(("surface", "layer", "bucket", "mechanism"), group, strict=True)),
                "a": {"events": a.events, "delta_bytes": a.delta_bytes},
                "b": {"events": b.events, "delta_bytes": b.delta_bytes},
                "difference": b.delta_bytes - a.delta_bytes,
            }
            for group, (a, b) in found.groups.items()
        ],
        "surfaces": [_surface(one) for one in found.surfaces],
        "only_a": found.only_a,
        "only_b": found.only_b,
        "chain_breaks": {"a": found.breaks[0], "b": found.breaks[1]},
    }


def render_json(found: Comparison) -> str:
    """Return the comparison as JSON."""
    import json

    return json.dumps(document(found), indent=2) + "\n"


def _surface(one: Paired) -> Fields:
    interval = one.interval
    return {
        "surface": one.surface,
        "pairs": [{"task": pair.task, "a": pair.a, "b": pair.b, "difference": pair.difference} for pair in one.pairs],
        "mean_difference": one.mean if one.pairs else None,
        "interval": None
        if interval is None
        else {"low": interval.low, "high": interval.high, "method": interval.method},
    }


def _group(group: tuple[str, str, str, str], a: Sums, b: Sums) -> tuple[Cell, ...]:
    deltas = a.delta_bytes, b.delta_bytes, b.delta_bytes - a.delta_bytes
    return (*group, show.tokens(a.events), show.tokens(b.events), *(signed(delta) for delta in deltas))


def _row(pair: Pair) -> tuple[Cell, ...]:
    return (pair.task, pair.surface, *(signed(round(number)) for number in (pair.a, pair.b, pair.difference)))


def _sentence(one: Paired) -> str:
    if not one.pairs:
        return f"{one.surface}: no task in both arms."
    mean = f"{one.surface}: B - A is {signed(round(one.mean))[0]} bytes a task on average"
    if one.interval is None:
        return f"{mean}; one task gives no interval."
    low, high = (signed(round(bound))[0] for bound in (one.interval.low, one.interval.high))
    return f"{mean}, {low or '0'} to {high or '0'} ({one.interval.method})."


def _notes(found: Comparison, *, width: int) -> list[str]:
    notes = []
    for name, tasks in (("A", found.only_a), ("B", found.only_b)):
        if tasks:
            notes.append(f"only in {name}, not paired: {', '.join(tasks)}.")
    if any(found.breaks):
        notes.append(
            f"chain breaks: {found.breaks[0]} in A, {found.breaks[1]} in B; tally transforms verify names them."
        )
    notes.append("bytes: exact; a task that an arm ran several times counts with the mean of its runs.")
    return ["", *(line for note in notes for line in wrap(note, width, indent=2))]
