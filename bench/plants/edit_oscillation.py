"""Edit oscillation: an edit and its exact inverse, or a file that is written back to what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "edit_oscillation"


def tested(s: Scene) -> None:
    """A test passes: what was done was not for nothing."""
    s.run(f"python3 -m pytest -q tests/test_{s.number}.py", "3 passed in 0.12s")


def there_and_back(s: Scene) -> None:
    """Old to new, new to old."""
    path, old, new = s.path(), s.text(60), s.text(60)
    first = s.edit(path, old, new)
    tested(s)
    s.between()
    s.expect(NAME, PROBABLE, s.edit(path, new, old), s.here(first))


def with_others_between(s: Scene) -> None:
    """Another edit of the same file, and one of another file, lie between."""
    path, old, new = s.path(), s.text(60), s.text(60)
    first = s.edit(path, old, new)
    s.edit(path, s.text(40), s.text(40))
    s.between()
    first = s.here(first)
    s.edit(s.path(), s.text(40), s.text(40))
    tested(s)
    s.expect(NAME, PROBABLE, s.edit(path, new, old), first)


def a_whole_file(s: Scene) -> None:
    """Written as A, as B, and as A again."""
    path, one, other = s.path(), s.text(200), s.text(200)
    first = s.write(path, one)
    second = s.write(path, other)
    tested(s)
    s.between()
    s.expect(NAME, PROBABLE, s.write(path, one), s.here(first), s.here(second))


def the_path_spelled_otherwise(s: Scene) -> None:
    """The same file under another spelling."""
    path, old, new = s.path(), s.text(60), s.text(60)
    first = s.edit(path, old, new)
    tested(s)
    s.between()
    s.expect(NAME, PROBABLE, s.edit(path.replace("/src/", "/src/./"), new, old), s.here(first))


def another_path(s: Scene) -> None:
    """The inverse was done to another file."""
    old, new = s.text(60), s.text(60)
    s.edit(s.path(), old, new)
    s.between()
    s.edit(s.path(), new, old)


def not_quite_back(s: Scene) -> None:
    """One letter is not what it was."""
    path, old, new = s.path(), s.text(60), s.text(60)
    s.edit(path, old, new)
    s.between()
    s.edit(path, new, old[:-1] + "!")


def the_first_failed(s: Scene) -> None:
    """There was nothing to take back."""
    path, old, new = s.path(), s.text(60), s.text(60)
    s.edit(path, old, new, failed=True)
    s.between()
    s.edit(path, new, old)


def the_second_failed(s: Scene) -> None:
    """It was not taken back."""
    path, old, new = s.path(), s.text(60), s.text(60)
    s.edit(path, old, new)
    s.between()
    s.edit(path, new, old, failed=True)


def the_same_way_twice(s: Scene) -> None:
    """The same edit in two places."""
    path, old, new = s.path(), s.text(60), s.text(60)
    s.edit(path, old, new)
    s.between()
    s.edit(path, old, new)


def three_contents(s: Scene) -> None:
    """Written as A, B and C."""
    path = s.path()
    s.write(path, s.text(200))
    s.write(path, s.text(200))
    s.between()
    s.write(path, s.text(200))


def nothing_else_between(s: Scene) -> None:
    """Written as A and as A."""
    path, one = s.path(), s.text(200)
    s.write(path, one)
    s.between()
    s.write(path, one)


HITS = (there_and_back, with_others_between, a_whole_file, the_path_spelled_otherwise)
NEAR = (
    *(another_path, not_quite_back, the_first_failed, the_second_failed, the_same_way_twice, three_contents),
    nothing_else_between,
)
WHERE: dict[object, tuple[str, ...]] = {}
