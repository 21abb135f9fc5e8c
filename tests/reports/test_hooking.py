"""What is said of hooks."""

from __future__ import annotations

from tallystick.model import installing
from tallystick.model.hooking import Hooking
from tallystick.reports.hooking import lines


def said(outcome: str, *, dry_run: bool = False, **names: list[str]) -> list[str]:
    """The lines for an outcome."""
    done = Hooking("/home/ada/r/hooks", outcome)
    for name, value in names.items():
        setattr(done, name, value)
    return lines(done, dry_run=dry_run, width=200, shorten=lambda path: path.replace("/home/ada", "~"))


def test_an_installation() -> None:
    """What was written, what was kept, and the way back; a dry run says what would be."""
    back = "To go back: tally uninstall git-hook. For one commit without: TALLY_SKIP_COMMIT_STATS=1."
    found = said(installing.INSTALLED, written=["a", "b"], kept=["b"])
    head = "Installed: commits made in a session now carry what it spent."
    assert found == [head, "Written in ~/r/hooks: a and b.", "Kept, and run first: b.", back]
    found = said(installing.INSTALLED, dry_run=True, written=["a"], kept=["a"])
    assert found == ["Would write in ~/r/hooks: a.", "Would keep, and run first: a."]
    assert said(installing.RENEWED, written=["a"])[0] == "Installed: the hooks that were there are current again."


def test_nothing_to_do() -> None:
    """It is said that nothing was changed, or would be."""
    head = "Commits made in a session already carry what it spent; nothing was changed."
    assert said(installing.ALREADY, kept=["a"]) == [head]
    assert said(installing.ALREADY, dry_run=True, kept=["a"]) == ["Nothing would change in ~/r/hooks."]
    assert said(installing.NOTHING) == ["There are no hooks of tally's in ~/r/hooks; nothing was changed."]


def test_an_end() -> None:
    """What was put back and what was taken out."""
    head = "Uninstalled: commits no longer carry what a session spent."
    found = said(installing.REMOVED, back=["a"], out=["b"])
    assert found == [head, "Put back in ~/r/hooks: a.", "Taken out of ~/r/hooks: b."]
    assert said(installing.REMOVED, dry_run=True, out=["b"]) == ["Would take out of ~/r/hooks: b."]
