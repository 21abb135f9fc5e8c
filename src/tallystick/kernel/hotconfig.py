"""Settings of the hot doors as plain lines: `tally` compiles them from config.toml, a render or a hook reads them.

A line that is not understood is passed over: an older render may read what a newer `tally` wrote.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HEAD = "tallystick statusline 1"
LAYOUTS = ("full", "line")
PRICES = ("bedrock", "api", "auto")
TRANSFORMS = ("counts", "debug")  # `transformmodes.MODES`, which a render need not load
DIVERT_LINES = 350  # the first seed's: a file of that length is worth a helper's start


class HotConfig:
    """`python` is the interpreter that runs `tally`, "" where none is known; `models` maps names to model names,
    `transforms` is what the ledger of transformations keeps; `diverts` says whether reads of at least `divert_lines`
    lines are sent to a helper.
    """

    __slots__ = ("divert_lines", "diverts", "layout", "models", "prices", "python", "segments", "transforms")

    def __init__(
        self,
        *,
        layout: str = "full",
        segments: Sequence[str] = (),
        prices: str = "bedrock",
        models: Mapping[str, str] | None = None,
        python: str = "",
        transforms: str = TRANSFORMS[0],
        diverts: bool = False,
        divert_lines: int = DIVERT_LINES,
    ) -> None:
        self.layout = layout
        self.segments = tuple(segments)
        self.prices = prices
        self.models = dict(models or {})
        self.python = python
        self.transforms = transforms
        self.diverts = diverts
        self.divert_lines = divert_lines

    def text(self, stamp: str) -> str:
        """Return the lines; `stamp` is whatever tells the compiler that they are still right."""
        lines = [f"{HEAD} {stamp}", f"layout={self.layout}", f"segments={' '.join(self.segments)}"]
        lines += [f"prices={self.prices}", f"python={self.python}", f"transforms={self.transforms}"]
        lines += [f"diverts={int(self.diverts)}", f"divert_lines={self.divert_lines}"]
        lines += [f"model={name}\t{meant}" for name, meant in self.models.items()]
        return "".join(f"{line}\n" for line in (one.replace("\n", " ") for one in lines))


def read(text: str) -> HotConfig:
    """Return the settings that the lines say, and the defaults for what they do not."""
    found = HotConfig()
    head, *lines = text.split("\n")
    if not head.startswith(HEAD):
        return found
    for line in lines:
        key, _, value = line.partition("=")
        if key == "layout" and value in LAYOUTS:
            found.layout = value
        elif key == "prices" and value in PRICES:
            found.prices = value
        elif key == "transforms" and value in TRANSFORMS:
            found.transforms = value
        elif key == "diverts":
            found.diverts = value == "1"
        elif key == "divert_lines" and value.isascii() and value.isdigit():
            found.divert_lines = int(value)
        elif key == "segments":
            found.segments = tuple(value.split())
        elif key == "python":
            found.python = value
        elif key == "model":
            name, _, meant = value.partition("\t")
            found.models[name] = meant
    return found
