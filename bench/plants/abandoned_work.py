"""Exact abandoned work: edits of a file that come to nothing by the end, with nothing tested or committed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE

if TYPE_CHECKING:
    from bench.plant_scene import Scene
    from bench.plant_thread import Result

NAME = "abandoned_work"


def round_trip(s: Scene, steps: int = 3) -> list[Result]:
    """Edits of one file that lead back to where they began, none the inverse of another."""
    path = s.path()
    texts = [s.text(60) for _ in range(steps)]
    done = []
    for nth, (old, new) in enumerate(zip(texts, texts[1:] + texts[:1], strict=True)):
        done.append(s.edit(path, old, new))
        if nth == 0:
            s.between()
    return done


def abandoned(s: Scene, done: list[Result]) -> None:
    """The finding: from the first edit to the last."""
    first = done[0] if done[0].thread is s.t else s.t.live.get(done[0].call, done[0])
    s.expect(NAME, PROBABLE, done[-1], first)


def three_steps(s: Scene) -> None:
    """A to B, B to C, C to A."""
    abandoned(s, round_trip(s))


def four_steps(s: Scene) -> None:
    """And with one more."""
    done = round_trip(s, 4)
    s.look()
    abandoned(s, done)


def there_and_back(s: Scene) -> None:
    """An edit and its inverse: it is an oscillation, too."""
    done = round_trip(s, 2)
    abandoned(s, done)
    first = done[0] if done[0].thread is s.t else s.t.live[done[0].call]
    s.expect("edit_oscillation", PROBABLE, done[-1], first)


def tested_before(s: Scene) -> None:
    """A test passed before the first edit; none after it."""
    s.run("python3 -m pytest -q", "3 passed in 0.12s")
    done = round_trip(s)
    s.run("python3 -m pytest -q tests", "1 failed, 2 passed in 0.12s", code=1)
    abandoned(s, done)


def tested_after(s: Scene) -> None:
    """A test passed after the first edit."""
    round_trip(s)
    s.run("python3 -m pytest -q", "3 passed in 0.12s")


def committed_after(s: Scene) -> None:
    """A commit was made after the first edit, behind a `cd`."""
    round_trip(s)
    words = "[main 4f1c2aa] Glaze\n 1 file changed, 2 insertions(+)"
    s.run(f"cd {s.cwd} && git commit -qam glaze", words)


def not_back(s: Scene) -> None:
    """The last step leads elsewhere."""
    path = s.path()
    a, b, c, d = (s.text(60) for _ in range(4))
    s.edit(path, a, b)
    s.between()
    s.edit(path, b, c)
    s.edit(path, c, d)


def one_more_edit(s: Scene) -> None:
    """Back to where it began, and then something new."""
    path = s.path()
    a, b, c, d = (s.text(60) for _ in range(4))
    s.edit(path, a, b)
    s.between()
    s.edit(path, b, c)
    s.edit(path, c, a)
    s.edit(path, a, d)


def the_last_failed(s: Scene) -> None:
    """The step back failed."""
    path = s.path()
    a, b, c = (s.text(60) for _ in range(3))
    s.edit(path, a, b)
    s.between()
    s.edit(path, b, c)
    s.edit(path, c, a, failed=True)


def in_two_files(s: Scene) -> None:
    """The step back was made in another file."""
    path = s.path()
    a, b, c = (s.text(60) for _ in range(3))
    s.edit(path, a, b)
    s.between()
    s.edit(path, b, c)
    s.edit(s.path(), c, a)


HITS = (three_steps, four_steps, there_and_back, tested_before)
NEAR = (tested_after, committed_after, not_back, one_more_edit, the_last_failed, in_two_files)
WHERE: dict[object, tuple[str, ...]] = {}
