"""What a session leaves behind: the log of events, the ledger of transformations, the ledger of turns. Best effort all.

Each entry is a deed to be done when nobody waits; its time is that of the booking.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tallystick.host.clock import now_ms
from tallystick.kernel.appending import AppendFile, make_folder
from tallystick.kernel.jsontext import strict_text
from tallystick.kernel.places import home
from tallystick.kernel.transformmodes import MESSAGE_LIST
from tallystick.tasks.recording import message_list, open_own

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tallystick.host.environment import Surroundings
    from tallystick.kernel.transformledger import Ledger
    from tallystick.mechanisms.records import Change, Turned
    from tallystick.mechanisms.settings import Settings

    Deed = Callable[[], None]

HOST = "pi"
_LAYER = "mechanism"


class Books:
    """The books of one session at a time; nothing is opened before there is something to write."""

    def __init__(self, place: Surroundings, settings: Settings) -> None:
        self._place = place
        self.log_path = os.path.abspath(os.path.expanduser(settings.log_file)) if settings.log_file else _usual(place)
        self._log: AppendFile | None = None
        self._ledger: Ledger | None = None
        self._session = "no-session"

    def begin(self, session: str) -> None:
        """What follows is of this session."""
        self.close()
        self._session = session or "no-session"

    def close(self) -> None:
        """Let go of what is open."""
        if self._ledger is not None:
            self._ledger.close()
        if self._log is not None:
            self._log.close()
        self._ledger = self._log = None

    def of(self, events: Sequence[Mapping[str, object]], changes: Sequence[Change]) -> list[Deed]:
        """Return the deeds that write events and changes down; the changes are one chain."""
        session, moment = self._session, now_ms(self._place.environ)
        deeds: list[Deed] = [lambda: self._write(moment, events)] if events else []
        if changes:
            deeds.append(lambda: self._record(session, changes))
        return deeds

    def turn(self, turned: Turned) -> list[Deed]:
        """Return the deeds that write the end of a turn down."""
        from tallystick.tasks.mechanisms import book

        root, session, moment = self._place.root, self._session, now_ms(self._place.environ)

        def keep() -> None:
            book(root, session, moment, turned.row, host=HOST)

        return [keep, *self.of(turned.events, ())]

    def _write(self, moment: int, events: Sequence[Mapping[str, object]]) -> None:
        try:
            if self._log is None:
                make_folder(os.path.dirname(self.log_path))
                self._log = AppendFile(self.log_path)
            for event in events:
                self._log.append(strict_text({"ts": _stamp(moment), **event}).encode() + b"\n")
        except (OSError, ValueError):
            self._log = None

    def _record(self, session: str, changes: Sequence[Change]) -> None:
        if self._ledger is None:
            self._ledger = open_own(
                session, HOST, root=self._place.root, mode=None, environ=self._place.environ, warn=lambda text: None
            )
        ledger = self._ledger
        for change in changes:
            before, after = (
                message_list(side) if not isinstance(side, str) else side for side in (change.before, change.after)
            )
            with ledger.scope(session=session, tool_call_id=change.tool_call_id):
                ledger.record_transform(
                    bucket=change.bucket,
                    layer=_LAYER,
                    mechanism=change.mechanism,
                    before=before,
                    after=after,
                    surface=change.surface,
                    change_count=change.count,
                    ctx={"encoding": MESSAGE_LIST} if change.is_messages else None,
                )


def _stamp(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _usual(place: Surroundings) -> str:
    folder = place.environ.get("PI_CODING_AGENT_DIR") or os.path.join(home(place.environ), ".pi", "agent")
    return os.path.join(os.path.abspath(os.path.expanduser(folder)), "logs", "ctxwm.jsonl")
