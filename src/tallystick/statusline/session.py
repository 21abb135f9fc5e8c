"""The part of a render that has a session: its state is read, brought up to date, shown, and kept for the next one."""

from __future__ import annotations

from tallystick.kernel.jsontext import ascii_text
from tallystick.kernel.sessionstate import parse
from tallystick.kernel.tracker import Tracker
from tallystick.statusline import notes
from tallystick.statusline.files import make_folder, put, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.hotconfig import HotConfig
    from tallystick.kernel.snapshot import Payload, Snapshot
    from tallystick.statusline.totals import Totals

_LARGEST = 64 << 20  # bytes of a state: no session comes near it


class Work:
    """One session's state in this render, and what of it is left to be written."""

    __slots__ = ("_folder", "_now_s", "_payload", "_root", "_session", "_text", "_totals", "_transcript", "kept_prices")

    def __init__(self, root: bytes, session: str, payload: Payload, transcript: bytes | None, now_s: int) -> None:
        self._root = root
        self._folder = root + b"/statusline"
        self._session = session
        self._payload = payload
        self._transcript = transcript
        self._now_s = now_s
        self._text = ""
        self._totals: Totals | None = None
        self.kept_prices: tuple[bytes, str] | None = None  # where fetched prices are, and the Python to fetch them with

    def follow(
        self, snapshot: Snapshot, needs: set[str], config: HotConfig, environ: Mapping[str, str], until: float
    ) -> None:
        """Bring the state up to date and say in the snapshot what it knows."""
        stem = b"%s/%s" % (self._folder, self._session.encode())
        kept = parse(read_text(stem + b".json", _LARGEST))
        tracker = snapshot.tracker = Tracker.of(kept)
        is_changed = tracker.note(snapshot.context)
        before = str(kept.get("limits", ""))
        limits = notes.note_limits(self._root, self._session, self._payload, before, self._now_s)
        is_changed |= limits != before
        fields: dict[str, object] = {}
        if "totals" in needs and self._transcript is not None:
            from tallystick.statusline.totals import Totals

            self._totals = Totals(self._root, stem, self._transcript, until)
            self._totals.catch_up(kept, self._now_s)
            is_changed |= self._totals.is_changed
            fields = self._totals.fields() if is_changed else fields
            self._totals.show(snapshot, self._payload, config, environ)
            self.kept_prices = self._totals.stale_prices
        if is_changed:
            self._text = ascii_text({**kept, **tracker.fields(), "limits": limits, **fields})

    def finish(self) -> None:
        """Write what is left to be written, once the line is out."""
        model = self._payload.text("model", "id")
        notes.note_session(self._root, self._session, model, self._transcript)
        if self._text and make_folder(self._folder):
            path = b"%s/%s.json" % (self._folder, self._session.encode())
            data = self._text.encode()
            if self._totals is None or self._totals.flush():
                is_put = put(path, data)
                if self._totals is not None and is_put:
                    self._totals.drop_older()
        if self._totals is not None:
            self._totals.close()
        if self.kept_prices is not None:
            from tallystick.statusline.upkeep import refresh_prices

            refresh_prices(self._root, *self.kept_prices, self._now_s)
