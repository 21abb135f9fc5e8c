"""Takes away what sessions left under the root folder that have been idle for a week; somebody looks once a day."""

from __future__ import annotations

from posix import O_CLOEXEC, O_CREAT, O_NOFOLLOW, O_RDWR, close, open, scandir, utime  # noqa: A004

from tallystick.kernel.files import mtime_ns, remove

_DAY = 24 * 3600
_IDLE = 7 * _DAY


def is_due(folder: bytes, now_s: int) -> bool:
    """Say whether nobody has looked at a folder for a day."""
    return now_s - mtime_ns(folder + b"/.pruned") // 10**9 >= _DAY


def prune(folder: bytes, now_s: int) -> None:
    """Take away what sessions left that have been idle for seven days, and what unfinished runs left a day ago."""
    mark = folder + b"/.pruned"
    try:
        close(open(mark, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
        utime(mark)
        entries = [(entry.name, entry.stat(follow_symlinks=False).st_mtime) for entry in scandir(folder)]
    except OSError:
        return
    times = dict(entries)
    for name, changed in entries:
        stem, dot, kind = name.partition(b".")
        if not stem or not dot:
            continue
        last = changed if kind.endswith(b".new") else max(changed, times.get(stem + b".json", 0))
        if now_s - last > (_DAY if kind.endswith(b".new") else _IDLE):
            remove(folder + b"/" + name)
