"""What the hooks could not do lately, for `tally doctor`: a hook itself has nobody to tell it to.

`hooks/notes` holds the last few, one a line: when (UTC) and what.
"""

from __future__ import annotations

from time import gmtime, strftime

from tallystick.kernel.files import make_folder, put, read_text

_KEPT = 5
_LONGEST = 300  # characters


def note(root: bytes, message: str, now_s: float) -> None:
    """Keep a line; the same one that was kept last only changes its time."""
    said = " ".join(message.split())[:_LONGEST]
    earlier = [(moment, text) for moment, text in notes(root) if text != said]
    lines = [*earlier[1 - _KEPT :], (strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(now_s)), said)]
    if make_folder(root + b"/hooks"):
        put(_path(root), "".join(f"{moment} {text}\n" for moment, text in lines).encode("utf-8", "surrogateescape"))


def notes(root: bytes) -> list[tuple[str, str]]:
    """Return the lines that are kept, as moment and text, the newest last."""
    lines = (line.partition(" ") for line in read_text(_path(root)).splitlines())
    return [(moment, text) for moment, _, text in lines if text]


def _path(root: bytes) -> bytes:
    return root + b"/hooks/notes"
