"""The part of a render that has a session: its state is read, brought up to date, shown, and kept for the next one."""

from __future__ import annotations

from tallystick.kernel import pruning
from tallystick.kernel.files import make_folder, put, read_text
from tallystick.kernel.jsontext import ascii_text
from tallystick.kernel.sessionstate import parse
from tallystick.kernel.tracker import Tracker
from tallystick.statusline import notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.hotconfig import HotConfig
    from tallystick.kernel.snapshot import Payload, Snapshot
    from tallystick.statusline.totals import Totals

_LARGEST = 64 << 20  # bytes of a state: no session comes near it


class Work:
    """One session's state in this render, and what of it is left to be written."""

    __slots__ = ("_fields", "_is_new", "_is_noted", "_now_s", "_payload", "_root", "_session", "_totals", "_transcript")

    def __init__(self, root: bytes, session: str, payload: Payload, transcript: bytes | None, now_s: int) -> None:
        self._root = root
        self._session = session
        self._payload = payload
        self._transcript = transcript
        self._now_s = now_s
        self._is_new = self._is_noted = False
        self._fields: dict[str, object] | None = None
        self._totals: Totals | None = None

    @property
    def _stem(self) -> bytes:
        return b"%s/statusline/%s" % (self._root, self._session.encode())

    def follow(
        self, snapshot: Snapshot, needs: set[str], config: HotConfig, environ: Mapping[str, str], until: float
    ) -> None:
        """Bring the state up to date and say in the snapshot what it knows; reading stops at `until` (monotonic s)."""
        kept = parse(read_text(self._stem + b".json", _LARGEST))
        self._is_new = not kept
        tracker = snapshot.tracker = Tracker.of(kept)
        is_changed = tracker.note(snapshot.context)
        before = str(kept.get("limits", ""))
        limits = notes.note_limits(self._root, self._session, self._payload, before, self._now_s)
        noted = [self._payload.text("model", "id"), (self._transcript or b"").decode("utf-8", "surrogateescape")]
        self._is_noted = kept.get("noted") == noted
        is_changed |= limits != before or not self._is_noted
        fields: dict[str, object] = {}
        if "totals" in needs and self._transcript is not None:
            from tallystick.statusline.totals import Totals

            self._totals = Totals(self._root, self._stem, self._transcript, until)
            self._totals.catch_up(kept, self._now_s)
            is_changed |= self._totals.is_changed
            fields = self._totals.fields() if is_changed else fields
            self._totals.show(snapshot, self._payload, config, environ)
        if is_changed:
            self._fields = {**kept, **tracker.fields(), "limits": limits, "noted": noted, **fields}

    def finish(self) -> None:
        """Write what is left to be written, once the line is out."""
        if not self._is_noted:
            notes.note_session(self._root, self._session, self._payload.text("model", "id"), self._transcript)
        if self._fields is not None:
            self._keep(self._fields)
        if self._totals is not None:
            self._totals.close()
            self._totals.refresh_prices(self._now_s)
        folder = self._root + b"/statusline"
        if pruning.is_due(folder, self._now_s):
            pruning.prune(folder, self._now_s)

    def _keep(self, fields: dict[str, object]) -> None:
        if self._is_new and not make_folder(self._root + b"/statusline"):
            return
        if self._totals is not None:
            table = self._totals.flush()
            if table is None:
                return
            fields["keeper"] = table
        if put(self._stem + b".json", ascii_text(fields).encode()) and self._totals is not None:
            self._totals.drop_older()
