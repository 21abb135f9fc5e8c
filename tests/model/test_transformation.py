"""The record as it is documented is the record as it is written."""

from __future__ import annotations

import json
from pathlib import Path

from tallystick.kernel.transformmodes import SURFACES
from tallystick.model.transformation import (
    DEBUG_FIELDS,
    FIELDS,
    LEGACY_FIELDS,
    SURFACE_MEANINGS,
    LegacySums,
    Sums,
)
from tests.transformations import change, open_one


def names(fields: tuple[tuple[str, str, str], ...]) -> list[str]:
    """The names of documented fields."""
    return [name for name, _, _ in fields]


def test_fields_are_those_of_the_library(tmp_path: Path) -> None:
    """In their order, of both kinds and both modes."""
    path = tmp_path / "t1.jsonl"
    with open_one(path) as ledger:
        change(ledger, "ab", "a")
        ledger.mode = "debug"
        change(ledger, "ab", "a")
        (tmp_path / "t1.transform_debug").rename(tmp_path / "away")
        (tmp_path / "t1.transform_debug").touch()
        change(ledger, "ab", "a")
        ledger.record_legacy("b", "l", "m", 0, 1)
    counts, debug, failed, legacy = (list(json.loads(line)) for line in path.read_bytes().splitlines())

    assert counts == names(FIELDS)
    assert debug == names(FIELDS + DEBUG_FIELDS[:3])
    assert failed == [*names(FIELDS), DEBUG_FIELDS[0][0], DEBUG_FIELDS[3][0]]
    assert legacy == names(LEGACY_FIELDS)


def test_every_surface_has_its_meaning() -> None:
    """In the order of the library's table."""
    assert tuple(SURFACE_MEANINGS) == SURFACES


def test_sums_add_up() -> None:
    """Every count of one is added to the other's."""
    for kind in (Sums, LegacySums):
        one, other = kind(), kind()
        for place, name in enumerate(kind.__slots__):
            setattr(one, name, place)
            setattr(other, name, 10 * place)
        one.add(other)  # type: ignore[arg-type]
        assert [getattr(one, name) for name in kind.__slots__] == [11 * place for place in range(len(kind.__slots__))]
