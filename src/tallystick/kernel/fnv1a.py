"""FNV-1a, 64 bits: short names for paths, the same in every process and for whoever else computes them."""

from __future__ import annotations

_BASIS, _PRIME, _MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def digest(data: bytes) -> str:
    """Return the digest of some bytes as sixteen lower-case hexadecimal digits."""
    found = _BASIS
    for byte in data:
        found = (found ^ byte) * _PRIME & _MASK
    return f"{found:016x}"
