"""Duplicate inspection: the same look, from the same place, with the same result, and nothing changed between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROVEN

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "duplicate_inspection"


def repeated(s: Scene, command: str, again: str, text: str, *, cwd: str = "") -> None:
    """The same look twice, the second time in other words or from another place; it is found."""
    first = s.run(command, text)
    s.between()
    s.t.cwd = cwd or s.cwd
    second = s.run(again, text)
    s.t.cwd = s.cwd
    s.expect(NAME, PROVEN, second, s.here(first))


def a_listing(s: Scene) -> None:
    """A folder, listed twice."""
    repeated(s, "ls -la src", "ls -la src", s.text(300))


def a_chain_of_viewers(s: Scene) -> None:
    """Every part of the pipe only looks."""
    command = f"grep -n glaze_{s.number} notes.txt | head -20"
    repeated(s, command, command, s.text(500))


def from_another_place(s: Scene) -> None:
    """`cd sub && x` is `x` in sub."""
    repeated(s, f"cd {s.cwd}/sub && git status --short", "git status --short", s.text(80), cwd=f"{s.cwd}/sub")


def with_other_spaces(s: Scene) -> None:
    """Spaces outside quotes are folded."""
    repeated(s, "git log --oneline  -n 5", "git  log --oneline -n 5", s.text(200))


def a_stretch_of_lines(s: Scene) -> None:
    """`sed -n` only prints."""
    repeated(s, "sed -n '1,20p' notes.txt", "sed -n '1,20p' notes.txt", s.text(600))


def a_single_figure(s: Scene) -> None:
    """There is no floor here: one character counts as one token."""
    repeated(s, "wc -l < notes.txt", "wc -l < notes.txt", "3")


def something_changed_between(s: Scene) -> None:
    """A command that is no viewer ran between."""
    text = s.text(300)
    s.run("ls -la src", text)
    s.between()
    s.run(f"touch kept-{s.number}", "")
    s.run("ls -la src", text)


def written_between(s: Scene) -> None:
    """A file was written between."""
    text = s.text(300)
    s.run("git diff --stat", text)
    s.between()
    s.write(s.path(), s.text(100))
    s.run("git diff --stat", text)


def somewhere_else(s: Scene) -> None:
    """The same words, in another folder."""
    text = s.text(300)
    s.run("ls -la src", text)
    s.between()
    s.t.cwd = f"{s.cwd}/sub"
    s.run("ls -la src", text)
    s.t.cwd = s.cwd


def in_other_words(s: Scene) -> None:
    """A space inside quotes is not folded."""
    text = s.text(300)
    s.run("grep -rn 'a b' src", text)
    s.between()
    s.run("grep -rn 'a  b' src", text)


def with_another_result(s: Scene) -> None:
    """Polling: the result is new each time."""
    for _ in range(3):
        s.run("tail -n 5 fire.log", s.text(300))
        s.between()


def no_viewer(s: Scene) -> None:
    """A script that may do anything."""
    text = s.text(300)
    s.run("python3 list_pots.py", text)
    s.between()
    s.run("python3 list_pots.py", text)


def a_viewer_that_writes(s: Scene) -> None:
    """The chain ends in a file."""
    text = s.text(300)
    s.run("ls -la src | tee list.txt", text)
    s.between()
    s.run("ls -la src | tee list.txt", text)


def without_text(s: Scene) -> None:
    """Nothing came back, twice."""
    s.run("grep -rn nothing src | head", "")
    s.between()
    s.run("grep -rn nothing src | head", "")


def behind_a_boundary(s: Scene) -> None:
    """The first result was dropped by a compaction."""
    text = s.text(300)
    s.run("ls -la src", text)
    s.between()
    s.t.compact()
    s.run("ls -la src", text)


def on_an_abandoned_branch(s: Scene) -> None:
    """The first look was on a branch that the user left."""
    text = s.text(300)
    turn = s.t.say()
    s.run("ls -la src", text)
    s.t.say()
    s.t.rewind(turn)
    s.run("ls -la src", text)


HITS = (a_listing, a_chain_of_viewers, from_another_place, with_other_spaces, a_stretch_of_lines, a_single_figure)
NEAR = (
    *(something_changed_between, written_between, somewhere_else, in_other_words, with_another_result, no_viewer),
    *(a_viewer_that_writes, without_text, behind_a_boundary, on_an_abandoned_branch),
)
WHERE: dict[object, tuple[str, ...]] = {}
