"""The page of a summary; tests/cli/transforms.console shows whole ones."""

from __future__ import annotations

import pytest

from tallystick.model.transformation import BadLine, ChainBreak, Changes, Sums, TaskChanges
from tallystick.reports.transforms import describe, lines, signed


@pytest.mark.parametrize(
    ("number", "forms"), [(0, ("0", "0")), (1234, ("+1,234", "+1.23k")), (-1234, ("-1,234", "-1.23k"))]
)
def test_signed(number: int, forms: tuple[str, str]) -> None:
    """What was added has its sign too; nothing has none."""
    assert signed(number) == forms


def test_nothing_changed() -> None:
    """A control that changed nothing is a row that says so."""
    changes = Changes()
    changes.tasks = [TaskChanges("control", "t1", "ledger")]
    changes.ledgers = 1

    assert lines(changes, width=80) == [
        "0 transformations in 1 run, 1 task, 1 ledger",
        "",
        "run      task  surface       events  chain breaks  delta chars  delta bytes",
        "control  t1    none changed       0             0            0            0",
        "",
        "bytes: exact, in UTF-8, measured. Surfaces are different quantities and are not",
        "  added up.",
    ]


def test_describe() -> None:
    """Whose chain it is as far as that is known."""
    gap = ChainBreak(("", None, "", "tool_output", "chain-1"), line=1, event="tx-2", steps=(2,))
    link = ChainBreak(("s", 0, "c", "tool_output", "chain-1"), line=1, event="tx-2", previous="tx-1")

    assert describe(gap) == "tool_output, chain-1: steps 2"
    assert describe(link) == (
        "tool_output, session s, turn 0, call c, chain-1: tx-2 does not begin with the text that tx-1 ended with"
    )


def test_many() -> None:
    """Ten are named, the others counted; names from a ledger do not reach the terminal as they came."""
    task = TaskChanges("r\x1b[2J", "t", "ledger")
    task.groups["tool_output", "l", "b", "m\x1b"] = Sums()
    task.breaks = [ChainBreak(("", None, "", "x", "c"), line=1, event="e", steps=(2,))] * 12
    changes = Changes()
    changes.tasks, changes.ledgers = [task], 1
    changes.bad, changes.bad_count = [BadLine("led\x1bger", 1, "not JSON")] * 11, 1000
    page = lines(changes, width=200, colour=True)

    assert page.count("  r[2J/t: x, c: steps 2") == 10
    assert "  and 2 more: --json lists them" in page
    assert "  and 990 more: --json lists them" in page
    assert "\x1b[33m12 chain breaks: what is added up across one is not continuous.\x1b[0m" in page
    assert not any("\x1b[2J" in line for line in page)
