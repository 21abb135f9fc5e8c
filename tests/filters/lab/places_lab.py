"""ls, find, tree, grep, rg and cat on one tree; a listing's truth is its count, a search's are its own lines."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["part", "order", "price", "store", "bill", "count", "row", "table", "page", "index", "ledger", "window"]


def make(lab: Lab) -> None:
    """Make all samples of listings, searches and reads."""
    dice = random.Random(11)
    folder = lab.project("places", {"README.md": "# Places\n\nA part of a store.\n"})
    for number in range(180):
        path = (
            folder
            / dice.choice(["src", "src/core", "src/web/views", "tests", "docs"])
            / f"{dice.choice(WORDS)}_{number}.{dice.choice(['py', 'py', 'ts', 'md'])}"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(_line(dice) for _ in range(dice.randint(5, 60))))
    (folder / "src" / "bundle.min.js").write_text("var part=1;" * 4000 + "\n")
    _listings(folder)
    _searches(folder)
    _reads(folder)


def _line(dice: random.Random) -> str:
    return " ".join(dice.choices(WORDS, k=dice.randint(0, 8))) + "\n"


def _listings(folder: Path) -> None:
    for name, words in (
        ("ls", ["ls", "-1", "src"]),
        ("ls-long", ["ls", "-la", "--time-style=long-iso", "src"]),
        ("ls-recursive", ["ls", "-R"]),
        ("ls-all-long", ["ls", "-lR", "--time-style=long-iso"]),
        ("find", ["find", ".", "-type", "f"]),
        ("find-few", ["find", ".", "-name", "price*"]),
        ("find-missing", ["find", ".", "not-there", "-name", "*.py"]),
        ("ls-missing", ["ls", "not-there", "src"]),
        ("tree", ["tree"]),
        ("tree-dirs", ["tree", "-d"]),
        ("git-files", ["rg", "--files"]),
    ):
        if shutil.which(words[0]):
            found = laboratory.run(folder, words)
            missing = [line for line in found[1].splitlines() if "No such file" in line]
            laboratory.keep(
                "listing_digest",
                name,
                " ".join(words),
                found,
                Truth(keep=missing, counts={"lines": found[1].count("\n")}),
            )


def _searches(folder: Path) -> None:
    for name, words in (
        ("grep", ["grep", "-rn", "ledger window", "."]),
        ("grep-many", ["grep", "-rn", "price", "."]),
        ("grep-few", ["grep", "-rn", "window window window", "."]),
        ("grep-files", ["grep", "-rl", "price", "."]),
        ("grep-counts", ["grep", "-rc", "price", "."]),
        ("grep-missing", ["grep", "-n", "price", "not-there.txt", "README.md"]),
        ("grep-context", ["grep", "-rn", "-C2", "bill bill", "."]),
        ("rg", ["rg", "--no-heading", "-n", "price store"]),
        ("rg-heading", ["rg", "--heading", "-n", "--sort", "path", "store"]),
        ("rg-minified", ["rg", "-n", "--no-heading", "part=1"]),
        ("rg-colour", ["rg", "--color=always", "--heading", "-n", "price"]),
    ):
        if shutil.which(words[0]):
            found = laboratory.run(folder, words)
            missing = [line for line in found[1].splitlines() if "No such file" in line]
            laboratory.keep(
                "search_digest",
                name,
                " ".join(words),
                found,
                Truth(keep=missing, counts={"lines": found[1].count("\n")}),
            )


def _reads(folder: Path) -> None:
    """Sources with the comments that people write: a licence, sections, notes that a tool reads."""
    dice = random.Random(5)
    for name, mark in (("store.py", "#"), ("store.go", "//"), ("store.sh", "#"), ("notes.md", "#"), ("short.py", "#")):
        lines = [f"{mark} {' '.join(dice.choices(WORDS, k=9))}" for _ in range(12)]
        for number in range(3 if name == "short.py" else 24):
            lines += ["", f"{mark} {'-' * 60}", f"{mark} {dice.choice(WORDS)} {number}", f"{mark} {'-' * 60}", ""]
            lines += [f"{mark} {' '.join(dice.choices(WORDS, k=8))}" for _ in range(dice.randint(0, 5))]
            lines += [
                f"{dice.choice(WORDS)}_{number} = {dice.randint(1, 99)}  {mark} {dice.choice(WORDS)}"
                for _ in range(dice.randint(4, 9))
            ]
            lines += [f"{mark} noqa: {dice.choice(WORDS)}" if mark == "#" else "//go:noinline"]
        (folder / name).write_text("\n".join(lines) + "\n")
        found = laboratory.run(folder, ["cat", name])
        code = [
            line
            for line in found[1].splitlines()
            if line.strip() and (not line.startswith(mark) or "noqa" in line or "//go:" in line)
        ]
        laboratory.keep("source_digest", name.replace(".", "-"), f"cat {name}", found, Truth(keep=code))
