"""The page of `tally transforms summary`: exact bytes by surface, mechanism and task; apart from them the legacy."""

from __future__ import annotations

from tallystick.model.transformation import LegacySums, Sums
from tallystick.reports import figures as show
from tallystick.reports.paint import bold, warn
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.transformation import ChainBreak, Changes, TaskChanges
    from tallystick.reports.table import Cell

    Group = tuple[str, str, str, str]

LISTED = 10  # chain breaks and bad lines that a page names
_SURFACES = (
    Column("surface", shortest=17),
    Column("events", keep=4, right=True),
    Column("changes", keep=3, right=True),
    Column(("bytes before", "before"), keep=2, right=True),
    Column(("bytes after", "after"), keep=2, right=True),
    Column("removed", keep=5, right=True),
    Column("added", keep=6, right=True),
    Column(("delta bytes", "delta"), right=True),
)
_MECHANISMS = (
    Column("surface", keep=7, shortest=17),
    Column("layer", keep=1, shortest=16),
    Column("bucket", keep=5, shortest=14),
    Column("mechanism", shortest=20),
    Column("events", keep=6, right=True),
    Column("changes", keep=3, right=True),
    Column(("delta chars", "chars"), keep=2, right=True),
    Column(("delta bytes", "delta"), right=True),
)
_TASKS = (
    Column("run", keep=5, shortest=6),
    Column("task", shortest=8),
    Column("surface", keep=4, shortest=17),
    Column("events", keep=3, right=True),
    Column(("chain breaks", "breaks"), keep=2, right=True),
    Column(("delta chars", "chars"), keep=1, right=True),
    Column(("delta bytes", "delta"), right=True),
)
_LEGACY = (
    Column("legacy bucket", keep=3, shortest=13),
    Column("layer", keep=2, shortest=16),
    Column("mechanism", shortest=22),
    Column("exact", keep=4, right=True),
    Column(("exact chars", "chars"), right=True),
    Column("estimates", keep=4, right=True),
    Column(("estimated chars", "est. chars"), right=True),
)


