"""Makes receipts: sorts turns, findings, exposure and proven rungs into the windows in which they happened."""

from __future__ import annotations

from tallystick.accounting import evidence
from tallystick.accounting.exposure import NO_WINDOW
from tallystick.accounting.rungs import steps
from tallystick.model.finding import DIRECT
from tallystick.model.receipt import Receipt, Share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallystick.accounting.windows import Windows
    from tallystick.model.finding import Finding
    from tallystick.model.history import History, Thread


class Place:
    """What evidence in a transcript is called by, and the session it belongs to."""

    __slots__ = ("id", "prefix", "session")

    def __init__(self, id: str, prefix: str, session: str) -> None:  # noqa: A002 - the glossary's word
        self.id = id
        self.prefix = prefix
        self.session = session


class ReceiptBook:
    """Receipts by window; `stubs` are files whose turns and rungs count nowhere, `places` say what files are called."""

    __slots__ = ("_last", "_places", "_receipts", "_shares", "_stubs", "_windows")

    def __init__(self, windows: Windows, places: Mapping[int, Place], stubs: set[int]) -> None:
        self._windows = windows
        self._last = (0, 0)
        self._places = places
        self._stubs = stubs
        self._receipts: dict[int, Receipt] = {}
        self._shares: dict[tuple[int, int], Share] = {}

    def window_of(self, ms: int) -> int:
        """Return the start (ms) of the window that holds a moment."""
        start, end = self._last
        if not start <= ms < end:  # neighbours in time share a window
            found = self._windows.at(ms // 1000)
            start, end = self._last = found.start * 1000, found.end * 1000
        return start

    def receipts(self) -> list[Receipt]:
        """Return every receipt in which anything happened, in the order of time; one without a time comes last."""
        ordered = sorted(self._receipts, key=lambda window: (window == NO_WINDOW, window))
        return [self._receipts[window] for window in ordered if _says_something(self._receipts[window])]

    def take_turns(self, turns: Iterable[tuple[int, int, int, int]]) -> None:
        """Count turns: file, time (ms, -1 unknown), line (0: gone) and part."""
        for file, t, line, part in turns:
            if file not in self._stubs:
                share = self._share(self._window(t), file)
                share.turns += 1
                if line:
                    share.last = evidence.name(self._places[file].prefix, line, part)
                    share.first = share.first or share.last

    def take(self, history: History, findings: Iterable[Finding]) -> None:
        """Add what a session acquired and proved, and what was found in it."""
        for found in findings:
            self._receipt(found.window).findings.append(found)
            if found.signature in DIRECT:
                for window, amount in found.exposures:
                    receipt = self._receipt(window)
                    receipt.exposure += amount
                    receipt.carried.append((amount, found))
        for thread in history.threads:
            for act in thread.acts:
                if act.owned and act.tokens:
                    self._receipt(self._window(act.t)).acquired += act.tokens
            if thread.file not in self._stubs:
                self._climb(thread, history.names)

    def _climb(self, thread: Thread, names: Mapping[int, str]) -> None:
        for step in steps(thread, names):
            share = self._share(self._window(step.t), thread.file)
            if step.rung > share.rung:
                share.rung = step.rung
                share.rung_evidence = evidence.name(thread.prefix, step.line, step.part)

    def _window(self, t: int) -> int:
        return self.window_of(t) if t >= 0 else NO_WINDOW

    def _receipt(self, window: int) -> Receipt:
        found = self._receipts.get(window)
        if found is None:
            if window == NO_WINDOW:
                found = Receipt(None, None, is_official=False)
            else:
                at = self._windows.at(window // 1000)
                found = Receipt(at.start, at.end, is_official=at.is_official)
            self._receipts[window] = found
        return found

    def _share(self, window: int, file: int) -> Share:
        found = self._shares.get((window, file))
        if found is None:
            place = self._places[file]
            found = self._shares[window, file] = Share(place.id, place.session)
            self._receipt(window).shares.append(found)
        return found


def _says_something(receipt: Receipt) -> bool:
    return bool(receipt.shares or receipt.findings or receipt.exposure or receipt.acquired)
