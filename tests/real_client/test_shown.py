"""How much of an output the real client shows its model, by which rows of `tally run` go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.accounting.shown import shown
from tests.real_client.acting import act, allow, opened, received, shell
from tests.real_client.test_divert import Session

pytestmark = pytest.mark.needs("claude")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A client of its own for each test."""
    yield from opened(tmp_path)


def test_what_the_client_shows(session: Session) -> None:
    """It is whole, a preview, or the two ends of a failure."""
    program = session.base / "bin" / "x"
    program.write_text("#!/bin/sh\nhead -c $1 /dev/zero | tr '\\0' x; echo; exit ${2:-0}\n", "utf-8")
    program.chmod(0o755)
    allow(session, "Bash(x:*)")
    for words in ("29998", "30000", "9000 1", "40000 1"):
        act(session, shell(f"x {words}"))

    whole, preview, short, long = received(session)
    assert "x" * 29_998 == whole
    path = preview.partition("saved to: ")[2].partition("\n")[0]
    assert preview.replace(path, "") == shown("x" * 30_000 + "\n")
    assert short == "Exit code 1\n" + "x" * 9000
    # it takes 30,000 characters before it writes the first line above them
    assert long == shown("Exit code 1\n" + "x" * 40_000, failed=True).replace("20000", "20012")
