"""The one table: plain text in columns that fit a given width; rows are never wrapped.

Where the width does not suffice, the least important numbers take their short form, then texts are cut, then the least
important columns go. Texts are cleaned here, so that no name from a transcript reaches a terminal as it came.
"""

from __future__ import annotations

from tallystick.kernel.display import clean, cut, cut_front, pad, pad_front, width
from tallystick.reports.paint import bold, dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # A cell: one text, or forms of the same from the longest to the shortest.
    Cell = str | tuple[str, ...]

_GAP = 2
_STAYS = 100


class Column:
    """A column: its title (or forms of it), how important it is (the least go first, 0 stays), and on which side its
    texts stand. `shortest` is how far a text is cut before columns go, 0 for not at all; `front` cuts its beginning.
    """

    __slots__ = ("front", "keep", "right", "shortest", "title")

    def __init__(
        self, title: Cell, *, keep: int = 0, right: bool = False, shortest: int = 0, front: bool = False
    ) -> None:
        self.title = title
        self.keep = keep
        self.right = right
        self.shortest = shortest
        self.front = front


class _Fitted:
    """A column with its cells in the form that is shown, cut to `width`; `natural` is the width they would take."""

    __slots__ = ("_forms", "column", "natural", "rank", "width")

    def __init__(self, column: Column, cells: list[Cell], rank: int) -> None:
        self.column = column
        self.rank = rank
        forms = [(cell,) if isinstance(cell, str) else cell for cell in (column.title, *cells)]
        self._forms = forms if column.right else [tuple(map(clean, form)) for form in forms]
        self.width = self.natural = max(width(form[0]) for form in self._forms)

    def shorten(self) -> None:
        """Take the short form of every cell."""
        self._forms = [form[-1:] for form in self._forms]
        self.width = self.natural = max(width(form[0]) for form in self._forms)

    def shown(self, place: int) -> str:
        """Return a cell at the column's width; the title is at 0."""
        text = self._forms[place][0]
        if self.column.right:
            return pad_front(text, self.width)
        return pad((cut_front if self.column.front and place else cut)(text, self.width), self.width)


def render(
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    *,
    width: int,
    colour: bool = False,
    totals: int = 0,
) -> list[str]:
    """Return the lines of a table at most `width` columns wide; the last `totals` rows stand apart.

    A column whose cells are all empty is left out.
    """
    fitted = [
        _Fitted(column, [row[place] for row in rows], place)
        for place, column in enumerate(columns)
        if any(row[place] for row in rows)
    ]
    _fit(fitted, width)
    lines = [_line(fitted, place) for place in range(len(rows) + 1)]
    lines = [dim(line, colour) if not place else line for place, line in enumerate(lines)]
    if not totals:
        return lines
    rule = dim("─" * sum(one.width for one in fitted) + "─" * _GAP * (len(fitted) - 1), colour)
    return [*lines[:-totals], rule, bold(lines[-totals], colour), *lines[len(lines) - totals + 1 :]]


def _line(fitted: list[_Fitted], place: int) -> str:
    return (" " * _GAP).join(one.shown(place) for one in fitted).rstrip()


def _fit(fitted: list[_Fitted], room: int) -> None:
    """Shorten, cut and drop until the columns fit; numbers are never cut, for half a number would be a wrong one."""
    by_rank = sorted(fitted, key=lambda one: (one.column.keep or _STAYS, one.rank))
    for one in by_rank:
        if _excess(fitted, room) <= 0:
            return
        one.shorten()
    texts = [one for one in fitted if one.column.shortest]
    for one in texts:
        one.width = min(one.natural, one.column.shortest)
    for one in by_rank:
        if _excess(fitted, room) > 0 and one.column.keep:
            fitted.remove(one)
    for one in texts:
        if one in fitted:  # give back what is left, or take what is still too much
            one.width = min(one.natural, max(one.width - _excess(fitted, room), 1))


def _excess(fitted: list[_Fitted], room: int) -> int:
    return sum(one.width for one in fitted) + _GAP * (len(fitted) - 1) - room
