"""The running totals are those of the index, to the token: every case, every capture, any split, any interleaving."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.accounting.digests import key
from tallystick.kernel import sessionfold
from tallystick.store import queries
from tallystick.store.index import open_index
from tests import strategies
from tests.casebook.thread import sid
from tests.casebook.write import CASES
from tests.indexes import synced
from tests.statusline.rounds import Rounds, counts, counts_in_index, mains, shown

CAPTURES = Path(__file__).parents[1] / "data" / "captures"
SESSIONS = [path for top in (CASES, CAPTURES) for path in sorted(top.rglob("projects")) for path in mains(path)]


def name_of(path: Path) -> str:
    """The case or capture that a session is of."""
    top = CASES if CASES in path.parents else CAPTURES
    return f"{path.relative_to(top).parts[0]}-{path.relative_to(top).parts[1]}-{path.stem[:8]}"


def config_of(main: Path) -> Path:
    """The config folder that a transcript lies in."""
    return next(above for above in main.parents if above.name == "projects").parent


@contextmanager
def held(most: int, least: int) -> Iterator[None]:
    """Let a fold hold no more responses than this; the rest lies with the keeper."""
    before = sessionfold._MOST_HELD, sessionfold._LEAST_HELD
    sessionfold._MOST_HELD, sessionfold._LEAST_HELD = most, least
    try:
        yield
    finally:
        sessionfold._MOST_HELD, sessionfold._LEAST_HELD = before


@pytest.mark.parametrize("main", SESSIONS, ids=name_of)
def test_a_session_read_at_once(main: Path, tmp_path: Path) -> None:
    """One round gives what the index says of the session's files; the next one finds nothing new."""
    synced(tmp_path / "index", config_of(main))
    rounds = Rounds(tmp_path, main)

    found = counts(rounds.read())

    assert counts_in_index(tmp_path / "index", main) == found
    assert counts(rounds.read()) == found
    assert not rounds.is_changed


@pytest.mark.parametrize("main", [path for path in SESSIONS if CAPTURES in path.parents], ids=name_of)
def test_a_session_alone_in_the_index(main: Path, tmp_path: Path) -> None:
    """Where nothing is claimed by another session, the totals are the index's own `in_file` figure."""
    config = config_of(main)
    synced(tmp_path / "index", config)
    index = open_index(str(tmp_path / "index"))
    assert index is not None
    with index:
        rows = queries.session_totals(index, key(main.stem))
        claimed = "SELECT count(*) FROM usage_line WHERE session = ? AND claimed NOT IN (0, session)"
        copies = index.db.execute(claimed, (key(main.stem),)).fetchone()[0]
    if copies:
        pytest.skip("a fork whose copies say whose they are")

    found = counts(Rounds(tmp_path, main).read())

    expected = [sum(getattr(row, name) for row, _, _ in rows) for name in ("responses", "input", "read", "output")]
    assert expected == [sum(row[column] for row in found.values()) for column in (0, 2, 6, 7)]


@pytest.mark.parametrize("main", SESSIONS, ids=name_of)
@pytest.mark.parametrize("most", [1, 96])
def test_a_session_cut_in_many_places(main: Path, most: int, tmp_path: Path) -> None:
    """Every file grows in seven stretches that move on by a prime; a round behind each, and some that are killed."""
    with held(most, most // 2):
        cut(main, tmp_path)


def cut(main: Path, tmp_path: Path) -> None:
    """Compare a session that grows with the same one read at once."""
    whole = shown(Rounds(tmp_path / "whole", main).read())
    config = config_of(main)
    files = {path: path.read_bytes() for path in config.rglob("*.jsonl")}
    copy = tmp_path / "config"
    rounds = Rounds(tmp_path / "cut", copy / main.relative_to(config))

    for step in range(1, 8):
        for number, (path, data) in enumerate(files.items()):
            target = copy / path.relative_to(config)
            target.parent.mkdir(parents=True, exist_ok=True)
            end = len(data) if step == 7 else min(len(data), len(data) * step // 7 + 13 * (step + number))
            with target.open("ab") as file:
                file.write(data[file.tell() : end])
        if rounds.main.exists():
            rounds.read(finish=step % 3 != 0)

    assert whole == shown(rounds.read())


MAIN, CHILD = f"projects/x/{sid(1)}.jsonl", f"projects/x/{sid(1)}/subagents/agent-ac0ffee.jsonl"


@given(data=st.data(), main=strategies.transcripts(), child=strategies.transcripts(), most=st.sampled_from([0, 2, 96]))
@settings(max_examples=300)
def test_any_transcripts_cut_anywhere(data: st.DataObject, main: bytes, child: bytes, most: int) -> None:
    """Two files of any lines grow by turns, cut anywhere, with rounds between that may be killed: the index agrees."""
    with held(most, most // 2):
        compare(data, main, child)


def compare(data: st.DataObject, main: bytes, child: bytes) -> None:
    """Read both files in rounds, and sync them at once."""
    steps = data.draw(st.lists(st.tuples(st.booleans(), st.integers(1, 400), st.booleans()), max_size=8), label="steps")
    # the index asks an end that no line feed ends whose it is, whatever the lines of the response before it say
    is_mixed = any(sid(number).encode() in main + child for number in (2, 3))
    left = {MAIN: main + b"\n" * is_mixed, CHILD: child + b"\n" * is_mixed}
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for path in left:
            (base / path).parent.mkdir(parents=True, exist_ok=True)
            (base / path).touch()
        rounds = Rounds(base / "root", base / MAIN)
        for is_child, size, is_killed in [*steps, (False, 1 << 30, False), (True, 1 << 30, False)]:
            path = CHILD if is_child else MAIN
            with (base / path).open("ab") as file:
                file.write(left[path][:size])
            left[path] = left[path][size:]
            rounds.read(finish=not is_killed)
        synced(base / "index", base)

        found = rounds.read()
        assert counts_in_index(base / "index", base / MAIN) == counts(found)
        assert shown(Rounds(base / "fresh", base / MAIN).read()) == shown(found)


def test_a_rewritten_transcript_is_read_again(tmp_path: Path) -> None:
    """A file that shrank, or that holds other bytes, gives what its new bytes say."""
    one, other = (path for path in SESSIONS if path.parent.parent.parent.name in {"two_objects_on_a_line", "cleared"})
    main = tmp_path / "config" / "projects" / "x" / f"{sid(1)}.jsonl"
    main.parent.mkdir(parents=True)
    rounds = Rounds(tmp_path, main)
    for source in (one, other, one):
        shutil.copyfile(source, main)
        fresh = counts(Rounds(tmp_path / "fresh", main).read())

        assert fresh == counts(rounds.read())
