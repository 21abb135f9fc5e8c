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


def run(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, seconds: float) -> str:
    """Report two steps of work that began so long ago."""
    began = time.monotonic()
    with Progress(stream) as progress:
        monkeypatch.setattr(time, "monotonic", lambda: began + seconds)
        progress(10, 100)
        progress(50, 100)
        progress(100, 100)
    return stream.getvalue()


def test_long_work_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is drawn, and the last thing written takes it away."""
    monkeypatch.setenv("TERM", "xterm")

    drawn = run(Terminal(), monkeypatch, seconds=1)

    assert "reading transcripts" in drawn
    assert drawn.endswith("\x1b[2K")


@pytest.mark.parametrize(("stream", "seconds"), [(io.StringIO(), 1), (Terminal(), 0.1)])
def test_silence(stream: io.StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe and quick work get nothing."""
    assert run(stream, monkeypatch, seconds=seconds) == ""
