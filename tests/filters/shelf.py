"""Every filter of the tables with its goldens: the one list that the tests over all of them walk.

`tests/filters/<folder>/` holds `<case>.in`, what a tool printed, and `<case>.out`, what is left of it; the folder is the
mechanism's name, or the module's where it has several. `context.toml` holds the context of all its cases in the words of
`Context` (`words = ["cargo", "test"]`), `<case>.toml` what one case has otherwise; `[limits]` are those of `Limits`.
"""

from __future__ import annotations

import importlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallystick.filters import FILTERS
from tallystick.filters.context import Context, Limits
from tallystick.filters.digests import DIGESTS
from tallystick.filters.pipeline import load

if TYPE_CHECKING:
    from tallystick.filters.protocol import Filter

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """One mechanism: its filter, the docstring of its module, where its goldens lie."""

    one: Filter
    page: str
    folder: Path

    def says(self, word: str) -> bool:
        """Whether the docstring has a paragraph that begins with this word."""
        return f"\n\n{word}: " in self.page

    def context(self, case: str = "") -> Context:
        """The context of a case of its goldens, or the one that all of them have."""
        values: dict[str, Any] = {}
        for path in (self.folder / "context.toml", self.folder / f"{case}.toml"):
            if path.exists():
                values |= tomllib.loads(path.read_text("utf-8"))
        if "limits" in values:
            values["limits"] = Limits(**values["limits"])
        if "words" in values:
            values["words"] = tuple(values["words"])
        return Context(**values)

    def cases(self) -> list[Path]:
        """The inputs, in the order of their names."""
        return sorted(self.folder.glob("*.in"))


def rows() -> list[Row]:
    """Every mechanism of the tables, in their order."""
    found = []
    for module in (*FILTERS.values(), *DIGESTS.values()):
        members = load(module)
        page = importlib.import_module(module).__doc__ or ""
        for one in members:
            has_name = len(members) == 1 and "<" not in one.MECHANISM
            name = one.MECHANISM if has_name else module.rsplit(".", 1)[-1]
            found.append(Row(one, page, HERE / name))
    return found


ROWS = rows()


def read(path: Path) -> str:
    """A golden text with every character as it is: no line end is translated."""
    return path.read_bytes().decode("utf-8", "surrogatepass")


def name_of(row: Row) -> str:
    """What a test of it is called."""
    return row.one.MECHANISM
