"""What a user sees: the line above the editor, the statistics, and both again after a reload and in a new session."""

from __future__ import annotations

import pytest

from tests.real_pi.conftest import DIGEST, Open, estimate
from tests.real_pi.test_mechanisms import OUTPUT, both
from tests.standin.pane import Screen

pytestmark = pytest.mark.needs("tmux")
# Two long outputs, each 10,450 estimated tokens less 12: 20,876, which is shown as 20.9k.
SHOWN = f"{round(2 * (estimate(OUTPUT) - estimate(DIGEST)) / 1000, 1)}k"
LINE = f"ctxwm saved {SHOWN} tok (bash {SHOWN} · amnesia 0 · lazy 0 · write 0)"
NOTHING = "ctxwm saved 0 tok (bash 0 · amnesia 0 · lazy 0 · write 0)"


@both
def test_the_line_and_the_statistics(tool: str, opened: Open) -> None:
    """At the start, after a run, on request, after `/reload`, and from nothing after `/new`; on a screen of 80 columns."""
    found = opened(tool, PI_CTX_LAZY="0")
    pi = found.pi
    with Screen(pi.base, pi.project, pi.environment(), pi.words(), wide=80) as screen:
        screen.wait(lambda text: NOTHING in text, "the line at the start")
        screen.say("please do %%play:long_output%%")
        screen.wait(lambda text: "Both outputs are there." in text and LINE in text, "the line after the run")
        screen.say("/ctx-stats")
        told = screen.wait(lambda text: "event log:" in text, "the statistics")
        screen.say("/reload")
        screen.wait(lambda text: "eloaded" in text and LINE in text, "the line after a reload")
        screen.say("/new")
        screen.wait(lambda text: NOTHING in text, "the line of a new session")

    assert "20.9k" == SHOWN
    assert f"cumulative: {SHOWN} total (bash {SHOWN} · amnesia 0 · lazy 0 · write 0)" in told
