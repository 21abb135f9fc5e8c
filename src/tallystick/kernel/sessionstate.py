"""What a session's running totals leave for the next render, as fields of a JSON object.

A state of another version or shape, of another transcript or of other price periods is none: the totals are read again.
Files stand in columns and responses as texts, so that a render takes apart only what it touches.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import decode
from tallystick.kernel.sessionfold import SessionFold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.sessionfold import Response

VERSION = 2  # 1: responses stood elsewhere in the table


class SessionState:
    """A session's fold with the files it was read from.

    Of each file: its name below the transcript's folder, its `stamp` (when it was changed, ns; 0: not all was read), a
    seal of the bytes that were read, and whether the offset in `fold.positions` lies in a line that is too long. `main`
    is the transcript; `folders` are those in which children were looked for, each with the time (ns) of its last change
    before; `keeper` is the number, slots and slots in use of the table of older responses.
    """

    __slots__ = ("fold", "folders", "keeper", "main", "names", "seals", "skips", "stamps")

    def __init__(self, fold: SessionFold, main: str, number: int) -> None:
        self.fold = fold
        self.main = main
        self.names: list[str] = []
        self.stamps: list[int] = []
        self.seals: list[int] = []
        self.skips: list[int] = []
        self.folders: dict[str, int] = {}
        self.keeper = (number, 0, 0)

    def add(self, name: str) -> int:
        """Return the number of a file that is new."""
        self.names.append(name)
        self.stamps.append(0)
        self.seals.append(0)
        self.skips.append(0)
        self.fold.positions.append(0)
        return len(self.names) - 1

    def fields(self) -> dict[str, object]:
        """Return what is kept; the fold must be settled."""
        fold = self.fold
        sums = (fold.reasoning, fold.estimated, fold.calls, fold.call_units, fold.results, fold.result_units)
        return {
            "version": VERSION,
            "session": fold.session,
            "main": self.main,
            "folders": self.folders,
            "keeper": self.keeper,
            "cuts": list(fold.cuts),
            "bands": list(fold.bands),
            "names": self.names,
            "stamps": self.stamps,
            "seals": self.seals,
            "skips": self.skips,
            "positions": fold.positions,
            "models": list(fold.models),
            "rows": [[*key, *row] for key, row in fold.rows.items()],
            "sums": [*sums, fold.nested],
            "away": list(fold.away),
            "held": _written(fold.held),
            "pinned": _written(fold.pinned),
        }


def _written(group: Mapping[str, Response | str]) -> dict[str, str]:
    return {slot: found if isinstance(found, str) else found.text() for slot, found in group.items()}


def parse(text: str) -> dict[str, object]:
    """Return what a state's text says, nothing where it is no object."""
    try:
        kept = decode(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def restore(kept: Mapping[str, object], fold: SessionFold, main: str, number: int) -> SessionState:
    """Return the state that was kept, over an empty fold; where it cannot go on from that, a new one whose table has
    that number.
    """
    wanted = (VERSION, fold.session, main, list(fold.cuts), list(fold.bands))
    if wanted == tuple(kept.get(name) for name in ("version", "session", "main", "cuts", "bands")):
        state = SessionState(SessionFold(fold.session, cuts=fold.cuts, bands=fold.bands), main, number)
        try:
            _fill(state, kept)  # type: ignore[arg-type]
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            pass
        else:
            return state
    return SessionState(fold, main, number)


def _fill(state: SessionState, kept: Mapping[str, list[list[int]]]) -> None:
    """Take over what is kept; what is of another shape raises, here or when it is used."""
    fold = state.fold
    for name in ("names", "stamps", "seals", "skips"):
        setattr(state, name, kept[name])
    fold.positions = kept["positions"]  # type: ignore[assignment]
    if {len(kept[name]) for name in ("names", "stamps", "seals", "skips", "positions")} != {len(state.names)}:
        raise ValueError
    fold.models = {name: number for number, name in enumerate(kept["models"])}  # type: ignore[misc]
    for model, variant, band, period, *counts in kept["rows"]:
        if len(counts) != 10 or not 0 <= model < len(fold.models):
            raise ValueError(counts)
        fold.rows[model, variant, band, period] = counts
    sums: list[int] = kept["sums"]  # type: ignore[assignment]
    fold.reasoning, fold.estimated, fold.calls, fold.call_units, fold.results, fold.result_units, fold.nested = sums
    fold.away = dict.fromkeys(kept["away"])  # type: ignore[arg-type]
    fold.held, fold.pinned = dict(kept["held"]), dict(kept["pinned"])  # type: ignore[arg-type]
    number, slots, used = kept["keeper"]
    state.keeper = (number, slots, used)  # type: ignore[assignment]
    state.folders = dict(kept["folders"])  # type: ignore[arg-type]
