"""Order-free and idempotent: files in any order over any number of syncs give one index; a second sync changes nothing."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.accounting.owners import SMALLER_ID
from tests import strategies
from tests.casebook.boundaries import claim
from tests.casebook.thread import Thread, sid, text, usage
from tests.indexes import Dump, differences, dump, synced

PLACES = (
    f"x/{sid(1)}.jsonl",
    f"x/{sid(2)}.jsonl",
    f"y/{sid(3)}.jsonl",
    f"x/{sid(1)}/subagents/agent-ac0ffee.jsonl",
    "y/agent-adeep01.jsonl",
)


def lay(config: Path, place: str, data: bytes) -> None:
    """Write one transcript, at a time of its own place in the list: the same in every order."""
    path = config / "projects" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def index_of(base: Path, files: dict[str, bytes], order: list[str], stops: set[int]) -> Dump:
    """Lay out files in an order, with a sync behind those that `stops` names and behind the last."""
    config, root = base / "config", base / "root"
    for number, place in enumerate(order):
        lay(config, place, files[place])
        if number in stops:
            synced(root, config)
    synced(root, config)
    return dump(root, config)


trees = st.dictionaries(st.sampled_from(PLACES), strategies.transcripts(most=5), min_size=2, max_size=4)


@given(data=st.data(), files=trees)
@settings(max_examples=strategies.examples(120))
def test_any_order_of_files_gives_one_index(data: st.DataObject, files: dict[str, bytes]) -> None:
    """Two orders, each with syncs in between where chance puts them, end in the same rows; one more sync adds none."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        first = data.draw(st.permutations(list(files)), label="first order")
        second = data.draw(st.permutations(list(files)), label="second order")
        stops = data.draw(st.sets(st.integers(0, 3)), label="stops")

        left = index_of(Path(one), files, first, stops)
        right = index_of(Path(other), files, second, {0, 1, 2, 3})
        assert differences(left, right) == {}

        assert synced(Path(other) / "root", Path(other) / "config").changed == 0
        assert differences(right, dump(Path(other) / "root", Path(other) / "config")) == {}


