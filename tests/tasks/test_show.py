"""What an evidence points at, and whether it still stands there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tallystick.errors import Ambiguous, NotFound, UsageError
from tallystick.host.environment import Surroundings
from tallystick.model import event
from tallystick.store.index import open_index
from tallystick.tasks.refresh import refresh
from tallystick.tasks.show import parse, show
from tests.casebook.thread import Thread, call, text, usage
from tests.histories import lay, surroundings

SAMPLE = Path(__file__).parents[2] / "src" / "tallystick" / "data" / "sample"


@pytest.fixture
def place(tmp_path: Path) -> Surroundings:
    """A session that reads a file, is told that it is not there, and runs a command."""
    made = Thread(1)
    made.ask("Look at the glaze.")
    made.say("msg_a", call("toolu_a", "Read", file_path="/srv/kiln/glaze.txt"), usage(1, 2, 3), stop="tool_use")
    made.give("toolu_a", "File does not exist.", is_error=True)
    made.say("msg_b", call("toolu_b", "Bash", command="ls -l"), usage(1, 2, 3), stop="tool_use")
    made.give("toolu_b", "kiln")
    found = surroundings(tmp_path, lay(tmp_path / "claude", made))
    refresh(found)
    return found


ID = Thread(1).session
SHORT = ID[:8]


def test_call(place: Surroundings) -> None:
    """A call: its tool, its path, and the response it came with; where it stands; its own words only when asked."""
    found = show(place, f"{SHORT}:e2")

    assert found.evidence == f"{SHORT}:e2"
    assert found.facts[:3] == [("what", "response"), ("call", "read by Read"), ("path", "/srv/kiln/glaze.txt")]
    assert dict(found.facts)["transcript"] == f"~/claude/projects/-srv-kiln/{ID}.jsonl"
    assert dict(found.facts)["at"].startswith("line 2, byte ")
    assert dict(found.facts)["time"] == "2026-03-02T09:00+00:00"
    assert (found.state, found.is_intact, found.texts) == ("unchanged since it was read", True, [])


def test_response(place: Surroundings) -> None:
    """What it reported, over all lines that show it; an end that nobody wrote down makes its output a lower bound."""
    facts = dict(show(place, f"{SHORT}:e2").facts)

    assert facts["model"] == "claude-opus-4-6"
    assert facts["tokens"] == "1 input, 0 cache write, 2 cache read, 3 output"


def test_response_without_an_end_or_without_usage(tmp_path: Path) -> None:
    """A lower bound; and nothing where nothing was reported."""
    made = Thread(1)
    made.say("msg_a", text("Hm."), usage(1, 2, 3, w5=4000), stop=None)
    made.say("msg_b", text("Hm."), ...)
    there = surroundings(tmp_path, lay(tmp_path / "claude", made))
    refresh(there)

    assert dict(show(there, f"{SHORT}:e1").facts)["tokens"].endswith(
        "4,000 cache write, 2 cache read, at least 3 output"
    )
    assert "tokens" not in dict(show(there, f"{SHORT}:e2").facts)


def test_result(place: Surroundings) -> None:
    """A result: its size, that it failed, and the hash of what the model saw; its text is read from the transcript."""
    found = show(place, f"{SHORT}:e3", content=True)

    facts = dict(found.facts)
    assert facts["result"] == "20 characters (estimated 5 payload tokens), error"
    assert facts["path"] == "/srv/kiln/glaze.txt"
    assert facts["answers"] == "the read by Read of line 2"
    assert facts["hash"].endswith("(xxh3-128 of the text the model saw)")
    assert found.texts == [("result", "File does not exist.")]


def test_command(place: Surroundings) -> None:
    """A command shows its program, not its text; its result has an exit code."""
    assert dict(show(place, f"{SHORT}:e4").facts)["call"] == "command by Bash, program ls"
    assert dict(show(place, f"{SHORT}:e5").facts)["result"] == "4 characters (estimated 1 payload tokens), exit code 0"


def test_changed_and_gone(place: Surroundings, tmp_path: Path) -> None:
    """A line that was edited has changed; one of a deleted transcript is gone, and has no text."""
    path = tmp_path / "claude" / "projects" / "-srv-kiln" / f"{ID}.jsonl"
    path.write_bytes(path.read_bytes().replace(b"does not exist", b"was never here"))
    changed = show(place, f"{SHORT}:e3", content=True)
    path.unlink()
    gone = show(place, f"{SHORT}:e3", content=True)

    assert (changed.state, changed.is_intact) == ("changed since it was read", False)
    assert changed.texts == [("result", "File was never here.")]
    assert (gone.state, gone.texts) == ("the transcript is gone, or ends before this line", [])


def test_second_object_of_a_line(tmp_path: Path) -> None:
    """Two objects on one line are told apart by part."""
    made = Thread(1)
    made.ask("One.")
    made.ask("Two.")
    config = lay(tmp_path / "claude", made)
    path = config / "projects" / "-srv-kiln" / f"{ID}.jsonl"
    path.write_bytes(path.read_bytes().replace(b"\n", b"", 1))
    found = surroundings(tmp_path, config)
    refresh(found)

    first, second = show(found, f"{SHORT}:e1", content=True), show(found, f"{SHORT}:e1.2", content=True)

    assert (first.evidence, first.texts) == (f"{SHORT}:e1", [("user", "One.")])
    assert (second.evidence, second.texts) == (f"{SHORT}:e1.2", [("user", "Two.")])
    assert dict(second.facts)["at"] == "line 1, part 2, byte 0"


def test_several(tmp_path: Path) -> None:
    """A beginning that several transcripts share is refused with what tells them apart: more of it, or paths."""
    other = Thread(1, cwd="/srv/other")
    for made in (one := Thread(1), two := Thread(2)):
        made.ask("Hello.")
    other.ask("Good day.")
    found = surroundings(tmp_path, lay(tmp_path / "claude", one, two))
    refresh(found)
    with pytest.raises(Ambiguous) as raised:
        show(found, "5e55:e1")
    assert str(raised.value) == ("5e55:e1 may be any of 5e550000-0001:e1, 5e550000-0002:e1: write one of them")

    lay(tmp_path / "claude", other)
    refresh(found)
    with pytest.raises(Ambiguous, match=r"0001:e1 \(.*/-srv-kiln/.*\), .*0001:e1 \(.*/-srv-other/.*\)"):
        show(found, f"{ID}:e1")


def test_copies(tmp_path: Path) -> None:
    """A transcript that lies in two places shows the event once, from where it still is, and names the other place."""
    other = Thread(1, cwd="/srv/other")
    for made in (one := Thread(1), other):
        made.ask("Hello.")
    found = surroundings(tmp_path, config := lay(tmp_path / "claude", one, other))
    refresh(found)
    (config / "projects" / "-srv-kiln" / f"{ID}.jsonl").unlink()
    refresh(found)
    exhibit = show(found, f"{ID}:e1", content=True)

    places = [value for name, value in exhibit.facts if name in {"transcript", "also in"}]
    assert [place.split("/")[-2] for place in places] == ["-srv-other", "-srv-kiln"]
    assert (exhibit.is_intact, exhibit.texts) == (True, [("user", "Hello.")])


def test_not_there(place: Surroundings, tmp_path: Path) -> None:
    """An id or a line that the index does not have, and no index at all."""
    with pytest.raises(NotFound) as raised:
        show(place, "beef:e1")
    assert str(raised.value) == "the index has no event beef:e1: check the id and the line, or run tally sync"

    with pytest.raises(NotFound) as raised:
        show(surroundings(tmp_path / "elsewhere"), "beef:e1")
    assert str(raised.value) == f"there is no index under {tmp_path}/elsewhere/root yet: run tally sync first"


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [("8f2c91aa:e143", ("8f2c91aa", 143, 1)), ("8f2c91aa:e143.2", ("8f2c91aa", 143, 2)), ("a:e1:e2", ("a:e1", 2, 1))],
)
def test_parse(evidence: str, expected: tuple[str, int, int]) -> None:
    """The start of an id, a line, and a part that is the first where none is named."""
    assert expected == parse(evidence)


@pytest.mark.parametrize(
    "evidence", ["", "8f2c91aa", ":e3", "a:e", "a:ex", "a:e1.", "a:e1.x", "a:e٣", "a:e-1", "a:e1234567890"]
)
def test_no_evidence(evidence: str) -> None:
    """Anything else is bad usage."""
    with pytest.raises(UsageError) as raised:
        parse(evidence)

    assert str(raised.value) == f"{evidence!r} is no evidence; it looks like 8f2c91aa:e143 or 8f2c91aa:e143.2"


def test_every_event_of_the_sample(tmp_path: Path) -> None:
    """Every event of the shipped sample can be shown, and still stands where the index says."""
    shutil.copytree(SAMPLE, tmp_path / "claude")
    found = surroundings(tmp_path, tmp_path / "claude")
    refresh(found)
    index = open_index(found.root)
    assert index is not None
    with index:
        rows = index.db.execute("SELECT f.transcript, s.moments FROM segment s JOIN file f ON f.id = s.file").fetchall()
    places = [(one, row[0], row[1]) for one, moments in rows for row in event.MOMENT.iter_unpack(moments)]

    shown = [show(found, f"{one}:e{line}.{part}", content=True) for one, line, part in places]

    assert len(shown) > 100
    assert {exhibit.is_intact for exhibit in shown} == {True}
