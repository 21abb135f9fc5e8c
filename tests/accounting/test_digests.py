"""Hashes that stand for texts. Expected values: XXH3 and XXH32 of the reference implementation (`xxhsum`)."""

from __future__ import annotations

import pytest
from xxhash import xxh3_64_intdigest, xxh3_128_digest

from tallystick.accounting import digests

# `printf '' | xxhsum -H3`, `printf 'a' | xxhsum -H3`: 2d06800538d394c2, e6c632b61e964e1f
EMPTY, LETTER_A = 0x2D06800538D394C2, 0xE6C632B61E964E1F


@pytest.mark.parametrize(("text", "expected"), [("", EMPTY >> 1), ("a", LETTER_A >> 1)])
def test_a_key_is_the_upper_63_bits_of_the_hash(text: str, expected: int) -> None:
    """A key fits SQLite's signed integers."""
    assert expected == digests.key(text)


def test_no_key_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zero means none, so a hash of 0 or 1 gives the key 1."""
    for hashed in (0, 1):
        monkeypatch.setattr(digests, "xxh3_64_intdigest", lambda _, found=hashed: found)
        assert (1, 1) == (digests.key("x"), digests.key("\ud800"))


def test_half_letters_have_keys_of_their_own() -> None:
    """A lone surrogate is hashed as the three bytes that stand for it, and never raises."""
    assert xxh3_64_intdigest(b"\xed\xa0\xbd") >> 1 == digests.key("\ud83d")
    assert xxh3_128_digest(b"\xed\xa0\xbd") == digests.payload("\ud83d")
    assert digests.key("\ud83d") != digests.key("\ud83e")
    assert digests.word("\ud83d") != digests.word("\ud83e")


def test_bytes_that_are_no_letters_hash_as_themselves() -> None:
    """Text read with surrogate escapes is hashed as the bytes it was read from."""
    text = b"a\xffb".decode("utf-8", "surrogateescape")

    assert xxh3_128_digest(b"a\xffb") == digests.payload(text)
    assert xxh3_64_intdigest(b"a\xffb") >> 1 == digests.key(text)


def test_a_payload_has_128_bits() -> None:
    """`printf 'a' | xxhsum -H2`: a96faf705af16834e6c632b61e964e1f."""
    assert bytes.fromhex("a96faf705af16834e6c632b61e964e1f") == digests.payload("a")


def test_a_word_has_32_bits() -> None:
    """`printf 'a' | xxhsum -H0`: 550d7456."""
    assert 0x550D7456 == digests.word("a")
