"""The trees that are measured: made once by `bench.corpus` and kept in the cache, or given from outside."""

from __future__ import annotations

import glob
import json
import os
import shutil
from dataclasses import dataclass
from typing import Any

from bench.corpus import generate, grow, save

MB = 1_000_000
GROWN_BYTES = 50_000
_GENERATOR = "corpus*.py"


@dataclass(frozen=True)
class Tree:
    """A folder with `projects/`; `made` are the arguments it was made with, None where it came from outside."""

    path: str
    made: dict[str, int | float | bool] | None

    def files(self) -> list[str]:
        """Its transcripts."""
        return glob.glob(os.path.join(glob.escape(self.path), "projects", "**", "*.jsonl"), recursive=True)

    def describe(self) -> dict[str, Any]:
        """What it is, without saying where."""
        sizes = [os.path.getsize(path) for path in self.files()]
        return {"generator": self.made, "files": len(sizes), "bytes": sum(sizes), "largest_file": max(sizes, default=0)}

    def expected(self) -> dict[str, Any] | None:
        """What its generator counted, None where it says nothing."""
        try:
            with open(os.path.join(self.path, "expected.json"), encoding="utf-8") as file:
                found: dict[str, Any] = json.load(file)
        except FileNotFoundError:
            return None
        return found


def make(cache: str, *, seed: int, size_mb: float, single: bool = False) -> Tree:
    """Return the corpus of these arguments, made if the cache lacks it or holds one of an older generator."""
    made: dict[str, int | float | bool] = {"seed": seed, "size_mb": size_mb, "single": single}
    path = os.path.join(cache, f"corpus-{seed}-{size_mb:g}{'-single' if single else ''}")
    stamp = os.path.join(path, "generator")
    current = _digest_of_generator()
    if not os.path.exists(stamp) or _read(stamp) != current:
        shutil.rmtree(path, ignore_errors=True)
        world = generate(path, seed=seed, size=int(size_mb * MB), single=single)
        save(path, {**made, **world.tally.expected()})
        with open(stamp, "w", encoding="ascii") as file:
            file.write(current)
    return Tree(path, made)


def copy(tree: Tree, path: str) -> Tree:
    """Return a tree that may grow: linked to the same files, except for the one that `let_grow` appends to."""
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(os.path.join(tree.path, "projects"), os.path.join(path, "projects"), copy_function=_link)
    growing = _first_session(path)
    shutil.copy2(os.path.realpath(growing), growing + ".own")
    os.replace(growing + ".own", growing)
    return Tree(path, tree.made)


def let_grow(tree: Tree, number: int) -> int:
    """Append some 50 KB, whole lines of a session, to one transcript and return how many bytes; each number gives
    other lines.
    """
    growing = _first_session(tree.path)
    scratch = tree.path + ".growth"
    twin = os.path.join(scratch, os.path.relpath(growing, tree.path))
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(os.path.dirname(twin))
    with open(twin, "wb"):
        grow(scratch, seed=1_000_000 + number, size=GROWN_BYTES)
    written = 0
    with open(twin, "rb") as lines, open(growing, "ab") as file:
        for line in lines:
            written += file.write(line)
            if written >= GROWN_BYTES:
                break
    shutil.rmtree(scratch)
    return written


def _first_session(path: str) -> str:
    return min(glob.glob(os.path.join(glob.escape(path), "projects", "*", "*.jsonl")))


def _link(source: str, target: str) -> str:
    try:
        os.link(os.path.realpath(source), target)
    except OSError:  # another disk
        shutil.copy2(source, target)
    return target


def _read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


def _digest_of_generator() -> str:
    from hashlib import sha256

    found = sha256()
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), _GENERATOR))):
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()
