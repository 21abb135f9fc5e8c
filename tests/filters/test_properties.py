"""What holds for every filter of the tables, whatever the text: see `filters/protocol.py`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.filters.marks import is_marked, size
from tests.filters.shelf import ROWS, Row, name_of, read
from tests.strategies import examples

REDUCERS = [row for row in ROWS if row.one.KIND == "reducer"]
PLACE = re.compile(r"^[^\s:]+:\d+:")

# characters that some filter looks at, and some that break what is careless
ALPHABET = "ab1 \n\n\t\r\b:.,;%/\\[](){}'\"=-_#×\x1b\x9b\x9d\x9c\x07\x00m\x85\u2028é\u0301\U0001f600\ud800\udc00"
HOSTILE = (
    "",
    "\n",
    "\ud800",
    "\udcff\x00\n" * 3,
    "a" * 1_000_000,
    "\x1b[" + "1;" * 50_000,
    "\r" * 10_000 + "\n",
    "x\b" * 10_000,
    "=" * 50_000,
    'Traceback (most recent call last):\n  File "a", line 1' * 3,
)


def texts(row: Row) -> st.SearchStrategy[str]:
    """Texts for a filter: any at all, lines of its own goldens in any order, and both mixed."""
    lines = [line for case in row.cases() for line in read(case).split("\n")][:400] or ["line"]
    line = st.one_of(
        st.sampled_from(lines), st.text(ALPHABET, max_size=12), st.sampled_from(lines).map(lambda x: x[:20])
    )
    repeated = st.tuples(line, st.integers(1, 4)).map(lambda pair: [pair[0]] * pair[1])
    several = st.lists(repeated, max_size=20).map(lambda runs: "\n".join(one for run in runs for one in run))
    return st.one_of(several, st.text(max_size=60), st.text(ALPHABET, max_size=60))


@pytest.mark.parametrize("row", ROWS, ids=name_of)
@given(data=st.data())
@settings(max_examples=examples(60))
def test_promises(row: Row, data: st.DataObject) -> None:
    """Whatever the text, the filter keeps what it promises."""
    check(row, data.draw(texts(row)))


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_promises_on_hostile_texts(row: Row) -> None:
    """Lone surrogates, NUL, a line of a million characters, sequences that never end."""
    for text in HOSTILE:
        check(row, text)


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_promises_on_goldens(row: Row) -> None:
    """What real tools print, whole and cut off anywhere."""
    for case in row.cases():
        text = read(case)
        for end in {len(text), len(text) // 2, len(text) - 1, 7}:
            check(row, text[:end])


def check(row: Row, text: str) -> None:
    """Hold one text against every promise."""
    context = row.context()
    after, count = row.one.apply(text, context)

    assert (after, count) == row.one.apply(text, context)
    assert (count > 0) == (after != text)
    if not row.says("Not idempotent"):
        assert after == row.one.apply(after, context)[0]
    if row.one.KIND == "reducer":
        assert len(after) <= len(text)
        assert size(after) <= size(text)
    if not row.says("Edits lines"):
        check_lines(text, after)


def check_lines(text: str, after: str) -> None:
    """Lines that are left were there, or are marked; `path:line:` is never another one."""
    before = {"", *text.split("\n")}

    assert [line for line in after.split("\n") if line not in before and not is_marked(line)] == []


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_names(row: Row) -> None:
    """A kind that is one, names that a ledger can hold, and a page."""
    assert row.one.KIND in {"reducer", "rewriter"}
    assert re.fullmatch(r"<tool>|[a-z0-9_]+(:[a-z0-9_]+)?", row.one.MECHANISM)
    assert re.fullmatch(r"[a-z0-9_]+", row.one.BUCKET)
    assert len(row.page) > 60


def test_mechanisms_are_distinct() -> None:
    """No two filters have one name in one bucket."""
    names = [(row.one.BUCKET, row.one.MECHANISM) for row in ROWS]

    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("row", REDUCERS, ids=name_of)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_places_stay(row: Row, data: st.DataObject) -> None:
    """`path:line:` at the beginning of a line that is left stood at the beginning of a line."""
    place = st.tuples(st.sampled_from(["a.py", "src/b.rs", "c.go"]), st.integers(1, 30)).map(
        lambda p: f"{p[0]}:{p[1]}:"
    )
    line = st.tuples(place, st.sampled_from([" error: x", " warning: y", "x = 1", "\x1b[1mz\x1b[0m"])).map("".join)
    text = data.draw(st.lists(line, max_size=30).map("\n".join))
    after, _ = row.one.apply(text, row.context())

    assert places_of(after) <= places_of(text)


def places_of(text: str) -> set[str]:
    """Every `path:line:` that a line begins with."""
    return {match[0] for match in map(PLACE.match, text.split("\n")) if match}
