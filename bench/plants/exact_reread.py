"""Exact re-read: the same path and range, the same bytes, still in the context, nothing done to the path between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE, PROVEN

if TYPE_CHECKING:
    from bench.plant_scene import Scene
    from bench.plant_thread import Result

NAME = "exact_reread"


def found(s: Scene, first: Result, second: Result, label: str = PROVEN) -> None:
    """The finding of a pair."""
    s.expect(NAME, label, second, s.here(first))


def only_viewers_between(s: Scene) -> None:
    """A look at something else lies between."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.look()
    s.between()
    found(s, first, s.read(path, text))


def the_same_range(s: Scene) -> None:
    """Forty lines from the tenth on, twice."""
    path, text = s.path(), s.pages(900, 10)
    first = s.read(path, text, offset=10, limit=40)
    s.between()
    found(s, first, s.read(path, text, offset=10, limit=40))


def another_command_between(s: Scene) -> None:
    """A command that names no path of ours ran between: nobody can say what it changed."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    s.run(f"make tidy-{s.number}", s.text(90))
    found(s, first, s.read(path, text), PROBABLE)


def a_failing_command_between(s: Scene) -> None:
    """It failed, and may have changed something before it did."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    s.run("python3 check_glaze.py", "AssertionError: 1240 is not 1260", code=1)
    found(s, first, s.read(path, text), PROBABLE)


def a_command_of_a_child_between(s: Scene) -> None:
    """A child ran something while its parent waited."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    one = s.t
    s.t = s.spawn(1)[0]
    s.run(f"make tidy-{s.number}", s.text(90))
    s.gather(s.t)
    s.t = one
    found(s, first, s.read(path, text), PROBABLE)


def a_sibling_wrote_meanwhile(s: Scene) -> None:
    """A child that ran at the same time wrote the file, before or after or between: nobody can say."""
    path, text = s.path(), s.pages()
    one = s.t
    a, b = s.spawn(2)
    s.t = b
    block = b.call("Edit", {"file_path": path, "old_string": "glaze", "new_string": "slip"})
    b.respond([block])
    s.t = a
    first = s.read(path, text)
    second = s.read(path, text)
    b.now = a.now
    b.give(block, len(b.lines), f"The file {path} has been updated successfully.", -(-(len(path) + 39) // 4))
    s.expect(NAME, PROBABLE, second, first)
    s.t = one


def the_path_spelled_otherwise(s: Scene) -> None:
    """A path with dots in it is the path without them."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    found(s, first, s.read(path.replace("/src/", "/./src/../src/"), text))


def three_times(s: Scene) -> None:
    """The second and the third are both redundant."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    first = s.here(first)
    second = s.read(path, text)
    third = s.read(path, text)
    s.expect(NAME, PROVEN, second, first)
    s.expect(NAME, PROVEN, third, second, first)


def just_on_the_floor(s: Scene) -> None:
    """397 characters are 99.25 tokens, which is 100."""
    path, text = s.path(), s.pages(397)
    first = s.read(path, text)
    s.between()
    found(s, first, s.read(path, text))


def a_write_elsewhere_between(s: Scene) -> None:
    """An edit of another file changes nothing here; neither does one of this file that failed."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    s.between()
    s.edit(s.path(), "glaze", "slip")
    s.edit(path, "no such clay", "slip", failed=True)
    found(s, first, s.read(path, text))


def another_range(s: Scene) -> None:
    """The same bytes, but asked for as another range."""
    path, text = s.path(), s.pages()
    s.read(path, text, offset=1, limit=300)
    s.between()
    s.read(path, text, offset=1, limit=400)


def other_bytes(s: Scene) -> None:
    """The file has become another."""
    path = s.path()
    s.read(path, s.pages())
    s.between()
    s.read(path, s.pages())


def another_path(s: Scene) -> None:
    """Two files of the same bytes."""
    text = s.pages()
    s.read(s.path(), text)
    s.between()
    s.read(s.path(), text)


def written_between(s: Scene) -> None:
    """The file was edited, and holds the same bytes all the same: that is a check, not a repeat."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.edit(path, "glaze", "slip")
    s.read(path, text)


def named_by_a_command(s: Scene) -> None:
    """A command names the file, inside quotes."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    name = path.rsplit("/", 1)[1]
    s.run(f"python3 -c \"print(len(open('src/{name}').read()))\"", "800")
    s.read(path, text)


def named_by_a_viewer(s: Scene) -> None:
    """Any command that names the file counts, even one that only looks."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.run(f"wc -l {path}", f"11 {path}")
    s.read(path, text)


def below_the_floor(s: Scene) -> None:
    """396 characters are 99 tokens."""
    path, text = s.path(), s.pages(396)
    s.read(path, text)
    s.between()
    s.read(path, text)


def a_picture(s: Scene) -> None:
    """Pictures have no text: every two of them would be alike."""
    path = s.path("photo").replace(".py", ".png")
    for _ in range(2):
        source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
        block = s.t.call("Read", {"file_path": path})
        s.t.respond([block])
        s.t.give(block, len(s.t.lines), [{"type": "image", "source": source}], 0)
        s.between()


def the_clients_own_stub(s: Scene) -> None:
    """The client refused to send the file again."""
    path = s.path()
    stub = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead."
    s.read(path, s.pages())
    s.between()
    s.read(path, stub)
    s.read(path, stub)


def on_an_abandoned_branch(s: Scene) -> None:
    """The first reading was on a branch that the user left: it is not in the context any more."""
    path, text = s.path(), s.pages()
    turn = s.t.say()
    s.read(path, text)
    s.t.say()
    s.t.rewind(turn)
    s.read(path, text)


def behind_a_clear(s: Scene) -> None:
    """The talk was cleared between."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    s.t.clear()
    s.read(path, text)


def written_by_a_child(s: Scene) -> None:
    """A child of the same session wrote the file while its parent waited."""
    path, text = s.path(), s.pages()
    s.read(path, text)
    s.between()
    one = s.t
    s.t = s.spawn(1)[0]
    s.edit(path, "glaze", "slip")
    s.gather(s.t)
    s.t = one
    s.read(path, text)


def copied_by_a_fork(s: Scene) -> None:
    """Both readings were copied by a fork: they count once, where they happened."""
    path, text = s.path(), s.pages()
    first = s.read(path, text)
    found(s, first, s.read(path, text))
    s.fork(s.t)


HITS = (
    *(only_viewers_between, the_same_range, another_command_between, the_path_spelled_otherwise, three_times),
    *(just_on_the_floor, a_write_elsewhere_between, a_failing_command_between, a_command_of_a_child_between),
    a_sibling_wrote_meanwhile,
)
NEAR = (
    *(another_range, other_bytes, another_path, written_between, named_by_a_command, named_by_a_viewer),
    *(below_the_floor, a_picture, the_clients_own_stub, on_an_abandoned_branch, behind_a_clear, written_by_a_child),
    copied_by_a_fork,
)
WHERE = {
    copied_by_a_fork: ("plain", "compacted", "cleared"),
    behind_a_clear: ("plain", "fork", "compacted", "cleared", "trimmed"),  # nobody clears a child's talk
}
