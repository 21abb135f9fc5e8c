"""Every case of the casebook gives its values: in any order of files, twice in a row, after the files are gone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tallystick.accounting.digests import key
from tallystick.tasks.direct import read_totals
from tests.agents.readings import Read
from tests.casebook.case import BOOK
from tests.casebook.found import found_directly, found_in_index, judge
from tests.casebook.write import CASES
from tests.indexes import differences, dump, synced

NAMES = sorted(BOOK)
SEVERAL = [name for name in NAMES if len(BOOK[name].files) > 1]
Find = dict[str, Any]


def expected_of(name: str) -> Find:
    """What a case's own page says, with links as keys of calls."""
    found: Find = json.loads((CASES / name / "expected.json").read_text(encoding="utf-8"))
    links = found.pop("links", {})
    return {**found, "links": {child: call and key(call) for child, call in links.items()}}


def wrong_in_index(name: str, root: Path, projects: Path) -> list[Any]:
    """Every point in which an index is not what the case says."""
    expected = expected_of(name)
    if not (root / "index.sqlite3").exists():
        return [] if not expected["totals"]["responses"] else ["no index"]
    found = found_in_index(root, projects)
    links = {child: found["links"].get(child) for child in expected["links"]}
    return judge(expected, found) + [("links", links)] * (links != expected["links"])


def lay_out(name: str, config: Path) -> Path:
    """Copy a case's files into a config folder; return its `projects`."""
    shutil.copytree(CASES / name / "projects", config / "projects")
    return config / "projects"


@pytest.mark.parametrize("name", NAMES)
def test_case_holds_and_keeps_holding(name: str, tmp_path: Path) -> None:
    """A first sync gives what the case says; a second changes nothing; so does one after the transcripts are deleted."""
    root, config = tmp_path / "root", tmp_path / "config"
    projects = lay_out(name, config)

    synced(root, config)
    assert wrong_in_index(name, root, projects) == []

    before = dump(root, projects)
    assert synced(root, config).changed == 0
    assert differences(before, dump(root, projects)) == {}

    shutil.rmtree(projects)
    synced(root, config)
    assert wrong_in_index(name, root, projects) == []


@pytest.mark.parametrize("name", NAMES)
def test_case_holds_without_an_index(name: str, tmp_path: Path) -> None:
    """Totals straight from the transcripts are the same, cut by model and day too."""
    lay_out(name, tmp_path)

    totals = read_totals([str(tmp_path)], {})

    assert judge(expected_of(name), found_directly(totals)) == []


def companions(path: str) -> str:
    """What a transcript and the small file beside it have in common."""
    return path.removesuffix(".meta.json").removesuffix(".jsonl")


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("backwards", [False, True])
def test_case_holds_file_by_file(name: str, tmp_path: Path, *, backwards: bool) -> None:
    """Files that come one at a time, first to last or last to first, give what they give at once."""
    root, projects = tmp_path / "root", tmp_path / "config" / "projects"
    files = BOOK[name].files
    for stem in sorted({companions(path) for path in files}, reverse=backwards):
        for path in files:
            if companions(path) == stem:
                (projects / path).parent.mkdir(parents=True, exist_ok=True)
                (projects / path).write_bytes(files[path])
        synced(root, tmp_path / "config")

    assert wrong_in_index(name, root, projects) == []


@pytest.mark.parametrize("name", SEVERAL)
def test_case_holds_under_other_folders(name: str, tmp_path: Path) -> None:
    """Folders named so that the last file is met first: no total, owner or link changes."""
    root, projects = tmp_path / "root", tmp_path / "config" / "projects"
    files = BOOK[name].files
    stems = sorted({companions(path) for path in files})
    for path, data in files.items():
        folder = f"p{len(stems) - stems.index(companions(path)):02d}"
        place = projects / folder / path.partition("/")[2]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)

    synced(root, tmp_path / "config")
    expected = expected_of(name)
    found = found_in_index(root, projects)

    del found["rejections"]  # their paths are others now
    assert judge(expected, found) == []
    assert {child: found["links"].get(child) for child in expected["links"]} == expected["links"]


@pytest.mark.parametrize("name", NAMES)
def test_both_decoders_find_the_same(name: str) -> None:
    """Typed and plain decoding of a case's lines give the same records, folds, names and rejections, to the byte.

    Line by line or as a block.
    """
    for data in BOOK[name].files.values():
        lines = data.split(b"\n")
        expected = Read(lines, typed=False).everything()

        assert expected == Read(lines, typed=True).everything()
        assert expected | {"whole": []} == Read(lines, typed=True, in_blocks=True).everything()


def test_swapping_the_ids_of_a_fork_moves_no_owner(tmp_path: Path) -> None:
    """With the two session ids changed over, each response belongs to the same file as before."""
    owners = []
    for name in ("fork_copies", "fork_copies_swapped"):
        lay_out(name, tmp_path / name)
        synced(tmp_path / name / "root", tmp_path / name)
        rows = dump(tmp_path / name / "root", tmp_path / name)["response"]
        swap = {
            path: path if name == "fork_copies" else path.translate(str.maketrans("12", "21")) for _, path, *_ in rows
        }
        owners.append([(row[0], swap[row[1]], *row[13:]) for row in rows])

    assert owners[0] == owners[1]
