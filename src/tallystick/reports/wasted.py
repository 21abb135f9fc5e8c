"""The page of `tally wasted`: rows of findings, the direct sum, what is only counted and what is shown apart.

Each row names the evidence of its largest finding; no number stands without one.
"""

from __future__ import annotations

from tallystick.kernel.display import clean, cut_front
from tallystick.model.finding import APART, COUNTED, DERIVED, DIRECT, PROBABLE, PROVEN
from tallystick.reports import figures as show
from tallystick.reports.paint import bold
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.wasted import Wasted, WastedRow, WastedSum
    from tallystick.reports.table import Cell

_TITLES = {"window": "five-hour window"}
_FIGURES = (
    Column("findings", keep=4, right=True),
    Column(("payload tokens", "payload"), keep=6, right=True),
    Column(("exposure token-turns", "exposure"), keep=5, right=True),
)
_SURE = {PROVEN: "proven", PROBABLE: "probable"}
_SHORT_ID = 13  # characters of a session's id where room is short
_TOP = 3  # findings named in full
_ABOUT_FIGURES = (
    "payload: characters of tool results / 4, an estimate. exposure: payload times the responses that carried it, "
    "derived from local context; not quota, not cost."
)
_ABOUT_DIRECT = (
    "direct: each redundant result once, in the first row that claims it. What stands below it is only counted, or "
    "shown apart, and in no sum."
)


def lines(wasted: Wasted, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    if not wasted.findings:
        return wrap(_nothing(wasted), width)
    by = wasted.by
    if by == "signature":
        columns: tuple[Column, ...] = (Column("wasted"), *_FIGURES, Column("of which", keep=1), Column("for example"))
        rows, totals = _signatures(wasted)
    else:
        columns = (
            Column(_TITLES.get(by, by), shortest=20, front=by == "project"),
            Column("", keep=2, shortest=11, front=True),
            *_FIGURES,
            Column("others", keep=3, right=True),
            Column("for example", keep=1),
        )
        rows, totals = [_row(row, by) for row in wasted.rows], 1
        rows.append(("direct", "", *_cells(wasted.direct), _others(wasted), ""))
    table = render(columns, rows, width=width, colour=colour, totals=totals)
    return [*table, "", *_tops(wasted, width, colour=colour), *_notes(wasted, width)]


def _nothing(wasted: Wasted) -> str:
    looked = f"{show.plural(wasted.sessions, 'session')}, {show.short(wasted.acquired)} payload tokens acquired"
    return f"No detector found anything in that time ({looked}, estimated)."


def _signatures(wasted: Wasted) -> tuple[list[tuple[Cell, ...]], int]:
    """Return a row for each signature that found something, and how many of them stand below the rule."""
    sums = wasted.by_signature
    rows: list[tuple[Cell, ...]] = [
        (name, *_cells(sums[name]), _labels(sums[name]), _example(sums[name])) for name in DIRECT if sums[name].findings
    ]
    share = show.percent(wasted.direct.tokens, wasted.acquired)
    whole = show.short(wasted.acquired)
    of_all = f"{share} of {whole} payload tokens acquired", f"{share} of {whole}"
    below: list[tuple[Cell, ...]] = [("direct", *_cells(wasted.direct), "", of_all)]
    for name in COUNTED:
        if sums[name].findings:
            found = sums[name]
            below.append((name, show.count(found.findings), "", "", "", _example(found)))
    for name in APART:
        if sums[name].findings:
            found = sums[name]
            exposure = show.tokens(found.exposure) if found.exposure else ""
            cells = show.count(found.findings), show.tokens(found.tokens), exposure
            below.append((name, *cells, "", _example(found)))
    return rows + below, len(below)


def _row(row: WastedRow, by: str) -> tuple[Cell, ...]:
    others = show.count(row.others.findings) if row.others.findings else ""
    example = _example(row.direct if row.direct.findings else row.others)
    label = (row.label, row.label[:_SHORT_ID]) if by == "session" else row.label
    return label, row.about, *_cells(row.direct), others, example


def _others(wasted: Wasted) -> str:
    others = len(wasted.findings) - wasted.direct.findings
    return show.count(others) if others else ""


def _cells(found: WastedSum) -> tuple[Cell, ...]:
    return show.count(found.findings), show.tokens(found.tokens), show.tokens(found.exposure)


def _labels(found: WastedSum) -> Cell:
    """Return how many findings are proven and how many probable."""
    return ", ".join(f"{show.count(count)} {_SURE[label]}" for label, count in sorted(found.by_label.items())[::-1])


def _example(found: WastedSum) -> Cell:
    """Return the evidence of the largest finding, in short that of its later event."""
    if found.top is None:
        return ""
    return " and ".join(found.top.evidence), found.top.evidence[-1]


def _tops(wasted: Wasted, width: int, *, colour: bool) -> list[str]:
    """Return the largest findings of the direct sum, three lines each at most: what, both places, how to see it."""
    ranked = sorted((one for one in wasted.findings if one.signature in DIRECT), key=lambda one: -one.payload_tokens)
    found: list[str] = []
    for one in ranked[:_TOP]:
        head = f"{show.plural(one.payload_tokens, 'token')}, {one.signature}, {one.label}"
        found += [*(bold(line, colour) for line in wrap(head, width)), *_places(one, width)]
    return [*found, ""] if found else []


def _places(found: Finding, width: int) -> list[str]:
    what = cut_front(clean(found.subject), width - 2)
    places = f"{found.evidence[0]} and again {found.evidence[1]}"
    seen = f"tally show {found.evidence[1]}"
    if len(places) + len(seen) + 4 <= width:
        return [f"  {what}", f"  {places}  {seen}"]
    return [f"  {what}", *(f"  {line}" for line in wrap(places, width - 2)), f"  {seen}"]


def _notes(wasted: Wasted, width: int) -> list[str]:
    notes = [
        _ABOUT_FIGURES,
        _ABOUT_DIRECT,
    ]
    if wasted.by == "signature":
        notes += [f"{name}: {DERIVED[name]}." for name in DERIVED if wasted.by_signature[name].findings]
        notes.append("what each claims, and what it does not: tally wasted --explain SIGNATURE.")
    elif any(row.others.findings for row in wasted.rows):
        notes.append("others: findings that are only counted or shown apart.")
    return [line for note in notes for line in wrap(note, width, indent=2)]
