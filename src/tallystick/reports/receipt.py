"""The page of `tally receipt`: four blocks in a box, the evidence below it; or one row a window.

At 80 columns a receipt is no more than 24 lines high. Nothing is printed that no evidence below or in the block backs.
"""

from __future__ import annotations

from tallystick.accounting.frontier import NEEDED
from tallystick.accounting.periods import moment
from tallystick.accounting.rungs import NAMES, VERIFIED
from tallystick.kernel.display import clean, cut, cut_front, pad, width
from tallystick.model.finding import COUNTED, DIRECT
from tallystick.reports import figures as show
from tallystick.reports.paint import bold, dim
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.periods import Zone
    from tallystick.model.receipt import Exhaustion, Frontier, Receipt, Statement
    from tallystick.reports.table import Cell

_WIDEST = 100  # columns: a box that is wider is harder to read
_ROOM = 9  # columns of the names before lines of evidence
# What each signature's line says: before its count, one of it, several, and a name for where there is none.
_WORDS = {
    "exact_reread": ("read again unchanged in", "result", "results", "re-reads"),
    "duplicate_inspection": ("shown again unchanged by", "command", "commands", "repeated inspections"),
    "no_state_retry": ("of the same failure in", "retry", "retries", "retries"),
    "rehydration": ("read again after a compaction in", "result", "results", "rehydration"),
    "duplicate_subagent_work": ("acquired twice by siblings in", "result", "results", "duplicate subagent work"),
    "invocation_mistake": ("", "mistaken call", "mistaken calls", "mistaken calls"),
    "edit_oscillation": ("", "edit undone", "edits undone", "edits undone"),
    "abandoned_work": ("", "path given up", "paths given up", "abandoned work"),
}
# What is no waste by itself, and how one and several of it are called.
_APART = {
    "cold_start": ("cold start", "cold starts"),
    "cache_rebuild": ("cache rebuild", "cache rebuilds"),
    "heavy_payload": ("heavy payload", "heavy payloads"),
}
_HIGHEST = 24  # lines
_NOT_QUOTA = "derived from local context — NOT provider quota"
_CAVEAT = "other surfaces draw on the same allowance: no budget, no gauge"


