"""Receipts: what happened in which window, and that windows add up."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.receipts import Place, ReceiptBook
from tallystick.accounting.windows import LENGTH, Windows
from tallystick.model.history import History
from tests.pasts import pasts
from tests.receipts import NINE, finding

HOUR_MS = 3_600_000
# 2026-03-02T09:00Z is four hours into the grid's window of 05:00.
FIVE, TEN = (NINE - 4 * 3600), NINE + 3600


def book(stubs: set[int] | None = None, windows: Windows | None = None, files: int = 9) -> ReceiptBook:
    """A book over so many transcripts."""
    places = {file: Place(f"id{file}", f"prefix{file}", "session") for file in range(files)}
    return ReceiptBook(windows or Windows(), places, stubs or set())


def test_turns() -> None:
    """Each in the window of its time, with the first and the last that can be shown; a stub's count nowhere."""
    made = book(stubs={3})
    made.take_turns(
        [
            (1, NINE * 1000, 0, 0),
            (1, NINE * 1000 + 1, 5, 1),
            (1, NINE * 1000 + 2, 7, 2),
            (2, TEN * 1000 - 1, 0, 0),
            (1, TEN * 1000, 9, 1),
            (3, TEN * 1000, 9, 1),
            (2, -1, 4, 1),
        ]
    )
    first, second, timeless = made.receipts()

    assert [(share.transcript, share.turns, share.first, share.last) for share in first.shares] == [
        ("id1", 3, "prefix1:e5", "prefix1:e7.2"),
        ("id2", 1, None, None),
    ]
    assert (first.start, first.end, first.is_official) == (FIVE, FIVE + LENGTH, False)
    assert (second.start, second.turns, second.shares[0].first) == (TEN, 1, "prefix1:e9")
    assert (timeless.start, timeless.end, timeless.turns) == (None, None, 1)


def test_official_window() -> None:
    """A receipt says whether its window is the plan's own."""
    made = book(windows=Windows([NINE + 7200]))
    made.take_turns([(1, NINE * 1000, 5, 1)])
    (only,) = made.receipts()

    assert (only.start, only.end, only.is_official) == (NINE + 7200 - LENGTH, NINE + 7200, True)


SCRIPT = """
session 1
ask
run 'pytest -q' chars=401        # lines 2 and 3, at 09:00
at 3600
edit kiln.py a b                 # lines 4 and 5, at 10:00: in the next window
run 'git commit -m x'            # lines 6 and 7
say 'The task is complete.'      # line 8
"""


def taken(folder: Path, script: str, *findings: object) -> tuple[ReceiptBook, list[History]]:
    """A book that has taken a scene's sessions, the findings with the first one."""
    made = book()
    found = pasts(folder, script)
    for place, history in enumerate(found):
        made.take(history, [] if place else findings)  # type: ignore[arg-type]
    return made, found


def test_rungs_and_payload(tmp_path: Path) -> None:
    """A rung counts where its evidence lies; payload where its result does: 101 tokens, then 7 and 100."""
    made, (history,) = taken(tmp_path, SCRIPT)
    prefix = history.threads[0].prefix
    first, second = made.receipts()

    assert [(share.rung, share.rung_evidence) for share in first.shares] == [(3, f"{prefix}:e3")]
    assert [(share.rung, share.rung_evidence) for share in second.shares] == [(4, f"{prefix}:e7")]
    # "The file kiln.py has been updated." has 34 characters: 9 tokens begun
    assert (first.acquired, second.acquired) == (101, 9 + 100)


def test_copies_and_stubs_prove_and_acquire_nothing(tmp_path: Path) -> None:
    """What a fork copied is its parent's; what a stub did is nobody's."""
    script = f"{SCRIPT}say\nfork 2 of 1 upto 7\nask\nsay"
    made, found = taken(tmp_path, script)
    assert len(found) == 2
    assert [len(receipt.shares) for receipt in made.receipts()] == [1, 1]
    assert [receipt.acquired for receipt in made.receipts()] == [101, 109]

    stubs = {thread.file for history in found for thread in history.threads}
    made = book(stubs=stubs)
    for history in found:
        made.take(history, [])
    assert [(receipt.acquired, receipt.shares) for receipt in made.receipts()] == [(101, []), (109, [])]


def test_payload_without_a_turn(tmp_path: Path) -> None:
    """A result may come when its window has passed: it counts where it came."""
    made, _ = taken(tmp_path, "session 1\nask\nat 3599\nread kiln.py chars=401")
    made.take_turns([(1, NINE * 1000, 2, 1)])

    assert [(receipt.acquired, receipt.turns) for receipt in made.receipts()] == [(0, 1), (101, 0)]


def test_findings_and_their_exposure(tmp_path: Path) -> None:
    """A finding belongs to the window of its later event; its exposure to that of each turn; a heavy payload's to none."""
    spread = ((FIVE * 1000, 30), (TEN * 1000, 40), (-1, 2))
    findings = [
        finding("exact_reread", 5, window=FIVE * 1000, exposures=spread),
        finding("heavy_payload", 9, window=FIVE * 1000, exposures=spread),
    ]
    made, _ = taken(tmp_path, "session 1\nask\nsay", *findings)
    first, second, timeless = made.receipts()

    assert (first.findings, first.exposure, first.carried) == (findings, 30, [(30, findings[0])])
    assert (second.findings, second.exposure, second.carried) == ([], 40, [(40, findings[0])])
    assert (timeless.start, timeless.exposure) == (None, 2)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 10**6)), max_size=30),
    st.lists(st.integers(0, 40 * 3600), max_size=4),
)
def test_windows_add_up(found: list[tuple[int, int]], ends: list[int]) -> None:
    """Turns and exposure of all windows are the whole, whatever windows there are."""
    resets = [NINE + LENGTH + end for end in ends]
    made = book(windows=Windows(resets))
    made.take_turns((1, (NINE + hour * 3600) * 1000, 5, 1) for hour, _ in found)
    exposures: dict[int, int] = {}
    for hour, amount in found:
        window = made.window_of((NINE + hour * 3600) * 1000)
        exposures[window] = exposures.get(window, 0) + amount
    spread = finding("exact_reread", 1, exposures=tuple(sorted(exposures.items())))
    made.take(empty_history(), [spread])

    assert sum(receipt.turns for receipt in made.receipts()) == len(found)
    assert sum(receipt.exposure for receipt in made.receipts()) == spread.exposure == sum(amount for _, amount in found)


def empty_history() -> History:
    """A session of which nothing is known."""
    return History(
        1, "s", project=0, is_fork=False, first_t=0, threads=(), earlier=(), names={}, window_of=lambda ms: ms
    )
