"""Adds rows to the ledger of savings: one write of whole lines under a lock. Whoever cannot have the lock for a while
leaves its row beside the ledger, and the next writer takes it in.

Nothing here raises: no command fails because a saving could not be noted. A row that was said to be kept is kept. Each
has a name, by which one that was kept already is known again.
"""

from __future__ import annotations

from posix import (
    O_APPEND,
    O_CLOEXEC,
    O_CREAT,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDWR,
    close,
    fstat,
    ftruncate,
    listdir,
    open,  # noqa: A004 - the system's, not Python's
    pread,
    urandom,
    write,
)

from tallystick.kernel.files import is_regular, make_folder, put, read_file, remove
from tallystick.kernel.jsontext import strict_text
from tallystick.kernel.waiting import lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NAME = b"savings.jsonl"
ASIDE = b"savings.aside"
NAMED = "row"  # the key of a row's name, which is the last one
ADDED, PRESENT, FAILED = "added", "present", "failed"
_FLAGS = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
_PATIENCE = 0.25  # seconds: sixteen writers that never rest leave each of them a turn within a few milliseconds
_MOST_ASIDE = 1000  # rows that one writer takes in
_LONGEST = 16 << 20  # bytes of a row
_CHUNK = 1 << 20


def add(root: bytes, row: Mapping[str, object]) -> bool:
    """Add a row to the ledger under a root folder; say whether it is kept."""
    return _keep(root, row, urandom(8).hex(), is_new=True) == ADDED


def add_once(root: bytes, row: Mapping[str, object], name: str) -> str:
    """Add a row unless one of this name (16 hexadecimal digits) is there; ADDED, PRESENT, or FAILED and not kept."""
    return _keep(root, row, name, is_new=False)


def _keep(root: bytes, row: Mapping[str, object], name: str, *, is_new: bool) -> str:
    try:
        line = strict_text({**{key: row[key] for key in row if key != NAMED}, NAMED: name}).encode() + b"\n"
    except (TypeError, ValueError, RecursionError):
        return FAILED
    folder = root + b"/usage"
    try:
        if not make_folder(folder):
            return FAILED
        handle = open(folder + b"/" + NAME, _FLAGS, 0o600)
    except (OSError, ValueError):
        return FAILED
    try:
        if not is_regular(fstat(handle)):
            return FAILED
        if not _lock(handle):
            return ADDED if _put_aside(folder, name, line) else FAILED
        return _append(folder, handle, line, "" if is_new else name)
    except OSError:
        return FAILED
    finally:
        close(handle)


def _lock(handle: int) -> bool:
    """Wait for the ledger; a file system without locks keeps nobody waiting."""
    try:
        return lock(handle, _PATIENCE)
    except OSError:
        return True


def _append(folder: bytes, handle: int, line: bytes, name: str) -> str:
    """Write a line behind those that lie aside; what of it a full disk took is cut off again.

    A line with a name is left out where one of that name is there.
    """
    size = fstat(handle).st_size
    aside = list(_aside(folder, handle))
    is_there = bool(name) and (
        any(path.endswith(b"/" + name.encode()) for path, _ in aside) or bool(_present(handle, [name.encode()]))
    )
    is_torn = size > 0 and pread(handle, 1, size - 1) != b"\n"
    data = b"".join([*(found for _, found in aside), *([] if is_there else [line])])
    if data and is_torn:
        data = b"\n" + data
    done = write(handle, data) if data else 0
    if done != len(data):
        if fstat(handle).st_size == size + done:  # nobody who knows no lock has written behind it
            ftruncate(handle, size)
        return FAILED
    for path, _ in aside:
        remove(path)
    return PRESENT if is_there else ADDED


def _put_aside(folder: bytes, name: str, line: bytes) -> bool:
    place = folder + b"/" + ASIDE
    return make_folder(place) and put(place + b"/" + name.encode(), line)


def _aside(folder: bytes, handle: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the rows that lie aside; one that is in the ledger already, since its taker was killed, is empty."""
    place = folder + b"/" + ASIDE
    try:
        names = [name for name in listdir(place) if b"." not in name][:_MOST_ASIDE]
    except OSError:
        return
    there = _present(handle, names)
    for name in names:
        found = read_file(place + b"/" + name, _LONGEST)
        if found is None or not found.endswith(b"}\n"):
            continue
        yield place + b"/" + name, b"" if name in there else found


def _present(handle: int, names: Sequence[bytes]) -> set[bytes]:
    """Return which names whole rows of the ledger have; no text inside a row can look like one."""
    wanted = {b'"%s":"%s"}\n' % (NAMED.encode(), name): name for name in names}
    longest = max(map(len, wanted), default=0)
    found: set[bytes] = set()
    at, end = 0, b""
    while wanted and (data := pread(handle, _CHUNK, at)):
        at += len(data)
        data = end + data
        found.update(name for mention, name in wanted.items() if mention in data)
        end = data[1 - longest :]  # what a mention may begin with that ends in the next piece
    return found
