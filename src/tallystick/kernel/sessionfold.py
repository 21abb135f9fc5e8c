"""A session's running totals: every response once, over the lines of its transcript and of its subagents' files.

Counts of a response fold by maximum, so that the totals depend neither on the order of files nor on where reads were
cut. Responses that were touched of late are held; older ones lie with a keeper, which the fold asks by their slot.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tallystick.kernel.usage import Counts

    RowKey = tuple[int, int, int, int]

# flags of a response
SIDE, STOPPED, CLAIMED, CLAIMED_AWAY, SHADOWED, PINNED = 1, 2, 4, 8, 16, 32

# columns of a row of totals
RESPONSES, LOWER, INPUT, WRITE_5M, WRITE_1H, WRITE_UNKNOWN, READ, OUTPUT, SEARCHES, RECORDED = range(10)

UNKNOWN = -1
NESTED = "n"
_PRIME = (1 << 61) - 1
_MOST_HELD, _LEAST_HELD = 96, 48  # responses: more than ever stream at once, and quick to read at every render


def number_of(data: bytes) -> int:
    """Return a number for bytes: equal ones have equal numbers, and those of a session never meet in one by chance."""
    return int.from_bytes(data + b"\1", "little") % _PRIME


def key_of(identity: str) -> str:
    """Return the key of a response by its id."""
    return str(number_of(identity.encode("utf-8", "surrogatepass")))


_NUMBERS = "%d" + ",%d" * 14
_NEW = (0, UNKNOWN, 0, UNKNOWN, 0, UNKNOWN, 0, 0, 0, 0, 0, 0, 0)


class Response:
    """One response as far as it was read.

    `place` is the file and offset of the line that showed it first; `files` says of each file that holds it whether its
    first line there was of this session; `thinking` and `t` (ms) are UNKNOWN where nothing says them.
    """

    __slots__ = ("counts", "files", "flags", "is_counted", "model", "place", "t", "thinking", "variant", "visible")

    def __init__(self, place: tuple[int, int], numbers: Sequence[int], files: dict[int, bool]) -> None:
        self.place = place
        self.flags, self.model, self.variant, self.t, self.visible, self.thinking, *counts = numbers
        self.counts: Counts = tuple(counts)  # type: ignore[assignment]
        self.files = files
        self.is_counted = False

    def text(self) -> str:
        """Return all of it on one line; `read` takes it back."""
        numbers = (self.flags, self.model, self.variant, self.t, self.visible, self.thinking, *self.counts)
        text = _NUMBERS % (*self.place, *numbers)
        for file, is_own in self.files.items():
            text += f",{file << 1 | is_own}"
        return text


def read(text: str) -> Response:
    """Return what `text` wrote; ValueError for anything else."""
    numbers = [int(number) for number in text.split(",")]
    if len(numbers) < 16:
        raise ValueError(text)
    return Response((numbers[0], numbers[1]), numbers[2:15], {own >> 1: bool(own & 1) for own in numbers[15:]})


class Line:
    """What one line says of a response: its model, flags (side, stopped, claims), time (ms) and usage.

    A reader fills one and the same for line after line.
    """

    __slots__ = ("counts", "flags", "is_own", "model", "t", "thinking", "variant", "visible")

    def __init__(self) -> None:
        self.is_own = True
        self.model = ""
        self.flags = self.variant = self.visible = 0
        self.t = self.thinking = UNKNOWN
        self.counts: Counts = _NEW[6:]


class SessionFold:
    """The totals so far and what is needed to go on.

    `rows` are by model, variant, the largest of `bands` (prompt tokens) that is exceeded and the last of `cuts` (ms)
    that has passed. `positions` says of each file where its current line starts, or where reading it stands.
    """

    __slots__ = (
        "away",
        "bands",
        "call_units",
        "calls",
        "cuts",
        "estimated",
        "held",
        "models",
        "nested",
        "pinned",
        "positions",
        "reasoning",
        "recall",
        "result_units",
        "results",
        "rows",
        "session",
    )

    def __init__(self, session: str, *, cuts: Sequence[int] = (), bands: Sequence[int] = ()) -> None:
        self.session = session
        self.cuts = cuts
        self.bands = bands
        self.models: dict[str, int] = {}
        self.rows: dict[RowKey, list[int]] = {}
        self.reasoning = self.estimated = 0
        self.calls = self.call_units = self.results = self.result_units = 0
        self.away: dict[str, None] = {}  # calls on copied lines, whose results are to come
        self.nested = 0  # responses that progress lines showed
        self.positions: list[int] = []
        self.held: dict[str, Response | str] = {}
        self.pinned: dict[str, Response | str] = {}  # those that came back from the keeper, for good
        self.recall: Callable[[str], str | None] | None = None

    def respond(self, slot: str, file: int, line: Line) -> None:
        """Fold one line's usage into its response; `slot` is the response's key, with NESTED for a progress line's."""
        found = self.held.get(slot)
        if found is None or isinstance(found, str) or found.is_counted:
            found = self._take(slot)
            if found is None:
                found = Response((file, self.positions[file]), _NEW, {})
                if self.nested or slot[-1] == NESTED:
                    self._shadow(found, slot)
            self._put(slot, found)
        if not found.files.setdefault(file, line.is_own):
            return
        if found.model < 0:
            found.model = self.models.setdefault(line.model, len(self.models))
        found.flags |= line.flags
        found.variant |= line.variant
        found.visible += line.visible
        if 0 <= line.t < found.t or found.t < 0:
            found.t = line.t
        if line.thinking > found.thinking:
            found.thinking = line.thinking
        if line.counts is not found.counts and line.counts != found.counts:
            found.counts = tuple(map(max, line.counts, found.counts))  # type: ignore[assignment]

    def _shadow(self, found: Response, slot: str) -> None:
        """Nested usage counts only where no line of its own shows that response."""
        is_nested = slot[-1] == NESTED
        self.nested += is_nested
        place = slot[:-1] if is_nested else slot + NESTED
        other = self._take(place)
        if other is not None:
            (found if is_nested else other).flags |= SHADOWED
            self._put(place, other)

    def _put(self, slot: str, found: Response) -> None:
        (self.pinned if found.flags & PINNED else self.held)[slot] = found

    def _take(self, slot: str) -> Response | None:
        """Return a response out of the totals, to be changed and put back."""
        known = self.held.pop(slot, None)
        if known is None:
            known = self.pinned.pop(slot, None)
        if known is None:
            found = self._recall(slot)
        elif isinstance(known, str):
            found = read(known)
            found.is_counted = True
        else:
            found = known
        if found is not None and found.is_counted:
            self._count(found, -1)
        return found

    def _recall(self, slot: str) -> Response | None:
        """Ask the keeper. What an unfinished run left there lies ahead of where reading stands, and is nothing."""
        text = self.recall(slot) if self.recall else None
        if text is None:
            return None
        found = read(text)
        file, at = found.place
        if file >= len(self.positions) or at >= self.positions[file]:
            return None
        found.flags |= PINNED
        found.is_counted = True
        return found

    def settle(self) -> None:
        """Count every response that was touched; then `rows` and the sums are whole."""
        for group in (self.held, self.pinned):
            for found in group.values():
                if not isinstance(found, str) and not found.is_counted:
                    self._count(found, 1)

    def column(self, column: int) -> int:
        """Return the sum of a column over all rows; the fold must be settled."""
        return sum(row[column] for row in self.rows.values())

    def counted(self) -> Iterator[Response]:
        """Yield every response at hand that counts, in the order in which they were first seen."""
        for group in (self.pinned, self.held):
            for found in group.values():
                response = read(found) if isinstance(found, str) else found
                if _counts(response):
                    yield response

    def release(self) -> Iterator[tuple[str, str]]:
        """Give up the responses that were touched longest ago, if there are many: each slot with its text, counted."""
        if len(self.held) <= _MOST_HELD:
            return
        for slot in list(self.held)[: len(self.held) - _LEAST_HELD]:
            found = self.held.pop(slot)
            if isinstance(found, str):
                yield slot, found
                continue
            if not found.is_counted:
                self._count(found, 1)
            yield slot, found.text()

    def _count(self, found: Response, sign: int) -> None:
        """Add a response to its row, or take it away again."""
        found.is_counted = sign > 0
        if not _counts(found):
            return
        flags = found.flags
        counts = found.counts
        output = shown = counts[5]
        visible = -(-found.visible // 4)
        if flags & SIDE and not flags & STOPPED:
            shown = max(output, visible)
        if found.thinking >= 0:
            self.reasoning += sign * found.thinking
        elif flags & (SIDE | STOPPED) == STOPPED:
            self.reasoning += sign * max(0, output - visible)
            self.estimated += sign
        row = self._row(found, sum(counts[:5]))
        lower = 0 if flags & STOPPED else 1
        for column, number in enumerate((1, lower, *counts[:5], shown, counts[6], output)):
            row[column] += sign * number

    def _row(self, found: Response, prompt: int) -> list[int]:
        band = period = 0
        for threshold in self.bands:
            if prompt > threshold:
                band = threshold
        if found.t < 0:
            period = UNKNOWN
        else:
            for cut in self.cuts:
                if cut <= found.t:
                    period = cut
        key = (found.model, found.variant, band, period)
        row = self.rows.get(key)
        if row is None:
            row = self.rows[key] = [0] * 10
        return row


def _counts(found: Response) -> bool:
    """Say whether a response is the session's own, and shown by a line of its own where there is one."""
    flags = found.flags
    return not flags & SHADOWED and flags & (CLAIMED | CLAIMED_AWAY) != CLAIMED_AWAY and True in found.files.values()
