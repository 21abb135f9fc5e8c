"""The progress bar: only on a terminal, only for long work, and gone afterwards."""

from __future__ import annotations

import io
import time

import pytest

from tallystick.host.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def run(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, seconds: float, **environ: str) -> str:
    """Report steps of work that began so long ago; the second comes too soon after the first to be drawn."""
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress(stream, {"TERM": "xterm"} | environ) as progress:
        for later, done in ((seconds, 10), (0, 20), (seconds, 50), (seconds, 100)):
            now[0] += later
            progress(done, 100)
    return stream.getvalue()


def test_long_work_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is drawn, and the last thing written takes it away."""
    monkeypatch.setenv("TERM", "xterm")

    drawn = run(Terminal(), monkeypatch, seconds=1)

    assert "reading transcripts" in drawn
    assert [f"{done}/100 bytes" in drawn for done in (10, 20, 50)] == [True, False, True]
    assert drawn.endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("stream", "seconds", "environ"),
    [(io.StringIO(), 1, {}), (Terminal(), 0.2, {}), (Terminal(), 1, {"TERM": "dumb"}), (Terminal(), 1, {"TERM": ""})],
)
def test_silence(stream: io.StringIO, seconds: float, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe, a terminal that cannot go back, and quick work get nothing."""
    assert run(stream, monkeypatch, seconds=seconds, **environ) == ""
