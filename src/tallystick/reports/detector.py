"""A detector's page on a terminal: its docstring, broken to the width, its marks taken off."""

from __future__ import annotations

from tallystick.reports.paint import bold
from tallystick.reports.prose import wrap

_WIDEST = 100  # columns: longer lines are harder to read


def page(signature: str, version: int, text: str, *, width: int, colour: bool = False) -> list[str]:
    """Return the page: a heading, then each paragraph, with what it is about standing out."""
    width = min(width, _WIDEST)
    found = [bold(f"{signature} (detector version {version})", colour)]
    for paragraph in text.strip().split("\n\n"):
        joined = " ".join(paragraph.split()).replace("`", "")
        head, mark, rest = joined.removeprefix("**").partition("**")
        first, *others = wrap(f"{head}{rest}" if mark else joined, width)
        found += ["", bold(head, colour) + first[len(head) :] if mark and first.startswith(head) else first, *others]
    return found
