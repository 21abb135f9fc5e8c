"""Small sessions in which everything happens to the same few files: the planted scenes' means, drawn at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bench.plant_scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bench.plant_thread import Result, Turn

COMMANDS = ("ls -la src", "git status --short", "grep -n glaze src/a.py", "make tidy", "cat src/b.py | head -5")
FAILING = ("python3 check_glaze.py", "make fire", "curl -s localhost:8080", "cd src && ./fire.sh")
TALK = ("a", "b", "c")


class Mix:
    """A scene with a small store of paths and texts, so that everything meets everything again."""

    def __init__(self, root: Path, seed: int) -> None:
        random = self.random = Random(seed)
        self.s = Scene(str(root), random, seed, "plain")
        self.paths = [f"{self.s.cwd}/src/{name}.py" for name in TALK]
        self.pages = [self.s.pages(size) for size in (396, 400, 900)]
        self.words = [self.s.text(60) for _ in range(3)]
        self.outputs = [self.s.text(size) for size in (20, 300, 700)]
        self.turns: list[Turn] = []
        self.deeds: list[tuple[int, Callable[[], object]]] = [
            *((9, self.read), (6, self.look), (5, self.fail), (4, self.edit), (2, self.write)),
            *((2, self.compact), (2, self.trim), (1, self.clear), (1, self.rewind), (1, self.fork), (2, self.children)),
        ]

    def read(self) -> Result:
        """One of three files, mostly with the same content."""
        nth = self.random.randrange(3)
        text = self.pages[nth if self.random.random() < 0.8 else 2 - nth]
        return self.s.read(self.paths[nth], text, limit=self.random.choice((0, 0, 0, 50)))

    def look(self) -> Result:
        """A command that succeeds."""
        return self.s.run(self.random.choice(COMMANDS), self.random.choice(self.outputs))

    def fail(self) -> Result:
        """A command that fails."""
        return self.s.run(self.random.choice(FAILING), self.random.choice(("cracked", "glaze: too thin")), code=1)

    def edit(self) -> Result:
        """An edit; now and then it fails. Each replaces what no other edit of the scene replaces."""
        failed = self.random.random() < 0.2
        return self.s.edit(self.random.choice(self.paths), self.s.text(30), self.s.text(30), failed=failed)

    def write(self) -> Result:
        """A whole file that no other write of the scene writes."""
        return self.s.write(self.random.choice(self.paths), self.s.text(90))

    def compact(self) -> None:
        """A compaction that may keep what came last."""
        live = list(self.s.t.live.values())
        self.turns = []
        self.s.t.compact(*(live[-1:] if self.random.random() < 0.5 else ()))

    def trim(self) -> None:
        """A small compaction of some results."""
        live = list(self.s.t.live.values())
        if live:
            self.turns = []
            self.s.t.trim(*self.random.sample(live, self.random.randrange(1, len(live) + 1)))

    def clear(self) -> None:
        """The talk is cleared; there is no way back behind any cut."""
        self.s.t.clear()
        self.turns = []

    def rewind(self) -> None:
        """The user goes back a few turns."""
        if self.turns:
            turn = self.turns[self.random.randrange(max(0, len(self.turns) - 2), len(self.turns))]
            self.turns = self.turns[: self.turns.index(turn) + 1]
            self.s.t.rewind(turn)

    def fork(self) -> None:
        """The talk goes on in a copy."""
        self.s.t = self.s.fork(self.s.t)
        self.turns = []

    def children(self) -> None:
        """Two children, at once or one after the other; then their parent goes on."""
        one, together = self.s.t, self.random.random() < 0.5
        waiting = self.s.spawn(2) if together else []
        for nth in range(2):
            child = waiting[nth] if together else self.s.spawn(1)[0]
            self.s.t = child
            for _ in range(self.random.randrange(1, 4)):
                self.random.choice((self.read, self.read, self.look, self.fail, self.edit))()
            self.s.t = one
            if not together:
                self.s.gather(child)
        if together:
            self.s.gather(*waiting)

    def play(self, deeds: int) -> None:
        """Do so many things, and write the files."""
        weights, calls = zip(*self.deeds, strict=True)
        for _ in range(deeds):
            deed = self.random.choices(calls, weights)[0]
            deed()
            if deed not in {self.clear, self.rewind, self.fork}:
                self.turns.append(self.s.t.say())
        self.s.close()


def mix(root: Path, seed: int, deeds: int = 30) -> None:
    """Write one mixed project into a tree."""
    Mix(root, seed).play(deeds)
