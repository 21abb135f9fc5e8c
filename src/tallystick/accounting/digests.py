"""Hashes that stand for texts: keys of ids and names, payload hashes, word hashes.

XXH3 is not cryptographic: it tells equal from different among one person's own transcripts and hides nothing.
"""

from __future__ import annotations

from xxhash import xxh3_64_intdigest, xxh3_128_digest, xxh32_intdigest


def key(text: str) -> int:
    """Return the 63-bit key of an id, a name or a text; never 0, which means "none"."""
    try:
        return (xxh3_64_intdigest(text.encode()) >> 1) or 1
    except UnicodeEncodeError:
        return (xxh3_64_intdigest(_encode(text)) >> 1) or 1


def payload(text: str) -> bytes:
    """Return the 128-bit hash of a text."""
    try:
        return xxh3_128_digest(text.encode())
    except UnicodeEncodeError:
        return xxh3_128_digest(_encode(text))


def word(text: str) -> int:
    """Return the 32-bit hash of one word of a command."""
    return xxh32_intdigest(_encode(text))


def _encode(text: str) -> bytes:
    """Return a text's UTF-8: the bytes it was read from where they were none, lone surrogates as such."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
