"""The page of `tally doctor`: a line for each thing looked at, with the places below it."""

from __future__ import annotations

from tallystick.kernel.display import clean, cut_front, pad
from tallystick.reports import figures as show
from tallystick.reports.paint import dim, warn
from tallystick.reports.prose import item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.remark import Remark

_ROOM = 14
_SHOWN = 5


def lines(remarks: Sequence[Remark], *, width: int, colour: bool = False) -> list[str]:
    """Return the page; warnings begin with "!" and are counted at the end."""
    found = []
    about = ""
    for remark in remarks:
        name = "" if remark.about == about else remark.about
        about = remark.about
        head, *rest = item(name, ("! " if remark.is_warning else "") + remark.text, width, room=_ROOM)
        found.append(pad(name, _ROOM) + _painted(head[_ROOM:], remark, colour=colour))
        found += [" " * _ROOM + _painted(line[_ROOM:], remark, colour=colour) for line in rest]
        for place in remark.places[:_SHOWN]:
            found.append(" " * _ROOM + dim("  " + cut_front(clean(place), width - _ROOM - 2), colour))
        if len(remark.places) > _SHOWN:
            found.append(" " * _ROOM + dim(f"  and {show.count(len(remark.places) - _SHOWN)} more", colour))
    warnings = sum(remark.is_warning for remark in remarks)
    return [*found, "", f"{show.plural(warnings, 'warning')}." if warnings else "Nothing to worry about."]


def _painted(text: str, remark: Remark, *, colour: bool) -> str:
    return warn(text, colour) if remark.is_warning else text
