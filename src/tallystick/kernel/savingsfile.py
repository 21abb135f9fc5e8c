"""Reads a ledger of savings from disk through one buffer that is used again: fresh memory would cost more than the
search. A ledger that cannot be read holds nothing.
"""

from __future__ import annotations

from posix import close, fstat, open, readv  # noqa: A004

from tallystick.kernel.files import READ, is_regular
from tallystick.kernel.savings import rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.kernel.savings import Saving

_BUFFER = 1 << 18
_LONGEST = 16 << 20  # bytes of a row; what is longer is no ledger


def scan(path: bytes, session: str) -> Iterator[Saving]:
    """Yield a session's accepted rows, in the order of the file."""
    try:
        handle = open(path, READ)
    except OSError:
        return
    try:
        if not is_regular(fstat(handle)):
            return
        buffer, have = bytearray(_BUFFER), 0
        while got := readv(handle, [memoryview(buffer)[have:]]):
            end = have + got
            cut = buffer.rfind(b"\n", have, end) + 1
            yield from rows(buffer, cut, session)
            have = end - cut
            buffer[:have] = buffer[cut:end]
            if have > _LONGEST:
                return
            if have == len(buffer):
                buffer.extend(bytes(have))
        yield from rows(buffer, have, session)
    except OSError:
        return
    finally:
        close(handle)
