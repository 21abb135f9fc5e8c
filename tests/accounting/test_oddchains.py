"""A second look at chains that did not come in order."""

from __future__ import annotations

from tallystick.accounting.oddchains import OddChains, place_of
from tallystick.accounting.transformlines import Line, read
from tests.transformations import a_chain, a_record, a_saving, as_bytes, fed


def test_only_odd_ones() -> None:
    """Chains that were in order, other records and bad lines are passed over; breaks come in the order of the lines."""
    one, two = a_chain("abc", "ab", "a", chain_id="one")
    gap = a_record("x", "y", chain_id="gap", chain_step=2, event_id="tx-gap")
    fine = a_record("x", "y", chain_id="fine")
    lines = as_bytes(two, gap, "{", a_saving(1), a_record(chain_id=""), fine, one | {"output_sha256": "0" * 64})
    keys = set()
    for data in (two, gap):
        record = read(as_bytes(data))
        assert isinstance(record, Line)
        keys.add(hash(place_of(record)))
    odd = OddChains(keys, lambda record: (record.input_sha256, record.output_sha256))
    fed(odd, lines).refuse(1, 0)

    assert [(run, task, one.line, one.steps) for run, task, one in odd.breaks()] == [
        ("r1", "t1", 1, ()),
        ("r1", "t1", 2, (2,)),
    ]
    assert odd.is_needed
    assert not OddChains(set(), lambda record: ("", "")).is_needed
