"""The part of a render that has a session: its state is read, brought up to date, shown, and kept for the next one."""

from __future__ import annotations

from tallystick.kernel import pruning
from tallystick.kernel.files import make_folder
from tallystick.kernel.tracker import Tracker
from tallystick.statusline import notes
from tallystick.statusline.statefile import StateFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.hotconfig import HotConfig
    from tallystick.kernel.snapshot import Payload, Snapshot
    from tallystick.statusline.totals import Totals

_MUCH = 24 << 20  # bytes: about what a render reads in its time


class Work:
    """One session's state in this render, and what of it is left to be written."""

    __slots__ = (
        "_changes",
        "_is_noted",
        "_is_shared",
        "_now_s",
        "_payload",
        "_root",
        "_session",
        "_state",
        "_totals",
        "_transcript",
    )

    def __init__(self, root: bytes, session: str, payload: Payload, transcript: bytes | None, now_s: int) -> None:
        self._root = root
        self._session = session
        self._payload = payload
        self._transcript = transcript
        self._now_s = now_s
        self._is_noted = False
        self._is_shared = False  # whether another process reads the session
        self._state = StateFile(self._stem + b".json")
        self._changes: dict[str, object] | None = None
        self._totals: Totals | None = None

    @property
    def _stem(self) -> bytes:
        return b"%s/statusline/%s" % (self._root, self._session.encode())

    def follow(
        self, snapshot: Snapshot, needs: set[str], config: HotConfig, environ: Mapping[str, str], until: float
    ) -> None:
        """Bring the state up to date and say in the snapshot what it knows; reading stops at `until` (monotonic s)."""
        kept = self._state.fields
        tracker = snapshot.tracker = Tracker.of(kept)
        is_changed = tracker.note(snapshot.context)
        before = str(kept.get("limits", ""))
        limits = notes.note_limits(self._root, self._session, self._payload, before, self._now_s)
        noted = [self._payload.text("model", "id"), (self._transcript or b"").decode("utf-8", "surrogateescape")]
        self._is_noted = kept.get("noted") == noted
        is_changed |= limits != before or not self._is_noted
        if "totals" in needs and self._transcript is not None:
            totals = self._totals = self._caught_up(self._transcript, until)
            is_changed |= totals.is_changed
            if is_changed and not self._is_shared:
                totals.keep()
            totals.show(snapshot, self._payload, config, environ)
        if is_changed:
            self._changes = {**tracker.fields(), "limits": limits, "noted": noted}

    def _caught_up(self, transcript: bytes, until: float) -> Totals:
        """Return the totals, read as far as the time allows, by this process or by one that goes on behind it."""
        from tallystick.statusline.totals import Totals

        totals = Totals(self._root, self._stem, transcript, until)
        if not totals.catch_up(self._state.fields, self._now_s, most=_MUCH):
            from tallystick.statusline.handover import hand_over

            self._is_shared = hand_over(self._root, self._stem, transcript, until)
            self._state.read()
            totals.catch_up(self._state.fields, self._now_s, most=0 if self._is_shared else None)
        return totals

    def finish(self) -> None:
        """Write what is left to be written, once the line is out."""
        if not self._is_noted:
            notes.note_session(self._root, self._session, self._payload.text("model", "id"), self._transcript)
        if self._changes is not None and (self._state.fields or make_folder(self._root + b"/statusline")):
            self._state.write(self._changes, self._totals, is_shared=self._is_shared)
        if self._totals is not None:
            self._totals.close()
            self._totals.refresh_prices(self._now_s)
        folder = self._root + b"/statusline"
        if pruning.is_due(folder, self._now_s):
            pruning.prune(folder, self._now_s)
