"""Both ways of decoding offer the same functions and the same fields."""

from __future__ import annotations

from types import ModuleType

import pytest

from tallystick.agents.claude_code import codec, plain, shapes


@pytest.mark.parametrize("module", [plain, shapes], ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_a_codec_has_every_function(module: ModuleType) -> None:
    """What a reader may ask of a line, however it was decoded."""
    wanted = {name for name in vars(codec.Codec) if not name.startswith("_")}

    assert wanted - set(dir(module)) == set()


@pytest.mark.parametrize("name", ["Line", "Message", "Block", "Usage", "Split", "ServerTools", "Outcome", "Input"])
def test_both_spell_out_the_same_fields(name: str) -> None:
    """A field that only one of them had would be read only sometimes."""
    typed = set(getattr(shapes, name).__struct_fields__)
    fields = getattr(plain, name).__slots__

    assert typed == set(fields) - {"fault", "role"}


@pytest.mark.parametrize("junk", [b"", b"[]", b"12", b"{", b"{}{}", b'{"type":1e999}{}', b"\xff"])
def test_decode_refuses_what_is_not_one_object(junk: bytes) -> None:
    """Exactly one readable object, or an error that the reader expects."""
    for module in (plain, shapes):
        with pytest.raises((ValueError, RecursionError)):
            module.decode(junk)
