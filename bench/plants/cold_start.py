"""Cold start: a new session reads at its beginning what an earlier one of the project read at its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE

if TYPE_CHECKING:
    from bench.plant_scene import Scene
    from bench.plant_thread import Result

NAME = "cold_start"
HOUR = 3_600_000


def opening(s: Scene, texts: dict[str, str]) -> list[Result]:
    """Read files, one after the other."""
    return [s.read(path, text) for path, text in texts.items()]


def library(s: Scene, *sizes: int) -> dict[str, str]:
    """Files of so many characters each."""
    return {s.path("book"): s.pages(size) for size in sizes}


def next_session(s: Scene, hours: float = 2, **where: str) -> None:
    """The act goes on in a new session."""
    s.between()
    s.t.say()
    s.t = s.open(late_ms=int(hours * HOUR), **where)


def found(s: Scene, before: list[Result], after: list[Result]) -> None:
    """One finding for the whole opening."""
    s.expect(NAME, PROBABLE, after[0], *before, anywhere=[one.place() for one in after], whole=after)


def three_files(s: Scene) -> None:
    """Three files of 500 tokens each."""
    texts = library(s, 2000, 2000, 2000)
    before = opening(s, texts)
    next_session(s)
    found(s, before, opening(s, texts))


def five_among_others(s: Scene) -> None:
    """Five files, with other things between and in another order."""
    texts = library(s, 900, 900, 1000, 1000, 1000)
    before = opening(s, texts)
    next_session(s, 20)
    s.look()
    turned = dict(reversed(texts.items()))
    found(s, before, opening(s, turned))


def a_thousand_tokens(s: Scene) -> None:
    """400 + 300 + 300 tokens: just enough."""
    texts = library(s, 1600, 1200, 1200)
    before = opening(s, texts)
    next_session(s)
    found(s, before, opening(s, texts))


def the_tenth_result(s: Scene) -> None:
    """The third file is the tenth result."""
    texts = library(s, 2000, 2000, 2000)
    before = opening(s, texts)
    next_session(s, 23)
    for _ in range(7):
        s.look()
    found(s, before, opening(s, texts))


def two_files(s: Scene) -> None:
    """Two files are too few."""
    texts = library(s, 4000, 4000)
    opening(s, texts)
    next_session(s)
    opening(s, texts)


def too_small(s: Scene) -> None:
    """400 + 300 + 299 tokens."""
    texts = library(s, 1600, 1200, 1196)
    opening(s, texts)
    next_session(s)
    opening(s, texts)


def too_late(s: Scene) -> None:
    """Twenty-six hours later."""
    texts = library(s, 2000, 2000, 2000)
    opening(s, texts)
    next_session(s, 26)
    opening(s, texts)


def another_project(s: Scene) -> None:
    """A session that began in another folder."""
    texts = library(s, 2000, 2000, 2000)
    opening(s, texts)
    next_session(s, cwd=f"{s.cwd}/elsewhere")
    opening(s, texts)


def the_eleventh_result(s: Scene) -> None:
    """The third file is the eleventh result."""
    texts = library(s, 2000, 2000, 2000)
    opening(s, texts)
    next_session(s)
    for _ in range(8):
        s.look()
    opening(s, texts)


def one_has_changed(s: Scene) -> None:
    """One of three has become another."""
    texts = library(s, 2000, 2000, 2000)
    opening(s, texts)
    next_session(s)
    last = list(texts)[-1]
    opening(s, texts | {last: s.pages(2000)})


def one_below_the_floor(s: Scene) -> None:
    """One of three has 99 tokens."""
    texts = library(s, 2000, 2000, 396)
    opening(s, texts)
    next_session(s)
    opening(s, texts)


def in_a_fork(s: Scene) -> None:
    """The first results of a fork are copies."""
    texts = library(s, 2000, 2000, 2000)
    opening(s, texts)
    s.t = s.fork(s.t)
    s.look()


HITS = (three_files, five_among_others, a_thousand_tokens, the_tenth_result)
NEAR = (
    *(two_files, too_small, too_late, another_project, the_eleventh_result, one_has_changed, one_below_the_floor),
    in_a_fork,
)
# What a new session reads is compared with what an earlier session read itself; so no stage is a child or a fork.
PLAIN = ("plain", "compacted", "cleared", "trimmed", "plain", "trimmed")
WHERE = dict.fromkeys((*HITS, *NEAR), PLAIN)
