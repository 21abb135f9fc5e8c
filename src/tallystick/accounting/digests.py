"""Hashes that stand for texts: keys of ids and names, payload hashes, word hashes.

XXH3 is not cryptographic: it tells equal from different among one person's own transcripts and hides nothing.
"""

from __future__ import annotations

from xxhash import xxh3_64_intdigest, xxh3_128_digest, xxh32_intdigest


def key(text: str) -> int:
    """Return the 63-bit key of an id or name; never 0, which means "none"."""
    try:
        return (xxh3_64_intdigest(text.encode()) >> 1) or 1
    except UnicodeEncodeError:  # lone surrogates
        return (xxh3_64_intdigest(text.encode("utf-8", "surrogatepass")) >> 1) or 1


def key_of_bytes(data: bytes) -> int:
    """Return the 63-bit key of bytes; never 0."""
    return (xxh3_64_intdigest(data) >> 1) or 1


payload = xxh3_128_digest  # the 128-bit hash of a payload's bytes


def payload_of(text: str) -> bytes:
    """Return the 128-bit hash of a text's UTF-8: of the bytes it was read from where they were no UTF-8."""
    try:
        return xxh3_128_digest(text.encode())
    except UnicodeEncodeError:
        pass
    try:
        return xxh3_128_digest(text.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return xxh3_128_digest(text.encode("utf-8", "surrogatepass"))


def written_payload(text: str) -> bytes:
    """Return the 128-bit hash of a text as the client writes it in JSON: quoted, with its short escapes."""
    from json import dumps

    return xxh3_128_digest(dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def word(text: str) -> int:
    """Return the 32-bit hash of one word of a command."""
    return xxh32_intdigest(text.encode("utf-8", "surrogatepass"))
