"""What is said after hooks were put into a repository or taken out of it, and what would be done."""

from __future__ import annotations

from tallystick.model import installing
from tallystick.reports.prose import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.model.hooking import Hooking

_HEADS = {
    installing.INSTALLED: "Installed: commits made in a session now carry what it spent.",
    installing.RENEWED: "Installed: the hooks that were there are current again.",
    installing.ALREADY: "Commits made in a session already carry what it spent; nothing was changed.",
    installing.REMOVED: "Uninstalled: commits no longer carry what a session spent.",
    installing.NOTHING: "There are no hooks of tally's in {folder}; nothing was changed.",
}
# A change, and how it is told beforehand.
_DEEDS = {
    "written": ("Written in {folder}: {names}.", "Would write in {folder}: {names}."),
    "kept": ("Kept, and run first: {names}.", "Would keep, and run first: {names}."),
    "back": ("Put back in {folder}: {names}.", "Would put back in {folder}: {names}."),
    "out": ("Taken out of {folder}: {names}.", "Would take out of {folder}: {names}."),
}


def lines(done: Hooking, *, dry_run: bool, width: int, shorten: Callable[[str], str]) -> list[str]:
    """Return what was done, hook by hook."""
    folder = shorten(done.folder)
    notes = [] if dry_run else [_HEADS[done.outcome].format(folder=folder)]
    for deed, texts in _DEEDS.items():
        names: Sequence[str] = getattr(done, deed)
        if names and (deed != "kept" or done.written):
            notes.append(texts[dry_run].format(folder=folder, names=" and ".join(names)))
    if not dry_run and done.outcome in {installing.INSTALLED, installing.RENEWED}:
        notes.append("To go back: tally uninstall git-hook. For one commit without: TALLY_SKIP_COMMIT_STATS=1.")
    return [line for note in notes or [f"Nothing would change in {folder}."] for line in wrap(note, width)]