def lines(statement: Statement, zone: Zone, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    if not statement.receipts:
        return wrap("No turns in that time. Every window with turns: tally receipt --all", width)
    if statement.is_whole:
        return _table(statement, zone, width=width, colour=colour)
    (receipt,) = statement.receipts
    return _receipt(receipt, statement, zone, min(width, _WIDEST), colour=colour)


def _receipt(receipt: Receipt, statement: Statement, zone: Zone, columns: int, *, colour: bool) -> list[str]:
    page = [bold(line, colour) for line in wrap(_title(receipt, zone), columns, indent=2)]
    if not receipt.shares and not receipt.findings and not receipt.exposure:
        return [*page, *wrap("No turns in this window. The last one with turns: tally receipt --last", columns)]
    blocks = [
        _direct(receipt, columns - 4),
        _exposure(receipt, columns - 4),
        _rung(receipt, columns - 4),
        _frontier(statement, receipt, zone, columns - 4),
    ]
    page += [*_box(blocks, columns, colour=colour), *_top(receipt, columns, colour=colour)]
    apart = _apart(receipt, columns, colour=colour)
    return page + apart if len(page) + len(apart) <= _HIGHEST else page


def _title(receipt: Receipt, zone: Zone) -> str:
    if receipt.start is None or receipt.end is None:
        return "What happened at no known time"
    start, end = moment(receipt.start, zone, offset=True), moment(receipt.end, zone)
    stretch = f"{start[:10]} {start[11:16]} to {end if end[:10] != start[:10] else end[11:]} ({start[16:]})"
    kind = "official" if receipt.is_official else "on the fixed grid, an approximation"
    return f"Window {stretch}, {kind}"


def _box(blocks: list[list[str]], columns: int, *, colour: bool) -> list[str]:
    rule = "─" * (columns - 2)
    found = [f"┌{rule}┐"]
    for place, block in enumerate(blocks):
        if place:
            found.append(f"├{rule}┤")
        head, *rest = block
        texts = [bold(pad(head, columns - 4), colour), *(pad(text, columns - 4) for text in rest)]
        found += [f"│ {text} │" for text in texts]
    return [*found, f"└{rule}┘"]


def _head(name: str, figure: str, room: int) -> list[str]:
    """Return a block's first line: its name, and its figure at the right; on two lines where one is too narrow."""
    gap = room - width(name) - width(figure)
    if gap >= 2:
        return [name + " " * gap + figure]
    return [cut(line, room) for text in (name, figure) for line in wrap(text, room)]


def _beside(text: str, backing: str, room: int) -> list[str]:
    """Return a line with its evidence at the right, below it where one line is too narrow."""
    gap = room - width(text) - width(backing)
    if backing and gap >= 2:
        return [text + " " * gap + backing]
    indent = len(text) - len(text.lstrip())
    found = [cut(" " * indent + line, room) for line in wrap(text.lstrip(), room - indent, indent=2)]
    return [*found, cut(" " * (indent + 2) + backing, room)] if backing else found


def _direct(receipt: Receipt, room: int) -> list[str]:
    figure = "none"
    if receipt.direct:
        figure = f"{show.short(receipt.direct_tokens)} of {show.short(receipt.acquired)} payload tokens"
        figure += f" ({show.percent(receipt.direct_tokens, receipt.acquired)}, estimated)"
    found = _head("DIRECT INEFFICIENCY", figure, room)
    counted, missing = [], []
    for signature in (*DIRECT, *COUNTED):
        several = [one for one in receipt.findings if one.signature == signature]
        what, one, many, name = _WORDS[signature]
        if not several:
            missing.append(name)
            continue
        top = max(several, key=lambda finding: finding.payload_tokens)
        count = show.plural(len(several), one, many)
        if signature in COUNTED:
            counted.append(f"{count} {top.evidence[-1]}")
            continue
        tokens = sum(finding.payload_tokens for finding in several)
        text = f"{show.short(tokens)} {'token' if tokens == 1 else 'tokens'} {what} {count}"
        found += _beside(f"  {text}", top.evidence[-1], room)
    if counted:
        found += _indented(" · ".join(counted), room)
    return found + (_indented(f"none: {', '.join(missing)}", room) if missing else [])


def _indented(text: str, room: int) -> list[str]:
    return [cut(f"  {line}", room) for line in wrap(text, room - 2, indent=2)]


def _exposure(receipt: Receipt, room: int) -> list[str]:
    figure = f"{show.short(receipt.exposure)} token-turns" if receipt.exposure else "none"
    return [*_head("CONTEXT EXPOSURE", figure, room), *(cut(line, room) for line in wrap(_NOT_QUOTA, room))]


def _rung(receipt: Receipt, room: int) -> list[str]:
    best = receipt.best
    figure = NAMES[0]
    if best is not None:
        figure = f"{NAMES[best.rung]} ({best.rung}) by {best.rung_evidence}"
        if best.rung < VERIFIED:
            figure = f"none verified; {figure}"
    counts = f"{show.plural(receipt.sessions, 'session')} · {show.plural(receipt.turns, 'turn')}"
    text = f"{counts} · {show.count(receipt.reached(VERIFIED))} reached rung {show.AT_LEAST}{VERIFIED}"
    first = next((share.first for share in receipt.shares if share.first), None)
    return [*_head("VERIFIED RUNG REACHED", figure, room), *_beside(text, f"from {first}" if first else "", room)]


def _frontier(statement: Statement, receipt: Receipt, zone: Zone, room: int) -> list[str]:
    observed = statement.exhaustions
    frontier = _nearest(statement.frontiers, receipt, zone)
    if frontier is None:
        weekly = sum(one.is_weekly for one in observed)
        about = f"{show.plural(len(observed), 'observed limit event')} in this index"
        about += f", {show.count(weekly)} of them weekly" if weekly else ""
        about += f"; {NEEDED} of one kind are needed" if observed else ""
        return [*_head("DEPLETION FRONTIER", "no data", room), *_beside(about, _last(observed), room)]
    figure = f"{show.plural(len(frontier.observed), 'limit event')} to {_last(frontier.observed)}"
    least, most = frontier.cached
    mix = f"{least}%" if least == most else f"{least}-{most}%"
    ranges = (
        f"{' · '.join(frontier.partition)}: output {_range(frontier.output)}, input {_range(frontier.input)}, cache "
        f"reads {mix} of prompts, exposure {_range(frontier.exposure)} token-turns"
    )
    texts = [line for text in (ranges, _CAVEAT) for line in wrap(text, room)]
    return [*_head("DEPLETION FRONTIER", figure, room), *(cut(text, room) for text in texts)]


def _last(observed: list[Exhaustion]) -> str:
    return observed[-1].evidence if observed else ""


def _range(bounds: tuple[int, int]) -> str:
    least, most = map(show.short, bounds)
    return least if least == most else f"{least}-{most}"


def _nearest(frontiers: list[Frontier], receipt: Receipt, zone: Zone) -> Frontier | None:
    """Return the frontier of the window's month, else the newest."""
    month = moment(receipt.start, zone)[:7] if receipt.start is not None else ""
    ranked = sorted(frontiers, key=lambda one: (one.partition[3] == month, one.partition[3], len(one.observed)))
    return ranked[-1] if ranked else None


def _top(receipt: Receipt, columns: int, *, colour: bool) -> list[str]:
    """Return the lines on the largest finding: what it is of, both places, and the command that shows the later one."""
    if not receipt.direct:
        return []
    finding = receipt.direct[0]
    room = columns - _ROOM
    figure = f"{show.short(finding.payload_tokens)} tokens"
    subject = cut_front(clean(finding.subject) or "a result without a name", max(room - width(figure) - 2, 1))
    places = " and again ".join(finding.evidence)
    command = f"tally show {finding.evidence[-1]}"
    texts = [cut(f"{figure}  {subject}", room)]
    if width(places) + 2 + width(command) <= room:
        texts.append(f"{places}  {command}")
    else:
        texts += [line for text in (places, command) for line in wrap(text, room)]
    return [dim(pad("" if place else "top", _ROOM), colour) + text for place, text in enumerate(texts)]


def _apart(receipt: Receipt, columns: int, *, colour: bool) -> list[str]:
    """Return the line on what stands apart from waste, each with the evidence of the one that weighs most."""
    texts = []
    for signature, (one, many) in _APART.items():
        found = [finding for finding in receipt.findings if finding.signature == signature]
        if found:
            top = max(found, key=lambda finding: (finding.exposure, finding.payload_tokens))
            texts.append(f"{show.plural(len(found), one, many)} {top.evidence[-1]}")
    lines = wrap(" · ".join(texts), columns - _ROOM) if texts else []
    return [dim(pad("" if place else "apart", _ROOM), colour) + line for place, line in enumerate(lines)]


def _table(statement: Statement, zone: Zone, *, width: int, colour: bool) -> list[str]:
    columns = (
        Column("window", shortest=16),
        Column("", keep=2, shortest=8),
        Column("sessions", keep=3, right=True),
        Column("turns", keep=5, right=True),
        Column(("direct tokens", "direct"), right=True),
        Column(("exposure token-turns", "exposure"), keep=7, right=True),
        Column(("verified rung", "rung"), keep=6),
        Column((f"reached {show.AT_LEAST}{VERIFIED}", f"{show.AT_LEAST}{VERIFIED}"), keep=1, right=True),
        Column("evidence", keep=4),
    )
    rows = [_row(receipt, zone) for receipt in statement.receipts]
    notes = [
        "direct: payload of results that were redundant, estimated at 4 characters a token.",
        "exposure: derived from local context, not provider quota.",
    ]
    if not all(receipt.is_official for receipt in statement.receipts):
        notes.append("grid: five hours on a fixed grid, an approximation of the plan's own.")
    return [
        *render(columns, rows, width=width, colour=colour),
        "",
        *(dim(line, colour) for note in notes for line in wrap(note, width, indent=2)),
    ]


def _row(receipt: Receipt, zone: Zone) -> tuple[Cell, ...]:
    best = receipt.best
    rung = best.rung if best and best.rung >= VERIFIED else 0
    told = next((share.first for share in receipt.shares if share.first), None)
    direct = receipt.direct
    backing = direct[0].evidence[-1] if direct else best.rung_evidence if best else told
    return (
        show.UNKNOWN if receipt.start is None else moment(receipt.start, zone),
        "official" if receipt.is_official else "grid",
        show.count(receipt.sessions),
        show.count(receipt.turns),
        (show.count(receipt.direct_tokens), show.short(receipt.direct_tokens)),
        (show.count(receipt.exposure), show.short(receipt.exposure)),
        f"{NAMES[rung]} ({rung})" if rung else NAMES[0],
        show.count(receipt.reached(VERIFIED)),
        backing or "",
    )
