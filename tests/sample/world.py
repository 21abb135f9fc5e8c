"""What all sessions of the sample share: a tally of what is told, and the list of what later detectors should find."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.corpus_tally import KEYS, Tally

if TYPE_CHECKING:
    from datetime import datetime

    from tests.casebook.thread import Json

FILES = Path(__file__).with_name("files")
Usage = tuple[int, int, int, int, int]
ZERO = (0,) * len(KEYS)


@dataclass
class Project:
    """A folder of files as the sessions find and change it."""

    cwd: str
    files: dict[str, str]
    branch: str = "main"

    @property
    def slug(self) -> str:
        """The folder's name among the transcripts."""
        return self.cwd.replace("/", "-")


@dataclass
class World:
    """The sample under way."""

    tally: Tally = field(default_factory=Tally)
    by_project: dict[str, list[int]] = field(default_factory=dict)
    by_session: dict[str, list[int]] = field(default_factory=dict)
    planted: list[Json] = field(default_factory=list)
    rejections: list[Json] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    answers: int = 0

    def respond(self, place: tuple[str, str, str], when: datetime, usage: Usage, *, stopped: bool) -> None:
        """Count one response of a project, a session and a model."""
        project, session, model = place
        self.tally.respond(model, when.date().isoformat(), usage, stopped=stopped)
        row = (*usage, 1, 0 if stopped else 1)
        for table, name in ((self.by_project, project), (self.by_session, session)):
            table[name] = [a + b for a, b in zip(table.get(name) or ZERO, row, strict=True)]

    def plant(self, signature: str, first: tuple[str, int], second: tuple[str, int], note: str) -> None:
        """Note what a detector should find: two places (file, line) and why."""
        places = [{"file": file, "line": line} for file, line in (first, second)]
        self.planted.append({"signature": signature, "first": places[0], "second": places[1], "note": note})

    def expected(self) -> dict[str, Any]:
        """What a reader must find in the sample."""
        tables = {"by_project": self.by_project, "by_session": self.by_session}
        cuts = {
            cut: {name: dict(zip(KEYS, row, strict=True)) for name, row in sorted(table.items())}
            for cut, table in tables.items()
        }
        return {**self.tally.expected(), **cuts, "rejections": self.rejections, "planted": self.planted}


def read_files(project: str) -> dict[str, str]:
    """The files of a project, their `.txt` ending taken off."""
    paths = sorted((FILES / project).glob("*.txt"))
    return {path.name.removesuffix(".txt"): path.read_text(encoding="utf-8") for path in paths}


def text(name: str) -> str:
    """A longer text of the stories, without its last line feed."""
    return (FILES / "texts" / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
