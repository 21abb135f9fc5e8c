"""Chains: continuous, or where they are not."""

from __future__ import annotations

from tallystick.accounting.chains import ChainWatch, breaks_of

CHAIN = ("s", 1, "c1", "tool_output", "chain-1")


def test_in_order() -> None:
    """Steps 1, 2, 3 that meet: nothing to look at; each but the first goes on."""
    watch = ChainWatch()

    assert [watch.follow(7, 1, "a", "b"), watch.follow(7, 2, "b", "c"), watch.follow(7, 3, "c", "d")] == [
        False,
        True,
        True,
    ]
    assert watch.odd == set()


def test_odd() -> None:
    """A gap, a step twice, a start elsewhere, texts that do not meet."""
    watch = ChainWatch()
    watch.follow(1, 1, "a", "b")
    watch.follow(1, 3, "b", "c")
    watch.follow(2, 1, "a", "b")
    watch.follow(2, 1, "a", "b")
    watch.follow(3, 2, "a", "b")
    watch.follow(4, 1, "a", "b")
    watch.follow(4, 2, "x", "c")
    watch.follow(5, 0, "a", "b")
    watch.follow(6, -3, "a", "b")
    watch.follow(8, 1, "a", "b")

    assert watch.odd == {1, 2, 3, 4, 5, 6}


def test_no_break() -> None:
    """Records that only came in another order are continuous."""
    assert breaks_of(CHAIN, [(2, "tx-2", "b", "c", 1), (1, "tx-1", "a", "b", 2)]) == []


def test_steps() -> None:
    """A gap is named with all steps, at the first that is out of place; then hashes are not looked at."""
    (found,) = breaks_of(CHAIN, [(1, "tx-1", "a", "b", 1), (3, "tx-3", "x", "c", 2), (4, "tx-4", "c", "d", 3)])

    assert (found.chain, found.steps, found.line, found.event) == (CHAIN, (1, 3, 4), 2, "tx-3")


def test_hashes() -> None:
    """Each pair of neighbours that do not meet is one break."""
    found = breaks_of(
        CHAIN, [(1, "tx-1", "a", "b", 1), (2, "tx-2", "x", "c", 2), (3, "tx-3", "c", "d", 3), (4, "tx-4", "y", "z", 4)]
    )

    assert [(one.previous, one.event, one.line, one.steps) for one in found] == [
        ("tx-1", "tx-2", 2, ()),
        ("tx-3", "tx-4", 4, ()),
    ]
