"""Findings: made of two acts, ordered, and each redundant result booked once."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.findings import book, repeat
from tallystick.model.finding import PROBABLE, PROVEN
from tests.pasts import WINDOW, past, window_of

NINE = 1_772_442_000_000  # when a scene begins


def test_finding_of_two_acts(tmp_path: Path) -> None:
    """A read at line 5, whose payload two turns carried; a command is called by its program."""
    history = past(tmp_path, "session 1\nask\nread kiln.py\nread kiln.py\nrun 'make all' chars=8\nsay")
    first, second, third = history.threads[0].acts
    found = repeat(history, "exact_reread", 7, PROVEN, first=first, second=second)

    assert (found.signature, found.version, found.label) == ("exact_reread", 7, PROVEN)
    assert found.evidence == ("5e550000:e3", "5e550000:e5")
    assert (found.session, found.transcript) == (history.session, history.threads[0].id)
    assert (found.project, found.path, found.subject) == ("/srv/kiln", "/srv/kiln/kiln.py", "/srv/kiln/kiln.py")
    assert (found.payload_tokens, found.exposures, found.exposure) == (100, ((window_of(NINE), 200),), 200)
    assert (found.t, found.window) == (NINE + 4000, window_of(NINE))
    assert NINE - WINDOW < found.window <= NINE
    assert len(str(found.hash)) == 32

    other = repeat(history, "no_state_retry", 1, PROBABLE, first=first, second=third, prefix="abcdefgh")

    assert (other.path, other.subject, other.evidence[0]) == (None, "make all", "abcdefgh:e3")


def test_result_is_booked_once(tmp_path: Path) -> None:
    """To the signature that comes first; what is only counted takes nothing, a heavy payload gives way."""
    history = past(tmp_path, "session 1\nask\nread kiln.py\nread kiln.py\nread kiln.py")
    first, second, third = history.threads[0].acts

    def made(signature: str, later: object) -> object:
        return repeat(history, signature, 1, PROBABLE, first=first, second=later)  # type: ignore[arg-type]

    everything = [
        made("heavy_payload", second),
        made("heavy_payload", first),
        made("rehydration", second),
        made("invocation_mistake", second),
        made("exact_reread", third),
        made("exact_reread", second),
        made("rehydration", third),
    ]

    assert [(one.signature, one.evidence[1][-2:]) for one in book(everything)] == [  # type: ignore[arg-type]
        ("exact_reread", "e5"),
        ("exact_reread", "e7"),
        ("invocation_mistake", "e5"),
        ("heavy_payload", "e3"),
    ]
