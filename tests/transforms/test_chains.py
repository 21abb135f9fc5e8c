"""Chains: successive changes of the same text, in one process and in its forks."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.transformledger import Ledger

Open = Callable[[], Ledger]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the ledger lies."""
    return tmp_path / "t1.jsonl"


@pytest.fixture
def open_one(path: Path) -> Open:
    """Opens the ledger."""
    return lambda: Ledger(str(path), run="r1", task="t1", mode="counts", warn=print)


def change(ledger: Ledger, **more: Any) -> bool:
    """Record some change."""
    fields: dict[str, Any] = {"bucket": "b", "layer": "l", "mechanism": "m", "surface": "tool_output", **more}
    return ledger.record_transform(before="ab", after="a", **fields)


def records(path: Path) -> list[dict[str, Any]]:
    """What the ledger holds."""
    return [json.loads(row) for row in path.read_bytes().splitlines()]


def chains(path: Path) -> list[tuple[int, int]]:
    """Chain and step of each record; chains are numbered as they come."""
    numbers: dict[str, int] = {}
    return [(numbers.setdefault(one["chain_id"], len(numbers)), one["chain_step"]) for one in records(path)]


def test_chain_of_a_call(open_one: Open, path: Path) -> None:
    """One chain for each session, turn, call and surface, whoever names the call."""
    with open_one() as ledger:
        with ledger.scope(session="s", turn=1, tool_call_id="c1"):
            change(ledger)
            change(ledger)
            change(ledger, surface="stored_tool_output")
            change(ledger, tool_call_id="c2")
        change(ledger, session="s", turn=1, tool_call_id="c1")
        change(ledger, session="s", turn=2, tool_call_id="c1")

    assert chains(path) == [(0, 1), (0, 2), (1, 1), (2, 1), (0, 3), (3, 1)]


def test_of_a_scope(open_one: Open, path: Path) -> None:
    """Without a call: one chain a surface and scope; the next scope starts its own."""
    with open_one() as ledger:
        for turn in (1, 2):
            with ledger.scope(session="s", turn=turn):
                change(ledger, surface="context_render")
                change(ledger, surface="context_render")
                change(ledger, surface="injected_message")

    assert chains(path) == [(0, 1), (0, 2), (1, 1), (2, 1), (2, 2), (3, 1)]


def test_of_nobody(open_one: Open, path: Path) -> None:
    """Outside of any scope each change is a chain of its own."""
    with open_one() as ledger:
        change(ledger)
        change(ledger)

    assert chains(path) == [(0, 1), (1, 1)]


def test_a_host_that_does_not_know(open_one: Open, path: Path) -> None:
    """A host that has no session or call may say None."""
    with open_one() as ledger, ledger.scope(session=None, tool_call_id=None):  # type: ignore[arg-type]
        assert change(ledger)

    assert [records(path)[0][name] for name in ("session", "turn", "tool_call_id")] == ["", None, ""]


def test_given(open_one: Open, path: Path) -> None:
    """A chain that the host names is taken as it is, from step 1."""
    with open_one() as ledger:
        change(ledger, chain_id="mine")
        change(ledger, chain_id="mine", chain_step=2)
        change(ledger, chain_id=ledger.new_chain())

    assert chains(path) == [(0, 1), (0, 2), (1, 1)]
    assert records(path)[0]["chain_id"] == "mine"


def test_scope_within_the_same(open_one: Open, path: Path) -> None:
    """To enter the same scope again, or one that says nothing new, is to stay in it."""
    with open_one() as ledger, ledger.scope(session="s", turn=1):
        change(ledger)
        with ledger.scope(session="s"):
            change(ledger)
            with ledger.scope(tool_call_id="c1"):
                change(ledger)
                with ledger.scope(tool_call_id="c1"), ledger.scope():
                    change(ledger)
        change(ledger)

    assert chains(path) == [(0, 1), (0, 2), (1, 1), (1, 2), (0, 3)]
    assert [(one["session"], one["turn"], one["tool_call_id"]) for one in records(path)[2:4]] == [("s", 1, "c1")] * 2


def test_a_fork(open_one: Open, path: Path) -> None:
    """A forked process goes on in the same file with ids and chains of its own."""
    with open_one() as ledger, ledger.scope(session="s"):
        change(ledger)
        change(ledger, tool_call_id="c1")
        child = os.fork()
        if not child:
            try:
                change(ledger)
                change(ledger, tool_call_id="c1")
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        change(ledger)
    found = records(path)

    assert len({one["event_id"] for one in found}) == 5
    assert chains(path) == [(0, 1), (1, 1), (2, 1), (3, 1), (0, 2)]
