"""Reading one file from where the index left off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.agents import AGENTS
from tallystick.host import words
from tallystick.model import event
from tallystick.model.source import Place
from tallystick.model.transcript_file import GONE, GROWN, NEW, REPARSED, REWRITTEN, UNREADABLE, FileState
from tallystick.tasks.reading import FileReader, fingerprint, same_head
from tests.casebook.thread import Thread, call, sid, usage
from tests.crash import corpus

Rows = dict[str, list[tuple[object, ...]]]


class File:
    """A transcript, the state of reading it, and a reader."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = FileState(1, str(path), sid(1), 0)
        self.reader = FileReader(Names(), Describer(words.load()), typed=True)

    def read(self, data: bytes | None = None) -> tuple[int, Rows]:
        """Put other bytes there, and read."""
        if data is not None:
            self.path.write_bytes(data)
        return self.reader.read(self.state, AGENTS[0], Place(sid(1), sid(1), is_subagent=False))


@pytest.fixture
def file(tmp_path: Path) -> File:
    """One that does not exist yet."""
    return File(tmp_path / "s.jsonl")


ONE, TWO = corpus.talk(1, 1).data(), corpus.talk(1, 2).data()


def test_a_file_is_new_then_only_grows(file: File) -> None:
    """The cursor stands behind the last line feed; what is read again is what stands behind it."""
    assert NEW == file.read(ONE)[0]
    assert (len(ONE), 3, 1) == (file.state.offset, file.state.line, file.state.generation)

    relation, rows = file.read(TWO)
    assert (GROWN, 1, 5) == (relation, len(rows["usage_line"]), file.state.line)


@pytest.mark.parametrize("other", [ONE[:-40], TWO.replace(b"Fire", b"Cool"), corpus.talk(7, 3).data(), b""])
def test_what_is_not_provably_the_same_is_read_again(file: File, other: bytes) -> None:
    """Shorter, another head, another end before the cursor: a new generation from the first byte."""
    file.read(TWO)

    relation, _ = file.read(other)

    assert (REWRITTEN, 2) == (relation, file.state.generation)
    assert other.rfind(b"\n") + 1 == file.state.offset


def test_a_better_parser_reads_again_in_the_same_generation(file: File) -> None:
    """What it finds replaces what was found."""
    file.read(TWO)
    file.state.parser -= 1
    file.state.parser = file.state.parser or -1

    relation, rows = file.read()

    assert (REPARSED, 1, 2) == (relation, file.state.generation, len(rows["usage_line"]))


def test_a_torn_end_waits_and_is_no_rejection(file: File) -> None:
    """The offset stays before it; nothing is refused until its line is whole."""
    _, rows = file.read(ONE + b'{"type":"us')

    assert ([], len(ONE)) == (rows["rejection"], file.state.offset)
    _, rows = file.read(ONE + b'{"type":"us\n')
    assert 1 == len(rows["rejection"])


def test_a_file_that_went_or_is_shut(file: File, tmp_path: Path) -> None:
    """It keeps its cursor; a folder in its place cannot be read."""
    relation, rows = file.read()
    assert (NEW, GONE, []) == (relation, file.state.state, rows["usage_line"])
    file.read(ONE)
    file.path.unlink()
    relation, rows = file.read()
    assert (GROWN, len(ONE), []) == (relation, file.state.offset, rows["usage_line"])
    loop = File(tmp_path / "loop.jsonl")
    loop.path.symlink_to(loop.path)
    loop.read()
    assert UNREADABLE == loop.state.state


def test_a_head_is_known_again(tmp_path: Path) -> None:
    """By the bytes there were, though more have come."""
    path = tmp_path / "f"
    path.write_bytes(b"short")
    with path.open("rb") as handle:
        head = fingerprint(handle.fileno())
    for data, same in ((b"short and longer", True), (b"shirt", False), (b"sh", False)):
        path.write_bytes(data)
        with path.open("rb") as handle:
            assert same == same_head(handle.fileno(), head)


@pytest.mark.parametrize(
    ("command", "output", "flag"),
    [
        ("./fire.sh", "All tests passed.", event.SUCCESS_MARKERS),
        ("pytest | tail -3", "2 failed, 3 passed", event.FAILURE_MARKERS),
        ("cat fire.log", "All tests passed.", 0),
    ],
)
def test_an_answer_that_comes_later_is_still_looked_at(file: File, command: str, output: str, flag: int) -> None:
    """What a command was is remembered from one reading to the next, until its result stands there."""
    made = Thread(1)
    made.say("msg_1", call("toolu_1", "Bash", command=command), usage(1, 2, 3))
    file.read(made.data())
    made.give("toolu_1", output)
    _, rows = file.read(made.data())
    results = rows["segment"][0][7]
    assert isinstance(results, bytes)
    (result,) = event.RESULT_ROW.iter_unpack(results)

    assert flag == result[7]
