"""Duplicate subagent work: children of one parent acquire the same bytes by the same path or command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE, PROVEN

if TYPE_CHECKING:
    from bench.plant_scene import Scene
    from bench.plant_thread import Result, Thread

NAME = "duplicate_subagent_work"


def read_in(s: Scene, child: Thread, path: str, text: str, **given: int) -> Result:
    """A child reads a file."""
    one, s.t = s.t, child
    result = s.read(path, text, offset=given.get("offset", 0), limit=given.get("limit", 0))
    s.t = one
    return result


def run_in(s: Scene, child: Thread, command: str, text: str) -> Result:
    """A child runs a command."""
    one, s.t = s.t, child
    result = s.run(command, text)
    s.t = one
    return result


def in_turn(s: Scene) -> None:
    """The second child was started after the first had reported."""
    path, text = s.path(), s.pages()
    (a,) = s.spawn(1)
    first = read_in(s, a, path, text)
    s.gather(a)
    s.between()
    (b,) = s.spawn(1)
    s.expect(NAME, PROBABLE, read_in(s, b, path, text), first)


def three_at_once(s: Scene) -> None:
    """Three children of one fan-out: two copies are redundant."""
    path, text = s.path(), s.pages()
    a, b, c = s.spawn(3)
    first = read_in(s, a, path, text)
    b.now = a.now
    second = read_in(s, b, path, text)
    c.now = b.now
    s.expect(NAME, PROBABLE, second, first)
    s.expect(NAME, PROBABLE, read_in(s, c, path, text), first, second)


def the_same_command(s: Scene) -> None:
    """A command and its output."""
    text, command = s.text(700), f"python3 list_pots.py --yard {s.number}"
    a, b = s.spawn(2)
    first = run_in(s, a, command, text)
    b.now = a.now
    s.expect(NAME, PROBABLE, run_in(s, b, command, text), first)


def ranges_of_one_text(s: Scene) -> None:
    """Path and bytes are the key; how the range was asked for is not."""
    path, text = s.path(), s.pages()
    a, b = s.spawn(2)
    first = read_in(s, a, path, text)
    b.now = a.now
    s.expect(NAME, PROBABLE, read_in(s, b, path, text, limit=400), first)


def and_again_in_the_child(s: Scene) -> None:
    """The second child reads it twice: one copy of each kind, each result in one."""
    path, text = s.path(), s.pages()
    a, b = s.spawn(2)
    first = read_in(s, a, path, text)
    b.now = a.now
    second = read_in(s, b, path, text)
    s.expect(NAME, PROBABLE, second, first)
    s.expect("exact_reread", PROVEN, read_in(s, b, path, text), second)


def parent_and_child(s: Scene) -> None:
    """A parent and its only child are no siblings."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    (a,) = s.spawn(1)
    read_in(s, a, path, text)


def other_bytes(s: Scene) -> None:
    """The file changed."""
    path = s.path()
    for child in s.spawn(2):
        read_in(s, child, path, s.pages())


def another_path(s: Scene) -> None:
    """Two files of the same bytes."""
    text = s.pages()
    for child in s.spawn(2):
        read_in(s, child, s.path(), text)


def another_command(s: Scene) -> None:
    """The same output of two commands."""
    text = s.text(700)
    for nth, child in enumerate(s.spawn(2)):
        run_in(s, child, f"python3 list_pots.py --yard {s.number} --page {nth}", text)


def below_the_floor(s: Scene) -> None:
    """396 characters are 99 tokens."""
    path, text = s.path(), s.pages(396)
    for child in s.spawn(2):
        read_in(s, child, path, text)


def children_of_two_parents(s: Scene) -> None:
    """Two sessions of the same project, each with one child."""
    path, text = s.path(), s.pages()
    (a,) = s.spawn(1)
    read_in(s, a, path, text)
    other = s.open(late_ms=7_200_000)
    (b,) = s.spawn(1, other)
    read_in(s, b, path, text)


def one_child_twice(s: Scene) -> None:
    """The same child, twice: that is an exact re-read and nothing else."""
    path, text = s.path(), s.pages()
    a, _ = s.spawn(2)
    first = read_in(s, a, path, text)
    s.expect("exact_reread", PROVEN, read_in(s, a, path, text), first)


def a_picture(s: Scene) -> None:
    """Pictures have no text."""
    path = s.path("photo").replace(".py", ".png")
    for child in s.spawn(2):
        source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
        block = child.call("Read", {"file_path": path})
        child.respond([block])
        child.give(block, len(child.lines), [{"type": "image", "source": source}], 0)


HITS = (in_turn, three_at_once, the_same_command, ranges_of_one_text, and_again_in_the_child)
NEAR = (
    *(parent_and_child, other_bytes, another_path, another_command, below_the_floor, children_of_two_parents),
    *(one_child_twice, a_picture),
)
MAINS = ("plain", "fork", "compacted", "cleared", "trimmed")
WHERE = {
    **dict.fromkeys((parent_and_child, children_of_two_parents), MAINS),
    in_turn: ("plain", "child", "compacted", "cleared", "trimmed"),  # a fork between would make two parents
}
