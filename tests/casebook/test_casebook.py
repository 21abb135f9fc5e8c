"""The casebook and the folder that it fills: alike, complete, and told apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.casebook.case import BOOK, totals
from tests.casebook.long_line import MEBIBYTE, write_long_line
from tests.casebook.write import BOOKS, CASES, files_of

if TYPE_CHECKING:
    from pathlib import Path

EVENTS = {"human_prompts", "tool_calls", "tool_results", "boundaries", "clears", "limits", "errors"}
REASONS = {"unreadable", "too long", "not an object", "wrong shape", None}


@pytest.mark.parametrize("name", BOOK)
def test_the_folder_holds_what_the_book_says(name: str) -> None:
    """Nobody edits one without the other: `python -m tests.casebook.write`."""
    folder = CASES / name
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert found == files_of(BOOK[name])


def test_the_folder_holds_nothing_else() -> None:
    """One folder a case, and the page that explains them."""
    assert {path.name for path in CASES.iterdir()} == set(BOOK) | {"README.md"}


@pytest.mark.parametrize("name", BOOK)
def test_expectations_are_complete(name: str) -> None:
    """Every case says why, names every class of tokens and every kind of event, and gives reasons that exist."""
    expected: dict[str, Any] = json.loads(files_of(BOOK[name])["expected.json"])
    assert expected["why"].endswith(".")
    assert expected["totals"].keys() == totals().keys()
    assert expected["events"].keys() == EVENTS
    assert {rejection["reason"] for rejection in expected["rejections"] or ()} <= REASONS


@pytest.mark.parametrize("name", BOOK)
def test_parts_add_up(name: str) -> None:
    """Models, days and sessions are cuts of the same responses; nothing is expected to vanish in one."""
    expected = BOOK[name].expected
    for cut in ("by_model", "by_day", "by_session"):
        if cut in expected:
            for key in ("responses", "output_tokens"):
                assert sum(part[key] for part in expected[cut].values()) == expected["totals"][key]


def test_every_book_has_cases() -> None:
    """A module of cases that enters none would go unnoticed."""
    assert all(any(hasattr(book, name) for name in BOOK) for book in BOOKS)


@pytest.mark.parametrize(("mebibytes", "responses", "refused"), [(3, 3, 0), (65, 2, 1)])
def test_a_long_line_is_as_long_as_it_says(tmp_path: Path, mebibytes: int, responses: int, refused: int) -> None:
    """The second line's length is exact, so that the cap can be met from both sides."""
    expected = write_long_line(tmp_path, mebibytes)
    lines = (tmp_path / "x" / "long.jsonl").read_bytes().split(b"\n")
    assert [len(line) // MEBIBYTE for line in lines] == [0, mebibytes, 0, 0]
    assert (expected["totals"]["responses"], len(expected["rejections"])) == (responses, refused)