def lines(changes: Changes, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    found = [bold(_title(changes), colour), ""]
    groups: dict[Group, Sums] = {}
    surfaces: dict[str, Sums] = {}
    for task in changes.tasks:
        for group, sums in task.groups.items():
            groups.setdefault(group, Sums()).add(sums)
            surfaces.setdefault(group[0], Sums()).add(sums)
    if groups:
        by_surface = [(name, *_counts(sums), *_bytes(sums)) for name, sums in sorted(surfaces.items())]
        found += [*render(_SURFACES, by_surface, width=width, colour=colour), ""]
        by_mechanism = [(*group, *_counts(sums), *_deltas(sums)) for group, sums in sorted(groups.items())]
        found += [*render(_MECHANISMS, by_mechanism, width=width, colour=colour), ""]
    found += [*render(_TASKS, [row for task in changes.tasks for row in _task(task)], width=width, colour=colour), ""]
    legacy = _legacy(changes)
    if legacy:
        found += [*render(_LEGACY, legacy, width=width, colour=colour, totals=1), ""]
    return [*found, *_broken(changes, width=width, colour=colour), *_notes(changes, surfaces, width=width)]


def signed(number: int) -> tuple[str, str]:
    """Return a difference in full and in short: what was added carries its sign too, nothing has none."""
    sign = "+" if number > 0 else "-" if number < 0 else ""
    return sign + show.count(abs(number)), sign + show.short(abs(number))


def _title(changes: Changes) -> str:
    events = sum(sums.events for task in changes.tasks for sums in task.groups.values())
    runs = len({task.run for task in changes.tasks})
    places = f"{show.plural(runs, 'run')}, {show.plural(len(changes.tasks), 'task')}"
    return f"{show.plural(events, 'transformation')} in {places}, {show.plural(changes.ledgers, 'ledger')}"


def _counts(sums: Sums) -> tuple[Cell, ...]:
    return show.tokens(sums.events), show.tokens(sums.changes)


def _bytes(sums: Sums) -> tuple[Cell, ...]:
    return (
        *(show.tokens(number) for number in (sums.input_bytes, sums.output_bytes, sums.removed, sums.added)),
        signed(sums.delta_bytes),
    )


def _deltas(sums: Sums) -> tuple[Cell, ...]:
    return signed(sums.delta_chars), signed(sums.delta_bytes)


def _task(task: TaskChanges) -> list[tuple[Cell, ...]]:
    """Return a row for each surface of a task: bytes of different surfaces are not added up."""
    surfaces: dict[str, Sums] = {}
    for group, sums in task.groups.items():
        surfaces.setdefault(group[0], Sums()).add(sums)
    breaks: dict[object, int] = {}
    for one in task.breaks:
        breaks[one.chain[3]] = breaks.get(one.chain[3], 0) + 1
    return [
        (task.run, task.task, surface, show.tokens(sums.events), show.tokens(breaks.get(surface, 0)), *_deltas(sums))
        for surface, sums in sorted(surfaces.items())
    ] or [(task.run, task.task, "none changed", "0", "0", "0", "0")]


def _legacy(changes: Changes) -> list[tuple[Cell, ...]]:
    found: dict[tuple[str, str, str], LegacySums] = {}
    total = LegacySums()
    for task in changes.tasks:
        for key, sums in task.legacy.items():
            found.setdefault(key, LegacySums()).add(sums)
            total.add(sums)
    if not found:
        return []
    rows = [
        (bucket, layer, mechanism, *_characters(sums)) for (bucket, mechanism, layer), sums in sorted(found.items())
    ]
    return [*rows, ("net", "", "", *_characters(total))]


def _characters(sums: LegacySums) -> tuple[Cell, ...]:
    return (
        *(show.tokens(sums.exact_count), signed(sums.exact_delta)),
        *(show.tokens(sums.estimate_count), signed(sums.estimate_delta)),
    )


def _broken(changes: Changes, *, width: int, colour: bool) -> list[str]:
    """Return where chains break and which lines were not counted."""
    breaks = [(task, one) for task in changes.tasks for one in task.breaks]
    found = []
    if breaks:
        title = f"{show.plural(len(breaks), 'chain break')}: what is added up across one is not continuous."
        named = [f"{task.run}/{task.task}: {describe(one)}" for task, one in breaks[:LISTED]]
        found += [*listed(title, named, len(breaks), width=width, colour=colour), ""]
    if changes.bad_count:
        title = f"{show.plural(changes.bad_count, 'line')} could not be counted."
        named = [f"{bad.ledger}:{bad.line}: {bad.reason}" for bad in changes.bad[:LISTED]]
        found += [*listed(title, named, changes.bad_count, width=width, colour=colour), ""]
    return found


def listed(title: str, named: list[str], count: int, *, width: int, colour: bool) -> list[str]:
    """Return a title that asks for attention, and below it the first of `count` things and how many more there are."""
    found = [warn(line, colour) for line in wrap(title, width, indent=2)]
    if count > len(named):
        named = [*named, f"and {show.count(count - len(named))} more: --json lists them"]
    return [*found, *(f"  {line}" for one in named for line in wrap(one, width - 2, indent=2))]


def describe(one: ChainBreak) -> str:
    """Return a break in words: which chain, and what is wrong with it."""
    session, turn, call, surface, chain = one.chain
    known = (("session", session), ("turn", turn), ("call", call))
    owner = [f"{name} {value}" for name, value in known if value not in {None, ""}]
    place = ", ".join([str(surface), *owner, str(chain)])
    if one.steps:
        return f"{place}: steps {', '.join(map(str, one.steps))}"
    return f"{place}: {one.event} does not begin with the text that {one.previous} ended with"


def _notes(changes: Changes, surfaces: dict[str, Sums], *, width: int) -> list[str]:
    found = ["bytes: exact, in UTF-8, measured. Surfaces are different quantities and are not added up."]
    if "context_render" in surfaces:
        found.append("context_render: counted at every request; it is not what was taken out of storage once.")
    if any(task.legacy for task in changes.tasks):
        found.append(
            "legacy: characters that a harness booked as a cost or an estimate; a cost is positive. No change of a "
            "text is in it, and it is in no sum of bytes."
        )
    return [line for note in found for line in wrap(note, width, indent=2)]
