"""Hashes that stand for texts. Expected values: XXH3 and XXH32 of the reference implementation (`xxhsum`)."""

from __future__ import annotations

import pytest

from tallystick.accounting import digests

# `printf '' | xxhsum -H3`, `printf 'a' | xxhsum -H3`: 2d06800538d394c2, e6c632b61e964e1f
EMPTY, LETTER_A = 0x2D06800538D394C2, 0xE6C632B61E964E1F


@pytest.mark.parametrize(("text", "expected"), [("", EMPTY >> 1), ("a", LETTER_A >> 1)])
def test_a_key_is_the_upper_63_bits_of_the_hash(text: str, expected: int) -> None:
    """A key fits SQLite's signed integers."""
    assert expected == digests.key(text)
    assert expected == digests.key_of_bytes(text.encode())


def test_no_key_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zero means none, so a hash of 0 or 1 gives the key 1."""
    for hashed in (0, 1):
        monkeypatch.setattr(digests, "xxh3_64_intdigest", lambda _, found=hashed: found)
        assert (1, 1, 1) == (digests.key("x"), digests.key_of_bytes(b"x"), digests.key("\ud800"))


def test_half_letters_have_keys_of_their_own() -> None:
    """A lone surrogate is hashed as the three bytes that stand for it, and never raises."""
    assert digests.key_of_bytes(b"\xed\xa0\xbd") == digests.key("\ud83d")
    assert digests.key("\ud83d") != digests.key("\ud83e")
    assert digests.word("\ud83d") != digests.word("\ud83e")


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"abc", 3), ("caf\u00e9".encode(), 4), ("\U0001f3fa".encode(), 1), (b"a\xffb", 3), (b"\xe2\x82", 2), (b"", 0)],
)
def test_characters_are_letters_and_stray_bytes(data: bytes, expected: int) -> None:
    """A letter of several bytes is one; each byte that is part of none is one."""
    assert expected == digests.characters(data)


def test_a_payload_has_128_bits() -> None:
    """`printf 'a' | xxhsum -H2`: a96faf705af16834e6c632b61e964e1f."""
    assert bytes.fromhex("a96faf705af16834e6c632b61e964e1f") == digests.payload(b"a")


def test_a_word_has_32_bits() -> None:
    """`printf 'a' | xxhsum -H0`: 550d7456."""
    assert 0x550D7456 == digests.word("a")


@pytest.mark.parametrize(
    ("text", "written"),
    [("one\ntwo", b'"one\\ntwo"'), ("caf\u00e9", '"caf\u00e9"'.encode()), ('say "no"', b'"say \\"no\\""')],
)
def test_a_written_payload_is_the_text_as_the_client_writes_it(text: str, written: bytes) -> None:
    """Quoted, with short escapes, letters as they are."""
    assert digests.payload(written) == digests.written_payload(text)
