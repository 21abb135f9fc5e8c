"""Where ledgers lie, and whose they are by their place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.errors import NotFound
from tallystick.host.ledgers import find, names_by_layout, read


def lay(folder: Path, *names: str) -> Path:
    """Empty files below a folder."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


def found(folder: Path, below: str = "") -> list[str]:
    """The ledgers below a folder, from that folder."""
    return [os.path.relpath(one.path, folder) for one in find([str(folder / below)])]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/results/run7/savings/task3.jsonl", ("run7", "task3")),
        ("/results/run7/repos/task3/.savings.jsonl", ("run7", "task3")),
        ("/work/project/.llm_assist/sessions/s1/savings.jsonl", ("project", "s1")),
        ("/work/task3/.savings.jsonl", ("task3", "task3")),
        ("/root/transforms/run7/task3.jsonl", ("run7", "task3")),
        ("/x.jsonl", ("", "x")),
    ],
)
def test_names(path: str, names: tuple[str, str]) -> None:
    """Each layout names its run and task in its own way."""
    assert names_by_layout(path) == names


@pytest.mark.parametrize(
    ("names", "below", "expected"),
    [
        (["a.jsonl", "b.jsonl"], "b.jsonl", ["b.jsonl"]),
        (["savings/b.jsonl", "savings/a.jsonl", "savings/a.txt"], "", ["savings/a.jsonl", "savings/b.jsonl"]),
        (["task/.savings.jsonl", "task/other.jsonl"], "task", ["task/.savings.jsonl"]),
        (
            ["run/repos/t1/.savings.jsonl", "run/repos/t2/.savings.jsonl", "run/repos/t3/x"],
            "run",
            ["run/repos/t1/.savings.jsonl", "run/repos/t2/.savings.jsonl"],
        ),
        (["p/.llm_assist/sessions/s1/savings.jsonl"], "p", ["p/.llm_assist/sessions/s1/savings.jsonl"]),
        (["root/transforms/r1/t.jsonl"], "root/transforms/r1", ["root/transforms/r1/t.jsonl"]),
        (["root/transforms/r1/t.jsonl", "root/transforms/r2/t.jsonl"], "root/transforms", None),
        (["root/transforms/r1/t.jsonl", "root/usage/savings.jsonl"], "root", ["root/transforms/r1/t.jsonl"]),
        (
            ["p/.llm_assist/sessions/s1/savings.jsonl", "p/data.jsonl"],
            "p",
            ["p/.llm_assist/sessions/s1/savings.jsonl"],
        ),
        (["p/.llm_assist/sessions/s1/savings.jsonl"], "p/.llm_assist/sessions/s1", None),
        (["runs/r1/savings/t.jsonl", "runs/r2/savings/t.jsonl"], "runs", None),
    ],
)
def test_layouts(tmp_path: Path, names: list[str], below: str, expected: list[str] | None) -> None:
    """A ledger, a run, a task, a project, a folder of runs: in our layout and in those of harnesses."""
    lay(tmp_path, *names)

    assert found(tmp_path, below) == (names if expected is None else expected)


def test_each_once(tmp_path: Path) -> None:
    """Two paths to one ledger are one ledger."""
    lay(tmp_path, "run/savings/t.jsonl")
    (tmp_path / "link").symlink_to(tmp_path / "run")
    paths = [str(tmp_path / one) for one in ("run", "link", "run/savings/t.jsonl")]

    assert [one.path for one in find(paths)] == [str(tmp_path / "run" / "savings" / "t.jsonl")]


@pytest.mark.parametrize("name", ["gone", "empty", "fifo"])
def test_none(tmp_path: Path, name: str) -> None:
    """A path without a ledger is named."""
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "fifo")

    with pytest.raises(NotFound, match=f"there is no transformation ledger at .*{name}: name a ledger"):
        find([str(tmp_path / name)])


class Collected:
    """What a reader was given."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Take the lines apart."""
        assert line == len(self.lines)
        start = 0
        for end in ends:
            self.lines.append(bytes(block[start:end]))
            start = end + 1

    def refuse(self, line: int, offset: int) -> None:
        """Nothing here is too long."""
        raise AssertionError


@pytest.mark.parametrize("data", [b"", b"one\n", b"one\ntwo", b"one\n\nthree\n"])
def test_read(tmp_path: Path, data: bytes) -> None:
    """Every line, the last one also where it does not end."""
    (tmp_path / "t.jsonl").write_bytes(data)
    reader = Collected()
    read(str(tmp_path / "t.jsonl"), reader)

    assert reader.lines == data.splitlines()
