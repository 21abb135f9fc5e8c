"""What a session read again, found in a real index by what its calls name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.store.index import Index, open_index
from tallystick.store.recoveries import find
from tests.casebook.thread import Thread, call, usage
from tests.histories import lay
from tests.indexes import synced

ONE, TWO = "0f3a9c2b71de", "aaaaaaaaaaaa"
FOLDER = "/home/ada/.local/share/tallystick/outputs"
NINE = 1_772_442_000_000  # the casebook's clock starts at nine


def act(made: Thread, number: int, tool: str, chars: int, *, is_error: bool = False, **given: object) -> None:
    """A call and a result of so many characters."""
    made.say(f"msg_{number}", call(f"toolu_{number}", tool, **given), usage(1, 1, 1))
    made.give(f"toolu_{number}", "x" * chars, is_error=is_error)


@pytest.fixture
def made() -> Thread:
    """A session that asked in many ways, and a few times for something else."""
    thread = Thread(1)
    act(thread, 1, "Bash", 400, command=f"tally output {ONE}")
    act(thread, 2, "Bash", 41, command=f"cd /srv && tally output '{ONE}' | grep FAILED")
    act(thread, 3, "Bash", 8, command=f"tail -n 3 {FOLDER}/{TWO}")
    act(thread, 4, "Read", 800, file_path=f"{FOLDER}/{ONE}", limit=10)
    act(thread, 5, "Read", 800, file_path=f"/elsewhere/{ONE}")
    act(thread, 6, "Bash", 800, command="tally output bbbbbbbbbbbb")
    act(thread, 7, "Bash", 800, is_error=True, command=f"tally output {ONE}")
    act(thread, 8, "Grep", 800, pattern=ONE)
    thread.say("msg_9", call("toolu_9", "Bash", command=f"tally output {ONE}"), usage(1, 1, 1))  # nothing answered
    return thread


def opened(folder: Path, *threads: Thread) -> Index:
    """An index of these transcripts."""
    synced(folder / "root", lay(folder / "claude", *threads))
    index = open_index(str(folder / "root"))
    assert index is not None
    return index


def test_what_came_back(made: Thread, tmp_path: Path) -> None:
    """100, 11, 2 and 200 tokens: a quarter of the characters, rounded up; each at the time of its result."""
    with opened(tmp_path, made) as index:
        found = find(index, made.session, [ONE, TWO], [FOLDER])
    assert found is not None
    assert [(one.output, one.tokens) for one in found] == [(ONE, 100), (ONE, 11), (TWO, 2), (ONE, 200)]
    times = [one.t for one in found]
    assert times == sorted(times)
    assert all(NINE < t < NINE + 3_600_000 for t in times)


def test_what_nobody_asked_for(made: Thread, tmp_path: Path) -> None:
    """A session that asked for nothing has read nothing again; of one that is not there nothing is known."""
    other = Thread(2)
    act(other, 1, "Bash", 400, command="tally output cccccccccccc")
    with opened(tmp_path, made, other) as index:
        assert find(index, other.session, [ONE, TWO], [FOLDER]) == []
        assert find(index, made.session, ["dddddddddddd"], [FOLDER]) == []
        assert find(index, "nobody", [ONE], [FOLDER]) is None


def test_over_several_reads(made: Thread, tmp_path: Path) -> None:
    """A call whose result was read later, in another stretch of the file, is answered all the same."""
    lines = made.data().splitlines(keepends=True)
    config = tmp_path / "claude"
    path = config / "projects" / made.cwd.replace("/", "-") / f"{made.session}.jsonl"
    path.parent.mkdir(parents=True)
    for count in range(1, len(lines) + 1):
        path.write_bytes(b"".join(lines[:count]))
        synced(tmp_path / "root", config)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        found = find(index, made.session, [ONE, TWO], [FOLDER])
    assert [one.tokens for one in found or []] == [100, 11, 2, 200]
