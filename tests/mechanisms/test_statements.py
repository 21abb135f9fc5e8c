"""What a user is shown."""

from __future__ import annotations

import pytest

from tallystick.mechanisms.counters import Counters
from tallystick.mechanisms.statements import page, short, widget


@pytest.fixture
def counters() -> Counters:
    """Counters after two turns with one call."""
    found = Counters()
    found.add("bash", 8700)
    found.end_turn()
    found.add("write", 121)
    found.add("amnesia", 999)
    found.expect(1000)
    found.add_call(2300, 12)
    found.end_turn()
    return found


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [(0, "0"), (999, "999"), (1000, "1.0k"), (1049, "1.0k"), (1050, "1.1k"), (1999, "2.0k"), (1_234_567, "1234.6k")],
)
def test_short(tokens: int, expected: str) -> None:
    """From a thousand on with one decimal."""
    assert short(tokens) == expected


def test_short_below_nothing() -> None:
    """A net may be; a zero has no sign."""
    assert [short(tokens) for tokens in (-1, -999, -1000, -1999)] == ["-1", "-999", "-1.0k", "-2.0k"]


def test_widget(counters: Counters) -> None:
    """8,700 + 999 + 1,000 + 121 are 10,820; 2,312 less where the net is wanted."""
    line = "ctxwm saved 10.8k tok (bash 8.7k · amnesia 999 · lazy 1.0k · write 121)"

    assert widget(counters) == line
    assert widget(counters, has_net=True) == f"{line} · net 8.5k"


def test_page(counters: Counters) -> None:
    """Five lines, and what asking took."""
    assert page(counters, "/tmp/log").splitlines() == [
        "Context window management — token savings:",
        "  cumulative: 10.8k total (bash 8.7k · amnesia 999 · lazy 1.0k · write 121)",
        "  last turn: 2.1k (bash 0 · amnesia 999 · lazy 1.0k · write 121)",
        "  turns tracked: 2",
        "  event log: /tmp/log",
        "  auxiliary model: 1 call, 2.3k in, 12 out; net of it: 8.5k",
    ]


def test_page_of_nothing() -> None:
    """No turn yet, and nobody asked."""
    assert page(Counters(), "log").splitlines()[1:] == [
        "  cumulative: 0 total (bash 0 · amnesia 0 · lazy 0 · write 0)",
        "  last turn: —",
        "  turns tracked: 0",
        "  event log: log",
    ]


def test_several_calls() -> None:
    """In the plural."""
    counters = Counters()
    counters.add_call(10, 0)
    counters.add_call(10, 1)
    counters.end_turn()

    assert page(counters, "log").endswith("2 calls, 20 in, 1 out; net of it: -21")
