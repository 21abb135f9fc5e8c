"""The receipt of a window, or of every one: brings the index up to date, finds, sorts by window."""

from __future__ import annotations

from tallystick.accounting import bounds, evidence, frontier
from tallystick.accounting.periods import find_zone
from tallystick.accounting.receipts import Place, ReceiptBook
from tallystick.detectors import detect
from tallystick.host.environment import zone_name
from tallystick.model.receipt import Receipt, Statement
from tallystick.store import queries
from tallystick.store import windows as store
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tallystick.tasks import limits, settings, windows
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.accounting.windows import Window, Windows
    from tallystick.host.environment import Surroundings
    from tallystick.store.index import Index

    Stretch = tuple[int, int]

LAST, ALL = "last", "all"
_OPENING_MS = 86_400_000  # how far back a session's opening may have been read by another one


def receipts(place: Surroundings, when: str, progress: Callable[[int, int], None] | None = None) -> Statement:
    """Return the receipts of LAST, the last window with a turn, of ALL, or of what a user wrote: a day or a moment;
    nothing stands for now. The index is brought up to date before.
    """
    zone = find_zone(None)
    stretch = None if when in {LAST, ALL} else _stretch(when or "now", place.now_ms)
    searched = refresh(place, progress).searched
    index = open_index(place.root)
    found = Statement(
        [],
        is_whole=False,
        exhaustions=[],
        frontiers=[],
        timezone=zone.name or zone_name(place.environ),
        files=0,
        searched=searched,
    )
    if index is None:
        return found
    with index:
        _fill(found, place, index, when, stretch)
    return found


def _stretch(text: str, now_ms: int) -> Stretch:
    """Return what a day or a moment covers (ms); both ends are one for a moment."""
    zone = find_zone(None)
    return bounds.since_ms(text, zone, now_ms), bounds.until_ms(text, zone, now_ms)


def _fill(found: Statement, place: Surroundings, index: Index, when: str, stretch: Stretch | None) -> None:
    chosen = settings.load(place.root, index)
    official = windows.load(place.root, index, chosen)
    places = _places(index)
    found.files = queries.coverage(index).files
    found.exhaustions = limits.exhaustions(index, place.root, chosen, official, places)
    found.frontiers = frontier.draw(found.exhaustions)
    if when == LAST:
        # A turn may be a little ahead of our clock, but not in a window that has not begun.
        newest = store.last_turn(index, official.at(place.now_ms // 1000).end * 1000 - 1)
        stretch = (newest, newest) if newest is not None else (place.now_ms, place.now_ms)
    wanted = None if stretch is None else _whole(official, stretch)
    book = ReceiptBook(official, places, store.stubs(index))
    _read(book, index, None if found.frontiers else wanted)
    if found.frontiers:
        _weigh(found, book)
    found.receipts = [one for one in book.receipts() if _is_in(one, wanted)]
    found.is_whole = stretch is None or len(found.receipts) > 1
    if stretch is not None and stretch[0] == stretch[1] and not found.receipts:
        found.receipts = [_empty(official.at(stretch[0] // 1000))]


def _places(index: Index) -> dict[int, Place]:
    transcripts = queries.transcripts(index)
    prefixes = evidence.prefixes(row.id for row in transcripts.values())
    names = queries.names_of(index, {row.session for row in transcripts.values()})
    return {file: Place(row.id, prefixes[row.id], names.get(row.session, "")) for file, row in transcripts.items()}


def _whole(official: Windows, stretch: Stretch) -> Stretch:
    """Return the windows that hold a stretch (ms), from the start of the first to the end of the last."""
    first, last = stretch[0], max(stretch[0], stretch[1] - 1)
    return official.at(first // 1000).start * 1000, official.at(last // 1000).end * 1000


def _read(book: ReceiptBook, index: Index, stretch: Stretch | None) -> None:
    book.take_turns(store.turns(index, stretch))
    around = None if stretch is None else (stretch[0] - _OPENING_MS, stretch[1])
    for history in histories(index, book.window_of, around):
        book.take(history, detect(history))


def _weigh(found: Statement, book: ReceiptBook) -> None:
    """Add to every exhaustion the exposure of its window, and draw the frontiers again."""
    exposure = {one.start: one.exposure for one in book.receipts()}
    for one in found.exhaustions:
        one.exposure = exposure.get(book.window_of(one.t) // 1000, 0)
    found.frontiers = frontier.draw(found.exhaustions)


def _is_in(receipt: Receipt, stretch: Stretch | None) -> bool:
    if stretch is None:
        return True
    return receipt.start is not None and stretch[0] <= receipt.start * 1000 < stretch[1]


def _empty(window: Window) -> Receipt:
    return Receipt(window.start, window.end, is_official=window.is_official)
