"""What stands between a precedent and a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting import digests
from tallystick.accounting.commands import describe
from tallystick.host import words
from tallystick.model.verdict import DROPPED, NO_RECORD, NO_STATE_CHANGE, SIBLING_HAS_IT, UNCHANGED, Verdict
from tallystick.tasks.repeat_check import Check, shown_paths
from tests.pasts import past
from tests.scenes import payload

LATER = 40_000_000
NOW_MS = 1_900_000_000_000


def check(folder: Path, script: str, *, at: int = LATER) -> Check:
    """A check of the main thread of a scene that is set in the folder `kiln`."""
    (folder / "kiln").mkdir(exist_ok=True)
    history = past(folder, script.replace("session 1", f"session 1 cwd={folder}/kiln at={at}"))
    return Check(history, history.threads[0], NOW_MS)


def words_of(*verdicts: Verdict) -> list[str]:
    """The verdicts alone."""
    return [verdict.word for verdict in verdicts]


def test_a_numbered_reading_is_compared_with_the_bytes(tmp_path: Path) -> None:
    """The file was touched since, but its lines are those that were read: as the client recorded them."""
    (tmp_path / "kiln").mkdir()
    path = tmp_path / "kiln" / "a.py"
    path.write_text("one\ntwo\nthree\n", "utf-8")
    script = "session 1\nread a.py\nread a.py offset=2 limit=1\n"
    history = past(tmp_path, script.replace("session 1", f"session 1 cwd={tmp_path}/kiln at=0"))
    whole, part = history.threads[0].acts
    whole.bare, part.bare = digests.payload("one\ntwo\nthree\n"), digests.payload("two")
    found = Check(history, history.threads[0], NOW_MS)

    assert [UNCHANGED, UNCHANGED] == words_of(found.read(str(path), 1, -1), found.read(str(path), 2, 1))
    path.write_text("one\nzwei\nthree\n", "utf-8")
    assert [NO_RECORD, NO_RECORD] == words_of(found.read(str(path), 1, -1), found.read(str(path), 2, 1))
    path.unlink()
    assert [NO_RECORD] == words_of(found.read(str(path), 1, -1))


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    """It was read, and there is nothing on disk now."""
    found = check(tmp_path, "session 1\nread a.py\n").read(f"{tmp_path}/kiln/a.py", 1, -1)

    assert (NO_RECORD, "the file on disk is not what it was") == (found.word, found.fact.partition("e2, but ")[2])


def test_lines_that_were_not_read(tmp_path: Path) -> None:
    """The fact says that it is about lines."""
    found = check(tmp_path, "session 1\nread a.py offset=5 limit=2\n").read(f"{tmp_path}/kiln/a.py", 1, 90)

    assert found.fact.endswith("was not read here in these lines")


@pytest.mark.parametrize(
    ("steps", "command", "word"),
    [
        ('run "./x" fails=no', "./x", NO_STATE_CHANGE),
        ('run "./x" fails=no\nread b.py\nrun "ls" s', "./x", NO_STATE_CHANGE),
        ('run "./x" fails=no\nrun "make" s', "./x", NO_RECORD),
        ('run "./x" fails=no\nrun "./x" s', "./x", NO_RECORD),
        ('run "curl localhost" fails=no', "curl localhost", NO_RECORD),
        ('run "./x" s', "./x", NO_RECORD),  # what a program does again is not known
        ('run "cat a.py" s', "cat a.py", UNCHANGED),
        ('run "cat a.py" s\ncompact\nsay', "cat a.py", DROPPED),
        ('run "cat a.py" s\nrun "make" s', "cat a.py", NO_RECORD),
        ('run "cat none.py" s', "cat none.py", NO_RECORD),
        ('run "cat *.py" s', "cat *.py", NO_RECORD),
        ('run "ls" s', "ls", UNCHANGED),
        ('run "git status" s', "git status", UNCHANGED),
        ('run "date" s', "date", NO_RECORD),
        ('run "ps" s', "ps", NO_RECORD),
        ('rewind 0\nrun "ls" s\nsay\nrewind 0\nask\nsay', "ls", NO_RECORD),  # on a branch that was left
    ],
)
def test_commands(tmp_path: Path, steps: str, command: str, word: str) -> None:
    """A failing one, a viewer, anything else."""
    (tmp_path / "kiln").mkdir()
    (tmp_path / "kiln" / "a.py").write_text("x", "utf-8")

    assert word == check(tmp_path, f"session 1\nask\n{steps}\n").run(command, f"{tmp_path}/kiln").word


def test_a_viewer_whose_folder_changed(tmp_path: Path) -> None:
    """A new file in it."""
    found = check(tmp_path, 'session 1\nrun "ls" s\n', at=0).run("ls", f"{tmp_path}/kiln")

    assert "what it shows may have changed on disk" in found.fact


def test_a_siblings_look(tmp_path: Path) -> None:
    """Of a viewer that shows now what it showed then; never of a program."""
    (tmp_path / "kiln").mkdir()
    script = f"""
session 1 cwd={tmp_path}/kiln at={LATER}
spawn a
spawn b
child a of 1 at={LATER + 5}
run "./x" s
run "ls" s
child b of 1 at={LATER + 50}
read b.py
"""
    history = past(tmp_path, script)
    found = Check(history, history.threads[2], NOW_MS)

    assert [SIBLING_HAS_IT, NO_RECORD] == words_of(
        found.run("ls", f"{tmp_path}/kiln"), found.run("./x", f"{tmp_path}/kiln")
    )


def test_many_failures(tmp_path: Path) -> None:
    """The last ones are named, the others counted."""
    steps = 'run "./x" fails=no\n' * 9
    found = check(tmp_path, f"session 1\n{steps}").run("./x", f"{tmp_path}/kiln")

    assert "failed identically at 3 earlier and e8, e10, e12, e14, e16, e18" in found.fact


def test_paths_that_a_look_depends_on(tmp_path: Path) -> None:
    """Those it names; all of the folder; of git, the work tree."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").touch()
    inside = str(tmp_path / "in")

    def paths(command: str) -> list[str] | None:
        return shown_paths(command, describe(command, inside, words.load()))

    assert [f"{inside}/a"] == paths("cat a")
    assert paths("cat none") is None
    assert paths("ssh somewhere ls") is None
    assert [inside] == paths("ls -la")
    assert [f"{inside}/a", inside] == paths("find a")
    assert [str(tmp_path)] == paths("git log")
    assert ["/"] == shown_paths("git log", describe("git log", "/", words.load()))


def test_a_payload_is_what_the_scene_says() -> None:
    """Guard of the scenes above: a seed gives the same bytes each time."""
    assert payload("a", 40) == payload("a", 40)
