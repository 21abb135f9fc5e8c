"""Removes what lies beside the index of a session: what its status line knew, its rows of savings and of context
mechanisms, whole outputs that only these name, its part of the transformation ledgers, its links to other sessions.
"""

from __future__ import annotations

import json
import os
import shutil

from tallystick.host import mechanism_ledger, outputs
from tallystick.host.whole_files import replace
from tallystick.kernel import savingsledger, sessionlinks
from tallystick.kernel.sessionids import is_plain
from tallystick.kernel.transformplaces import FOLDER as TRANSFORMS
from tallystick.kernel.transformplaces import screened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

CLIENT = ".client"  # what the hook at the start of a session keeps of a client process
_LINKS = os.fsdecode(sessionlinks.FOLDER).lstrip("/")
_NAMED = ("usage/session-model", "usage/session-transcript", _LINKS)
_READ = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_LONGEST = 16 << 20  # bytes of a row


def remove(root: str, sessions: Collection[str]) -> tuple[int, int]:
    """Remove the traces of sessions under a root folder; return how many rows of savings and outputs these were.

    OSError where something that is there cannot be removed.
    """
    for session in filter(is_plain, sessions):
        for path in _files(root, session):
            _unlink(path)
    for path in _under(os.path.join(root, "statusline")):
        if path.endswith(CLIENT) and _last_word(path) in sessions:
            _unlink(path)
    for session in sessions:
        folder = os.path.join(root, TRANSFORMS, screened(session))
        if os.path.isdir(folder):
            shutil.rmtree(folder)
    for path in _under(os.path.join(root, _LINKS)):
        _unlink_from(path, sessions)
    rows = Rows(sessions)
    rows.drop_aside(os.path.join(root, "usage", os.fsdecode(savingsledger.ASIDE)))
    rows.blank(os.path.join(root, "usage", os.fsdecode(savingsledger.NAME)))
    rows.blank(mechanism_ledger.path_of(root))
    kept = [os.path.join(root, outputs.FOLDER, name) for name in rows.theirs - rows.others if outputs.is_id(name)]
    return rows.count, sum(map(_unlink, kept))


class Rows:
    """Goes through rows of savings: how many are of the sessions, which outputs these name and which the others."""

    __slots__ = ("_sessions", "count", "others", "theirs")

    def __init__(self, sessions: Collection[str]) -> None:
        self._sessions = sessions
        self.count = 0
        self.theirs: set[str] = set()
        self.others: set[str] = set()

    def drop_aside(self, folder: str) -> None:
        """Remove those that wait beside the ledger, a file each."""
        for path in _under(folder):
            try:
                with open(path, "rb") as file:
                    is_found = self._is_theirs(file.read(_LONGEST))
            except FileNotFoundError:
                continue  # the ledger has it now
            if is_found:
                _unlink(path)

    def blank(self, path: str) -> None:
        """Overwrite those in the ledger with spaces: the others stay where they are, whoever adds one meanwhile loses
        nothing, and readers pass over empty lines.
        """
        try:
            handle = os.open(path, _READ)
        except FileNotFoundError:
            return
        with open(handle, "rb") as file:
            before, at = self.count, 0
            while line := file.readline(_LONGEST):
                text = line.rstrip(b"\n")
                if text and not text.isspace() and self._is_theirs(text):
                    os.pwrite(handle, b" " * len(text), at)
                at += len(line)
            if self.count > before:
                os.fsync(handle)

    def _is_theirs(self, line: bytes) -> bool:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            return False
        if not isinstance(row, dict):
            return False
        session = row.get("session_id")
        is_found = isinstance(session, str) and session in self._sessions
        (self.theirs if is_found else self.others).add(str(row.get("output")))
        self.count += is_found
        return is_found


def _files(root: str, session: str) -> Iterator[str]:
    """Yield the files that bear a session's name."""
    for path in _under(os.path.join(root, "statusline")):
        if os.path.basename(path).startswith(f"{session}."):
            yield path
    yield from (os.path.join(root, folder, session) for folder in _NAMED)


def _last_word(path: str) -> str:
    """Return the session that a client process had last, as its file has it behind the moment of its beginning."""
    with open(path, "rb") as file:
        return file.read(_LONGEST).decode("utf-8", "replace").rpartition(" ")[2]


def _under(folder: str) -> list[str]:
    try:
        return sorted(entry.path for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False))
    except FileNotFoundError:
        return []


def _unlink(path: str) -> bool:
    """Remove a file; say whether it was there."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def _unlink_from(path: str, sessions: Collection[str]) -> None:
    """Take sessions out of a list of links."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    left = [line for line in lines if line.decode("utf-8", "replace").strip() not in sessions]
    if not any(left):
        _unlink(path)
    elif left != lines:
        replace(path, b"\n".join(left))
