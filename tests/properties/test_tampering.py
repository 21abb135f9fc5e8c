"""Whoever changes one byte of a ledger or of the texts beside it is found out, wherever something else speaks for it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick.accounting.verifying import LedgerCheck
from tallystick.model.transformation import Verdict
from tests.transformations import change, fed, open_one

TEXTS = ("\x1b[1mé one\x1b[0m\n\n\n\ntwo\n", "é one\n\n\n\ntwo\n", "é one\n\ntwo\n", "")
SIZES = ("input_bytes", "output_bytes", "delta_bytes", "input_chars", "output_chars", "delta_chars")
HASHES = ("input_sha256", "output_sha256")
Kept = dict[str, bytes]


def kept(folder: Path, mode: str) -> tuple[bytes, Kept]:
    """A ledger with one chain of three and a record that stands alone, and the texts beside it."""
    with open_one(folder / "t1.jsonl", mode) as ledger:
        with ledger.scope(session="s", turn=1, tool_call_id="c1"):
            for before, after in pairwise(TEXTS):
                change(ledger, before, after)
        change(ledger, "lone", "alone")
    beside = {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("*/*.txt")}
    return (folder / "t1.jsonl").read_bytes(), beside


def verdict(data: bytes, beside: Kept) -> Verdict:
    """The verdict on these bytes."""
    check = fed(LedgerCheck("ledger", lambda path: beside.get(path, "No such file")), data)
    odd = check.odd_chains()
    if odd.is_needed:
        fed(odd, data)
    found = check.finish(odd)
    assert isinstance(found, Verdict)
    return found


def spans(data: bytes, names: tuple[str, ...]) -> list[tuple[int, str, int]]:
    """Where each byte of the values of these fields stands, with its field and its line."""
    return [
        (place, name, data.count(b"\n", 0, place) + 1)
        for name in names
        for found in re.finditer(rb'"%s":("?)([-\w]+)' % name.encode(), data)
        for place in range(found.start(2), found.end(2))
    ]


def changed(data: bytes, place: int, byte: int) -> bytes:
    """The bytes with one of them changed."""
    return data[:place] + bytes([byte]) + data[place + 1 :]


@pytest.fixture(scope="module")
def debug(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Kept]:
    """A ledger with texts beside it."""
    return kept(tmp_path_factory.mktemp("debug"), "debug")


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ledger without content."""
    return kept(tmp_path_factory.mktemp("counts"), "counts")[0]


def test_untouched(debug: tuple[bytes, Kept], counts: bytes) -> None:
    """What was not touched holds; of counts alone, the first text, and a record that stands alone, are named."""
    assert (verdict(*debug).faults, verdict(counts, {}).faults) == ([], [])
    assert verdict(*debug).both == verdict(*debug).before == verdict(*debug).after == []
    # the chain is lines 1-3; it ends with no text, whose hash is known; line 4 stands alone
    found = verdict(counts, {})
    assert (found.before, found.both, found.after) == ([1], [4], [])


def test_every_byte_of_a_text(debug: tuple[bytes, Kept]) -> None:
    """Any byte of any text beside the ledger, changed, doubled or gone."""
    data, beside = debug
    for name, text in beside.items():
        for place in range(len(text)):
            for other in (changed(text, place, text[place] ^ 1), text[:place] + text[place + 1 :]):
                assert verdict(data, beside | {name: other}).faults
        assert verdict(data, beside | {name: text + b"x"}).faults
        assert verdict(data, {one: kept for one, kept in beside.items() if one != name}).faults


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.data())
def test_a_byte_of_a_debug_record(debug: tuple[bytes, Kept], data: st.DataObject) -> None:
    """Any byte of any size or hash of a debug record."""
    ledger, beside = debug
    place, _, line = data.draw(st.sampled_from(spans(ledger, SIZES + HASHES)))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != ledger[place]))

    found = verdict(changed(ledger, place, byte), beside)

    assert line in {fault.line for fault in found.faults}


def speaks_for_itself(name: str, line: int) -> bool:
    """Whether nothing else says what stands in a field: the first text of the chain, and the record that is alone."""
    return name in HASHES and ((line, name) == (1, "input_sha256") or line == 4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.data())
def test_a_byte_of_a_counts_record(counts: bytes, data: st.DataObject) -> None:
    """Any byte of any size or difference, and of any hash within the chain; the others are named as unchecked."""
    place, name, line = data.draw(st.sampled_from(spans(counts, SIZES + HASHES)))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != counts[place]))

    found = verdict(changed(counts, place, byte), {})

    if not speaks_for_itself(name, line):
        assert found.faults
    elif not found.faults:
        assert line in found.before + found.both
