"""Decoders: any bytes give events or rejections, two ways of decoding agree, and spelling changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.agents import claude_code
from tallystick.model import event
from tallystick.model.source import Place
from tests import strategies
from tests.agents.readings import Read
from tests.blocks import feed_lines
from tests.casebook.write import CASES

REAL = [line for path in sorted(CASES.rglob("*.jsonl")) for line in path.read_bytes().split(b"\n") if len(line) < 3000]

mutations = st.tuples(st.integers(0, 2**32), st.integers(1, 6), st.sampled_from(REAL)).map(lambda made: mutate(*made))

PLACE = Place("t", "s", is_subagent=False)


def mutate(seed: int, times: int, line: bytes) -> bytes:
    """A real line with bytes changed, cut out, doubled, or pieces of JSON put in."""
    dice = random.Random(seed)
    data = bytearray(line)
    for _ in range(times):
        at = dice.randrange(len(data) + 1)
        deed = dice.randrange(4)
        if deed == 0:
            data[at : at + dice.randrange(1, 9)] = b""
        elif deed == 1:
            data[at:at] = data[at : at + dice.randrange(1, 60)]
        elif deed == 2:
            data[at : at + 1] = bytes([dice.choice(b'{}[]",:\\0-9e.\xff\x00tn')])
        else:
            data[at:at] = dice.choice(
                [b"null", b'"x"', b"{}", b"[[]]", b"1e999", b"NaN", b'"\\ud800"', b"-1", b"9" * 20]
            )
    return bytes(data).replace(b"\n", b"")


lines = st.lists(strategies.odd_lines | mutations, min_size=1, max_size=5)


@given(lines=lines)
@settings(max_examples=strategies.examples(400))
def test_typed_and_plain_decoding_agree(lines: list[bytes]) -> None:
    """Packed records, usage folds, names and rejections are the same to the byte, whatever the lines hold.

    So they are where a whole block of lines is decoded at once.
    """
    expected = Read(lines, typed=False).everything()

    assert expected == Read(lines, typed=True).everything()
    for typed in (True, False):
        assert expected | {"whole": []} == Read(lines, typed=typed, in_blocks=True).everything()


@given(lines=st.lists(st.binary(max_size=200) | mutations, max_size=4))
@settings(max_examples=strategies.examples(400))
def test_any_bytes_are_read_or_refused(lines: list[bytes]) -> None:
    """No bytes raise, with an index or without: each line that is not read whole is refused."""
    block = b"\n".join(lines)
    records = block.split(b"\n")

    read = Read(records)
    totals = claude_code.totals_reader(PLACE)
    feed_lines(totals, block)

    assert [number for number, whole in enumerate(read.whole, 1) if not whole] == sorted(
        {line for line, _ in read.rejections}
    )
    assert totals.rejected == len(read.rejections)
    kept = {slot: value for slot, value in read.usage.items() if slot & 1 == 0}
    assert len({slot for slot in totals.folds if slot & 1 == 0}) == len(kept)


def respelt(entry: Any, dice: random.Random, *, escapes: float = 0) -> str:
    """The same JSON value in other letters: spaces anywhere, keys in another order, escapes for what needs none."""

    def space() -> str:
        return dice.choice(["", "", " ", "\t", "  ", "\r"])

    if isinstance(entry, dict):
        pairs = [
            f"{space()}{spelt(key, dice, escapes)}{space()}:{space()}{respelt(value, dice, escapes=escapes)}"
            for key, value in entry.items()
        ]
        dice.shuffle(pairs)
        return "{" + f"{space()},".join(pairs) + space() + "}"
    if isinstance(entry, list):
        return (
            "[" + f"{space()},{space()}".join(respelt(value, dice, escapes=escapes) for value in entry) + space() + "]"
        )
    return spelt(entry, dice, escapes) if isinstance(entry, str) else json.dumps(entry)


def spelt(text: str, dice: random.Random, escapes: float) -> str:
    """A JSON string in which some letters are escaped without need."""
    letters = strategies.encode(text).decode()[1:-1]
    if dice.random() >= escapes:
        return f'"{letters}"'
    return (
        '"'
        + "".join(
            f"\\u{ord(one):04X}" if one.isalpha() and one.isascii() and "\\" not in letters else one for one in letters
        )
        + '"'
    )


entries = st.lists(strategies.answers() | strategies.entries, min_size=1, max_size=8)
seeds = st.integers(0, 2**32)


def without_offsets(read: Read) -> dict[str, Any]:
    """All that was found but where on its line a thing stands."""
    found = read.everything()
    found["moments"] = [row[:4] + row[5:] for row in read.moments]
    found["rejections"] = read.rejections
    return found


@given(made=entries, seed=seeds, typed=st.booleans())
@settings(max_examples=strategies.examples(300))
def test_spaces_and_key_order_change_nothing(made: list[Any], seed: int, *, typed: bool) -> None:
    """Legal JSON in any spacing and key order gives the same records, folds and hashes; only byte offsets move."""
    dice = random.Random(seed)
    expected = Read([strategies.encode(entry) for entry in made], typed=typed)

    actual = Read([respelt(entry, dice).encode() for entry in made], typed=typed)

    assert without_offsets(expected) == without_offsets(actual)


@given(made=entries, seed=seeds, typed=st.booleans())
@settings(max_examples=strategies.examples(300))
def test_needless_escapes_lose_no_usage(made: list[Any], seed: int, *, typed: bool) -> None:
    """Keys, ids and texts spelt with needless escapes give the same folds, sessions, calls, links and payload hashes.

    Only what is asked of the client's own spelling differs: sizes and hashes of an edit's texts, visible characters,
    and whether a phrase is claimed.
    """
    dice = random.Random(seed)
    expected = Read([strategies.encode(entry) for entry in made], typed=typed)

    actual = Read([respelt(entry, dice, escapes=0.4).encode() for entry in made], typed=typed)

    claimed = event.CLAIMS_DONE
    for one, other in zip(expected.moments, actual.moments, strict=True):
        assert (*one[:3], one[3] | claimed, *one[5:10]) == (*other[:3], other[3] | claimed, *other[5:10])
    assert [row[:10] + row[12:] for row in expected.calls] == [row[:10] + row[12:] for row in actual.calls]
    assert [row[:9] + row[10:] for row in expected.results] == [row[:9] + row[10:] for row in actual.results]
    for left, right in zip(expected.usage.values(), actual.usage.values(), strict=True):
        assert left | {"visible": 0} == right | {"visible": 0}
    for name in ("sessions", "boundaries", "limits", "spawns", "cost_states", "cwd", "version", "brief"):
        assert getattr(expected.reading, name) == getattr(actual.reading, name)
