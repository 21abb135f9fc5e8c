"""What each filter makes of what real tools print: `<case>.in` becomes `<case>.out`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.filters.shelf import HERE, ROWS, Row, name_of, read

CASES = [(row, case) for row in ROWS for case in row.cases()]


def apply_all(case: Path) -> str:
    """What the mechanisms of a folder, one after the other, make of a case."""
    text = read(case)
    for row in ROWS:
        if row.folder == case.parent and row.one.applies(context := row.context(case.stem)):
            text, _ = row.one.apply(text, context)
    return text


@pytest.mark.parametrize(
    "case", sorted({case for _, case in CASES}), ids=lambda case: f"{case.parent.name}/{case.stem}"
)
def test_golden(case: Path, *, update: bool) -> None:
    """The text that is left is the one on file."""
    expected = case.with_suffix(".out")
    actual = apply_all(case)
    if update:
        expected.write_bytes(actual.encode("utf-8", "surrogatepass"))

    assert read(expected) == actual


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_has_goldens(row: Row) -> None:
    """Every mechanism has a case that it changes."""
    changed = [case for case in row.cases() if row.one.apply(read(case), row.context(case.stem))[0] != read(case)]

    assert changed


def test_every_folder_is_a_mechanism() -> None:
    """No golden lies where nothing reads it."""
    folders = {path.parent for path in HERE.glob("*/*.in")}

    assert folders - {row.folder for row in ROWS} == set()


@pytest.mark.parametrize("path", sorted(HERE.glob("*/*.in")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_goldens_are_neutral(path: Path) -> None:
    """A sample names no folder of the machine that it was made on."""
    text = read(path)

    assert not [word for word in ("/tmp/", "/root/", "/work/") if word in text]
