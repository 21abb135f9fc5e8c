"""Finds the files of a session's subagents: below the session's folder, or beside its transcript where older clients
put them. A folder is only listed when it changed since.
"""

from __future__ import annotations

from posix import O_NOFOLLOW, close, open, pread, scandir, stat  # noqa: A004
from time import time_ns

from tallystick.kernel.files import READ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.kernel.sessionstate import SessionState

_SUFFIX = b".jsonl"
_DEEPEST = 8  # folders below a session's own
_HEAD = 1 << 14  # bytes, within which a child names its session
# A folder's time moves in steps: within this time a file may still come that leaves it as it is.
_UNSETTLED_NS = 2 * 10**9


def find(state: SessionState, folder: bytes) -> bool:
    """Add to a state what is new below its transcript's folder; say whether anything changed that is to be kept."""
    below = f"{state.fold.session}/subagents"
    settled = time_ns() - _UNSETTLED_NS
    before = (len(state.names), dict(state.folders))
    pending = [*state.folders] if below in state.folders else ["", below]
    known: set[str] = set()
    for label in pending:
        path = folder + b"/" + label.encode("utf-8", "surrogateescape")
        try:
            changed = stat(path).st_mtime_ns
            if changed == state.folders.get(label):
                continue
            known = known or set(state.names)
            since = state.folders.setdefault(label, 0)
            names = list(_below(path, label, pending) if label else _beside(path, state.fold.session, since))
        except OSError:
            continue  # there is none, or none any more
        for name in names:
            if name not in known:
                state.add(name)
        if changed < settled:
            state.folders[label] = changed
    return before != (len(state.names), state.folders)


def _below(path: bytes, label: str, pending: list[str]) -> Iterator[str]:
    """Yield what a folder below the session's holds, and leave its folders to be looked at next."""
    for entry in scandir(path):
        name = f"{label}/{entry.name.decode('utf-8', 'surrogateescape')}"
        if entry.name.endswith(_SUFFIX):
            if entry.is_file(follow_symlinks=False):
                yield name
        elif entry.is_dir(follow_symlinks=False) and name not in pending and name.count("/") < _DEEPEST + 2:
            pending.append(name)


def _beside(path: bytes, session: str, since: int) -> Iterator[str]:
    """Yield the children beside a transcript that name the session, of those that were changed since then (ns)."""
    mark = b'"' + session.encode("utf-8", "surrogateescape") + b'"'
    for entry in scandir(path):
        if entry.name.startswith(b"agent-") and entry.name.endswith(_SUFFIX):
            try:
                if entry.stat(follow_symlinks=False).st_mtime_ns >= since and mark in _head(entry.path):
                    yield entry.name.decode("utf-8", "surrogateescape")
            except OSError:
                continue  # gone since, or none of our business


def _head(path: bytes) -> bytes:
    handle = open(path, READ | O_NOFOLLOW)
    try:
        return pread(handle, _HEAD, 0)
    finally:
        close(handle)
