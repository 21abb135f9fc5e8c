"""SHA-256 for doors that somebody waits for: loading OpenSSL takes 3 ms, which a short-lived process never earns back.

Python's own code takes five times as long a byte. So the first half megabyte is hashed by that, and a process that
hashes more, or has OpenSSL loaded anyway, by OpenSSL.
"""

from __future__ import annotations

from sys import modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_OWN = ("_sha2", "_sha256")  # since Python 3.12, and before
_OPENSSL = "_hashlib"
_SMALL = 1 << 19  # bytes


class Hasher:
    """Hashes texts one after the other; which code it uses changes nothing but the time."""

    __slots__ = ("_left", "_make")

    def __init__(self, small: int = _SMALL) -> None:
        self._left = small
        self._make: Callable[[bytes], object] = _load(*_OWN)

    def hexdigest(self, data: bytes) -> str:
        """Return the SHA-256 of some bytes, 64 hex digits."""
        if self._left > 0:
            self._left -= len(data)
            if self._left <= 0 or _OPENSSL in modules:
                self._left = 0
                self._make = _load(_OPENSSL, *_OWN)
        return self._make(data).hexdigest()  # type: ignore[attr-defined,no-any-return]


def _load(*names: str) -> Callable[[bytes], object]:
    """Return the constructor of the first of these modules that this Python has."""
    for name in names:
        try:
            module = __import__(name)
        except ImportError:
            continue
        return getattr(module, "openssl_sha256", None) or module.sha256  # type: ignore[no-any-return]
    from hashlib import sha256  # a Python that keeps its hashes elsewhere

    return sha256


hexdigest = Hasher().hexdigest
