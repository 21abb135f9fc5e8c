"""Errors and warnings in the manner of gcc."""

from __future__ import annotations

from tallystick.filters import diagnostics
from tallystick.filters.sieve import Sieve

TEXT = """\
a.c: In function 'f':
a.c:3:5: warning: unused variable 'x' [-Wunused-variable]
    3 |     int x;
      |         ^
      |         fix
a.c:3:5: note: declared here
a.c:9:1: error: no
    9 | }
      | ^
b.h:1:1: note: one
b.h:2:1: note: two
b.h:3:1: note: three
    3 | x
"""


def test_finds_warnings_with_their_notes() -> None:
    """A warning reaches over its source lines and the notes on it; an error is no candidate for folding."""
    sieve = Sieve(TEXT)

    found = diagnostics.find(sieve)

    assert [(one.start, one.end, one.place) for one in found] == [(1, 6, "a.c:3:5")]
    assert found[0].said == "warning: unused variable 'x' [-Wunused-variable]"


def test_spares_what_can_be_spared() -> None:
    """The scope, drawn suggestions, and notes from the third on."""
    sieve = Sieve(TEXT)
    diagnostics.find(sieve)

    assert [at for at, reason in enumerate(sieve.reasons) if reason] == [0, 4, 11, 12]


def test_has_any() -> None:
    """A text without the word of a diagnostic is known at a glance."""
    assert diagnostics.has_any("x.c:1:1: error: y")
    assert not diagnostics.has_any("an error occurred")
