"""What is said after an installation or its end, and the lines that one would change."""

from __future__ import annotations

from tallystick.kernel.display import clean
from tallystick.model import installing
from tallystick.reports.paint import dim
from tallystick.reports.prose import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.model.installing import Installation

_HEADS = {
    installing.INSTALLED: "Installed: {path} now runs {stub} for its status line.",
    installing.RENEWED: "Installed: {path} now runs {stub} for its status line, no longer another one of tally's.",
    installing.ALREADY: "{path} already runs {stub} for its status line; nothing was changed.",
    installing.RESTORED: "Uninstalled: {path} is what it was before, byte for byte.",
    installing.REMOVED: "Uninstalled: {path} has no status line of tally's any more; other changes there have stayed.",
    installing.NOTHING: "{path} has no status line of tally's; nothing was changed there.",
}

_HOOK_HEADS = {
    installing.INSTALLED: "Installed: {path} now runs {stub} for its hooks: what commands and servers' tools print is"
    " shortened before it is read, and, where [divert] is enabled in config.toml, bulk reads are refused.",
    installing.RENEWED: "Installed: {path} now runs {stub} for its hooks, no longer what stood there of tally's.",
    installing.ALREADY: "{path} already runs {stub} for its hooks; nothing was changed.",
    installing.RESTORED: "Uninstalled: {path} is what it was before, byte for byte.",
    installing.REMOVED: "Uninstalled: {path} has no hooks of tally's any more; all else there has stayed.",
    installing.NOTHING: "{path} has no hooks of tally's; nothing was changed there.",
}

_SERVER_HEADS = {
    installing.INSTALLED: "Installed: Claude Code starts {stub} in every project from its next start on ({path})."
    " To go back: tally uninstall mcp.",
    installing.RENEWED: "Installed: {path} now starts this {stub}, no longer another one of tally's.",
    installing.ALREADY: "{path} already has this {stub}; nothing was changed.",
    installing.REMOVED: "Uninstalled: {path} has no {stub} any more; all else there has stayed.",
    installing.NOTHING: "{path} has no {stub} of ours; nothing was changed there.",
}


_EXTENSION_HEADS = {
    installing.INSTALLED: "Installed: pi starts {stub} from its next start on, or after /reload ({path})."
    " PI_CTX_OFF=1 switches it off for one start of pi; to go back: tally uninstall pi.",
    installing.RENEWED: "Installed: {path} now starts this {stub}, no longer another one of tally's.",
    installing.ALREADY: "{path} already starts {stub} of this tally; nothing was changed.",
    installing.REMOVED: "Uninstalled: {path} is gone; a pi that runs lets go of it after /reload.",
    installing.NOTHING: "There is no extension of tally's at {path}; nothing was changed there.",
}


def extension_lines(done: Installation, width: int, shorten: Callable[[str], str]) -> list[str]:
    """Return what was done to pi's extensions."""
    return wrap(_EXTENSION_HEADS[done.outcome].format(path=shorten(done.path), stub=done.stub), width)


def server_lines(done: Installation, width: int, shorten: Callable[[str], str]) -> list[str]:
    """Return what was done to a client's list of servers."""
    return wrap(_SERVER_HEADS[done.outcome].format(path=shorten(done.path), stub=done.stub), width)


def lines(done: Installation, *, width: int, shorten: Callable[[str], str]) -> list[str]:
    """Return what was done, where the file as it was is kept, and what a reader may miss otherwise."""
    is_hooks = done.part == "hooks"
    notes = [
        (_HOOK_HEADS if is_hooks else _HEADS)[done.outcome].format(path=shorten(done.path), stub=shorten(done.stub))
    ]
    if done.foreign is not None and done.outcome == installing.INSTALLED:
        notes.append(f"The status line that was there is remembered: {done.foreign}")
    if done.backup is not None and done.outcome in {installing.INSTALLED, installing.RENEWED}:
        notes.append(f"The file as it was: {shorten(done.backup)}. To go back: tally uninstall {done.part}.")
    elif done.backup is not None:
        notes.append(f"The file as it was before the installation stays at {shorten(done.backup)}.")
    if done.is_silenced:
        lost = "runs no hook" if is_hooks else "shows no status line"
        notes.append(f"disableAllHooks is set there, so the client {lost} at all.")
    return [line for note in notes for line in wrap(note, width)]


def diff_lines(done: Installation, *, colour: bool = False) -> list[str]:
    """Return the change as a unified diff, one sentence where there is none."""
    if not done.diff:
        return [f"Nothing would change in {clean(done.path)}."]
    return [_painted("\t".join(map(clean, line.split("\t"))), colour=colour) for line in done.diff]


def _painted(line: str, *, colour: bool) -> str:
    return line if line.startswith(("+", "-")) else dim(line, colour)