@given(data=st.data(), files=trees)
@settings(max_examples=strategies.examples(60))
def test_files_that_grow_by_turns(data: st.DataObject, files: dict[str, bytes]) -> None:
    """Files that grow in turns, each cut once anywhere, end in the index of files that came whole."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        expected = index_of(Path(one), files, list(files), set())
        cuts = {place: data.draw(st.integers(0, len(content))) for place, content in files.items()}

        index_of(Path(other), {place: files[place][: cuts[place]] for place in files}, list(files), {0, 1, 2, 3})
        for place in data.draw(st.permutations(list(files))):
            with (Path(other) / "config" / "projects" / place).open("ab") as file:
                file.write(files[place][cuts[place] :])
            synced(Path(other) / "root", Path(other) / "config")

        assert differences(expected, dump(Path(other) / "root", Path(other) / "config")) == {}


def swap_ids(data: bytes) -> bytes:
    """The same lines with the ids of the first two sessions changed over."""
    return data.replace(sid(1).encode(), b"?").replace(sid(2).encode(), sid(1).encode()).replace(b"?", sid(2).encode())


@st.composite
def forks(draw: st.DrawFn) -> dict[str, bytes]:
    """A session, and a fork that copies some of its lines, times and uuids included, and goes on by itself."""
    one = Thread(1, version="2.1.39")
    for number in range(draw(st.integers(1, 4))):
        one.ask(f"Question {number}.")
        one.say(f"msg_{number}", text("Answer."), usage(3, draw(st.integers(0, 9)), draw(st.integers(0, 99))))
    fork = Thread(2, version="2.1.39")
    copied: list[dict[str, Any]] = one.lines[: draw(st.integers(1, len(one.lines)))]
    fork.lines = [{**line, "sessionId": fork.session} for line in copied]
    for thread, most in ((one, 2), (fork, 3)):
        thread.at(draw(st.integers(0, 30)))
        for number in range(draw(st.integers(0, most))):
            thread.say(f"msg_{thread.session[9:13]}{number}", text("More."), usage(2, 7, 5))
    return {PLACES[0]: one.data(), PLACES[1]: fork.data()}


@given(files=forks(), backwards=st.booleans())
@settings(max_examples=strategies.examples(80))
def test_swapping_a_forks_ids_moves_nothing(files: dict[str, bytes], *, backwards: bool) -> None:
    """Ids changed over, files met in the other order: the same totals, and each response belongs to the same content.

    Only where nothing but the ids tells two sessions apart may the owner follow the smaller id.
    """
    found = []
    swapped = {PLACES[0]: swap_ids(files[PLACES[1]]), PLACES[1]: swap_ids(files[PLACES[0]])}
    for tree in (files, swapped):
        with tempfile.TemporaryDirectory() as folder:
            order = sorted(tree, reverse=backwards)
            rows = index_of(Path(folder), tree, order, {0})["response"]
            names = {
                f"projects/{place}": "fork" if (place == PLACES[1]) == (tree is files) else "one" for place in tree
            }
            found.append(
                {row[0]: (None if row[5] == SMALLER_ID else names[str(row[1])], row[5], row[12:]) for row in rows}
            )

    assert found[0] == found[1]


@st.composite
def chains(draw: st.DrawFn) -> dict[str, bytes]:
    """A session, a fork of it and a fork of that: copies that may name their session, and the client's sums anywhere."""
    files: dict[str, bytes] = {}
    before: Thread | None = None
    for number in (1, 2, 3):
        thread = Thread(number, seconds=60 * number)
        for line in draw(st.lists(st.sampled_from(before.lines), max_size=4, unique_by=id)) if before else ():
            mark = {"requestSessionId": before.session} if before and draw(st.booleans()) else {}
            thread.lines.append({**line, "sessionId": thread.session, **mark})
        for turn in range(draw(st.integers(1, 3))):
            thread.say(f"msg_{number}{turn}", text("x"), usage(10 ** (number - 1), draw(st.integers(0, 9)), 1))
            if draw(st.booleans()):
                claim(thread, claude_opus_4_6=(draw(st.integers(1, 1500)), 0, 0, draw(st.integers(0, 60)), 3))
        files[PLACES[number - 1]] = thread.data()
        before = thread
        before.lines = [line for line in thread.lines if line["type"] == "assistant"]
    return files


@given(data=st.data(), files=chains())
@settings(max_examples=strategies.examples(80))
def test_chains_of_forks_grow_by_turns(data: st.DataObject, files: dict[str, bytes]) -> None:
    """What only the client's sums know of a fork depends on all its ancestors: each may grow last."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        expected = index_of(Path(one), files, list(files), set())
        lines = {place: content.splitlines(keepends=True) for place, content in files.items()}
        steps = data.draw(st.permutations([place for place in files for _ in lines[place]]))
        config, root = Path(other) / "config", Path(other) / "root"
        for place in steps:
            path = config / "projects" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(lines[place].pop(0))
            synced(root, config)

        assert differences(expected, dump(root, config)) == {}


def test_order_of_the_scan_is_the_only_thing_that_moves_ids(tmp_path: Path) -> None:
    """A check of the checks: two orders do give files other numbers, and the dump does not show it."""
    files = {place: json.dumps({"type": "user", "sessionId": sid(1), "n": place}).encode() + b"\n" for place in PLACES}
    left = index_of(tmp_path / "a", files, sorted(files), {0, 1, 2, 3})
    right = index_of(tmp_path / "b", files, sorted(files, reverse=True), {0, 1, 2, 3})

    assert left == right
    assert os.path.getsize(tmp_path / "a" / "root" / "index.sqlite3")
