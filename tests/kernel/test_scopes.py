"""Scopes: whose changes follow, and which chain they belong to."""

from __future__ import annotations

from contextvars import Context

from tallystick.kernel import scopes
from tallystick.kernel.scopes import Chains, Entered, Scope


def a_scope(ledger: object) -> Scope:
    """A scope of some call."""
    return Scope(ledger, "s", 1, "c1", Chains("x"))


def test_a_scope_is_its_ledgers() -> None:
    """Another ledger does not see it, and nobody does behind its end."""
    mine, theirs = object(), object()
    scope = a_scope(mine)
    with Entered(scope):
        seen = scopes.current(mine), scopes.current(theirs)

    assert seen == (scope, None)
    assert scopes.current(mine) is None


def test_left_elsewhere() -> None:
    """A scope that is left in another context than it was entered in, as by a generator, disturbs nobody."""
    ledger = object()
    entered = Entered(a_scope(ledger))
    inside = Context()
    inside.run(entered.__enter__)
    entered.__exit__(None, None, None)

    assert scopes.current(ledger) is None


def test_no_scope() -> None:
    """The scope of a ledger that records nothing changes nothing."""
    with Entered(None):
        assert scopes.current(object()) is None


def test_chains_count() -> None:
    """Each key has its chain; a key that nobody knows starts one."""
    chains = Chains("x")
    assert chains.follow("tool_output", "x") is None
    assert chains.end("tool_output") is None
    assert chains.start("tool_output", "a", "chain-1") == ("chain-1", 1)
    assert chains.follow("tool_output", "b") == ("chain-1", 2)
    assert chains.start("other", "c", "chain-2") == ("chain-2", 1)
    assert chains.end("tool_output") == "b"
    assert chains.follow("tool_output", "d") == ("chain-1", 3)


def test_old_chains_are_forgotten() -> None:
    """A host that runs for weeks does not fill the memory: the chain that has rested longest goes."""
    chains = Chains("x")
    for number in range(1 << 16):
        chains.start(("s", 1, str(number), "tool_output"), "a", "chain")
    chains.follow(("s", 1, "0", "tool_output"), "b")
    chains.start("one more", "a", "chain")

    assert chains.follow(("s", 1, "0", "tool_output"), "c") == ("chain", 3)
    assert chains.follow(("s", 1, "1", "tool_output"), "c") is None
