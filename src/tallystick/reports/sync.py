"""The page of `tally sync`: what was found, read, refused, and what a better parser changed."""

from __future__ import annotations

from tallystick.reports import figures as show
from tallystick.reports.prose import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.syncing import SyncReport

_CLASSES = ("responses", "input", "cache writes", "cache reads", "output")


def lines(report: SyncReport, responses: int, rejections: int, *, width: int) -> list[str]:
    """Return the page; `responses` and `rejections` are what the index holds now."""
    read = f"{show.count(report.changed)} read, {show.size(report.bytes)}" if report.changed else "nothing new"
    found = [f"{show.plural(report.files, 'transcript')} found, {read}."]
    others = (
        (report.moved, "moved"),
        (report.gone, "gone since the last sync, kept in the index"),
        (report.unreadable, "that cannot be read: tally doctor says which"),
    )
    found += [f"{show.plural(count, 'transcript')} {what}." for count, what in others if count]
    if report.reread:
        found.append(
            f"{show.plural(report.reread, 'transcript')} read again by a better parser: {_difference(report)}."
        )
    found.append(f"The index holds {show.plural(responses, 'response')}.")
    if rejections:
        are = "is" if rejections == 1 else "are"
        pieces = show.plural(rejections, "piece")
        found.append(f"{pieces} of input could not be read and {are} not counted: tally doctor says where.")
    return [line for sentence in found for line in wrap(sentence, width, indent=2)]


def _difference(report: SyncReport) -> str:
    changed = [f"{name} {number:+,}" for name, number in zip(_CLASSES, report.difference, strict=True) if number]
    return ", ".join(changed) or "no figure changed"
