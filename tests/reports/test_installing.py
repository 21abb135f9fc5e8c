"""What is said after an installation and its end."""

from __future__ import annotations

import pytest

from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.reports.installing import diff_lines, lines


def done(
    outcome: str, *, foreign: str | None = None, backup: str | None = None, silenced: bool = False
) -> Installation:
    """An outcome at ~/s.json."""
    made = Installation("/h/s.json", outcome, stub="/h/run")
    made.foreign, made.backup, made.is_silenced = foreign, backup, silenced
    return made


def page(made: Installation) -> list[str]:
    """The page, 200 columns wide."""
    return lines(made, width=200, shorten=lambda path: path.replace("/h", "~"))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (
            done(installing.INSTALLED, foreign="node x.js", backup="/h/b"),
            [
                "Installed: ~/s.json now runs ~/run for its status line.",
                "The status line that was there is remembered: node x.js",
                "The file as it was: ~/b. To go back: tally uninstall statusline.",
            ],
        ),
        (
            done(installing.RENEWED, backup="/h/b"),
            [
                "Installed: ~/s.json now runs ~/run for its status line, no longer another one of tally's.",
                "The file as it was: ~/b. To go back: tally uninstall statusline.",
            ],
        ),
        (
            done(installing.ALREADY, silenced=True),
            [
                "~/s.json already runs ~/run for its status line; nothing was changed.",
                "disableAllHooks is set there, so the client shows no status line at all.",
            ],
        ),
        (done(installing.RESTORED, foreign="x"), ["Uninstalled: ~/s.json is what it was before, byte for byte."]),
        (
            done(installing.REMOVED, backup="/h/b"),
            [
                "Uninstalled: ~/s.json has no status line of tally's any more; other changes there have stayed.",
                "The file as it was before the installation stays at ~/b.",
            ],
        ),
        (done(installing.NOTHING), ["~/s.json has no status line of tally's; nothing was changed there."]),
    ],
)
def test_each_outcome(made: Installation, expected: list[str]) -> None:
    """A sentence, and what a reader may miss otherwise."""
    assert expected == page(made)


def test_a_diff() -> None:
    """Tabs stay tabs; what a terminal would obey goes; only the context stands back."""
    made = done(installing.INSTALLED)
    made.diff = ("--- a", "+++ a", "@@ -1 +1 @@", ' \t"x": "\u202ey",', "-b", '+\t\t"c"')

    assert ["--- a", "+++ a", "@@ -1 +1 @@", ' \t"x": "y",', "-b", '+\t\t"c"'] == diff_lines(made)
    assert ["\x1b[2m@@ -1 +1 @@\x1b[0m", '\x1b[2m \t"x": "y",\x1b[0m', "-b"] == diff_lines(made, colour=True)[2:5]


def test_no_diff() -> None:
    """Is said in words."""
    assert ["Nothing would change in /h/s.json."] == diff_lines(done(installing.ALREADY))
