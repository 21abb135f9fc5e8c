"""What a session's running totals leave for the next render, as fields of a JSON object.

A state of another version or shape, of another transcript or of other price periods is none: the totals are read again.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import decode
from tallystick.kernel.sessionfold import SessionFold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.sessionfold import Response

VERSION = 1


class FileState:
    """How far one file was read: `seal` tells the bytes before `offset` apart, `skips` says that the offset lies in a
    line that is too long, `stamp` is the file's size, time (ns) and number (inode) at the last read.
    """

    __slots__ = ("name", "offset", "seal", "skips", "stamp")

    def __init__(self, name: str, offset: int = 0, seal: int = 0, skips: int = 0, *stamp: int) -> None:
        self.name = name
        self.offset = offset
        self.seal = seal
        self.skips = skips
        self.stamp = stamp

    def fields(self) -> list[str | int]:
        """Return what is kept, in the order of the constructor."""
        return [self.name, self.offset, self.seal, self.skips, *self.stamp]


class SessionState:
    """A session's fold with the files it was read from.

    `main` is the transcript; `beside` the time (ns) of its folder when children were last looked for there; `keeper`
    the number, slots and slots in use of the table where older responses lie.
    """

    __slots__ = ("beside", "files", "fold", "keeper", "main")

    def __init__(self, fold: SessionFold, main: str, number: int) -> None:
        self.fold = fold
        self.main = main
        self.files: list[FileState] = []
        self.beside = 0
        self.keeper = (number, 0, 0)

    def fields(self) -> dict[str, object]:
        """Return what is kept; the fold must be settled."""
        fold = self.fold
        sums = (fold.reasoning, fold.estimated, fold.calls, fold.call_units, fold.results, fold.result_units)
        return {
            "version": VERSION,
            "session": fold.session,
            "main": self.main,
            "beside": self.beside,
            "keeper": self.keeper,
            "cuts": list(fold.cuts),
            "bands": list(fold.bands),
            "files": [file.fields() for file in self.files],
            "models": list(fold.models),
            "rows": [[*key, *row] for key, row in fold.rows.items()],
            "sums": [*sums, fold.nested],
            "away": list(fold.away),
            "held": _written(fold.held),
            "pinned": _written(fold.pinned),
        }


def _written(group: Mapping[int, Response | str]) -> str:
    return ";".join(
        f"{slot}:{found if isinstance(found, str) else found.text()}" for slot, found in group.items()
    )


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
    """Take over what is kept; whatever is of another shape raises."""
    fold = state.fold
    fold.models = {name: number for number, name in enumerate(map(_whole_text, kept["models"]))}
    for row in kept["rows"]:
        model, variant, band, period, *counts = map(_whole, row)
        if len(counts) != 10 or not 0 <= model < len(fold.models):
            raise ValueError(row)
        fold.rows[model, variant, band, period] = counts
    fold.reasoning, fold.estimated, fold.calls, fold.call_units, *rest = map(_whole, kept["sums"])
    fold.results, fold.result_units, fold.nested = rest
    fold.away = dict.fromkeys(map(_whole_text, kept["away"]))
    fold.held, fold.pinned = _read(kept["held"]), _read(kept["pinned"])
    for name, *numbers in kept["files"]:
        file = FileState(_whole_text(name), *map(_whole, numbers))
        state.files.append(file)
        fold.positions.append(file.offset)
    number, slots, used = map(_whole, kept["keeper"])
    state.keeper = (number, slots, used)
    state.beside = _whole(kept["beside"])


def _whole(value: object) -> int:
    if value.__class__ is not int:
        raise TypeError(value)
    return value


def _whole_text(value: object) -> str:
    if value.__class__ is not str:
        raise TypeError(value)
    return value


def _read(text: object) -> dict[int, Response | str]:
    pairs = (one.partition(":") for one in _whole_text(text).split(";") if one)
    return {int(slot): found for slot, _, found in pairs}
