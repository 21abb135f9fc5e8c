"""Receipts of whole histories: whatever windows there are, they add up to what was found."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.accounting import evidence
from tallystick.accounting.receipts import Place, ReceiptBook
from tallystick.accounting.windows import LENGTH, Windows
from tallystick.detectors import detect
from tallystick.model.finding import DIRECT
from tallystick.model.receipt import Receipt
from tallystick.store import queries, windows
from tallystick.store.histories import histories
from tallystick.store.index import Index, open_index
from tests.indexes import synced
from tests.scenes import Scene

NINE = 1_772_442_000  # when a scene begins
STEPS = st.sampled_from(
    [
        "read kiln.py chars=801",
        "read glaze.py chars=1201",
        "+ read kiln.py chars=801",
        "run 'make test'",
        "edit kiln.py a b",
        "say",
        "ask",
        "compact",
        "clear",
    ]
)


def script(steps: list[tuple[str, int]]) -> str:
    """A scene of these steps, each so many seconds after the one before."""
    lines = ["session 1", "ask", "read kiln.py chars=801"]
    now = 0
    for step, wait in steps:
        now += wait
        joins = step.startswith("+") and lines[-1].lstrip("+ ").startswith("read")
        lines += [step if joins else f"at {now}\n{step.removeprefix('+ ')}"]
    return "\n".join(lines)


def receipts(index: Index, found: Windows) -> list[Receipt]:
    """Every receipt of an index under these windows."""
    transcripts = queries.transcripts(index)
    prefixes = evidence.prefixes(row.id for row in transcripts.values())
    book = ReceiptBook(found, {file: Place(row.id, prefixes[row.id], "s") for file, row in transcripts.items()}, set())
    book.take_turns(windows.turns(index))
    for history in histories(index, book.window_of):
        book.take(history, detect(history))
    return book.receipts()


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(STEPS, st.integers(0, 9000)), min_size=2, max_size=14),
    st.lists(st.integers(0, 90_000), max_size=4),
    st.integers(0, 19),
)
def test_windows_add_up(steps: list[tuple[str, int]], resets: list[int], offset: int) -> None:
    """Turns, payload, redundant payload and its exposure: the same sums in one endless window and in any windows."""
    with tempfile.TemporaryDirectory() as folder:
        config = Scene(script(steps)).lay(Path(folder) / "config")
        synced(Path(folder) / "root", config)
        index = open_index(f"{folder}/root")
        assert index is not None
        with index:
            cut = receipts(index, Windows((NINE + LENGTH + reset for reset in resets), offset))
            other = receipts(index, Windows(offset=(offset + 7) % 20))

    def whole(found: list[Receipt]) -> list[int]:
        direct = [one for receipt in found for one in receipt.findings if one.signature in DIRECT]
        assert sum(one.exposure for one in direct) == sum(receipt.exposure for receipt in found)
        names = ("turns", "acquired", "direct_tokens", "exposure")
        return [sum(getattr(receipt, name) for receipt in found) for name in names]

    assert whole(cut) == whole(other)
