"""Totals without an index. That they are the index's: tests/properties/test_conserved.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tallystick.host import transcripts
from tallystick.tasks import direct
from tallystick.tasks.direct import Totals, read_totals
from tests.casebook.thread import Thread, sid, text, usage
from tests.crash import corpus
from tests.crash.corpus import put

NINE = 1_772_442_000_000


def rows(totals: Totals) -> list[tuple[int, ...]]:
    """Quarter, variant, side, responses, lower bounds, input, output of each row."""
    return sorted((r.q, r.variant, r.subagent, r.responses, r.lower, r.input, r.output) for r in totals.rows)


def test_copies_count_once(tmp_path: Path) -> None:
    """The largest counts, the earliest time, the main thread's before a child's."""
    for number, (out, seconds) in enumerate([(5, 60), (40, 30)], 1):
        thread = Thread(number, seconds=seconds)
        thread.say("m", text("x"), usage(3, 100, out), stop=None, isSidechain=number == 1)
        put(tmp_path, f"x/{sid(number)}.jsonl", thread.data())

    totals = read_totals([str(tmp_path)], {})

    assert [(NINE // 900_000, 0, 0, 1, 1, 3, 40)] == rows(totals)
    assert [(103, NINE + 30_000)] == [(prompt, t) for _, prompt, t in totals.responses(set(totals.names))]
    assert [] == list(totals.responses(set()))
    assert (NINE + 30_000, NINE + 30_000) == (totals.first, totals.last)
    assert (2, 0, {"claude-opus-4-6"}) == (totals.files, totals.rejections, set(totals.names.values()))


@pytest.mark.parametrize(("prompt", "bits"), [(100_000, 0), (100_001, 8), (200_001, 24)])
def test_long_prompts_are_marked(tmp_path: Path, prompt: int, bits: int) -> None:
    """As in the index."""
    thread = Thread(1)
    thread.say("m", text("x"), usage(1, prompt - 1, 3))
    put(tmp_path, "x/s.jsonl", thread.data())

    assert [bits] == [row.variant for row in read_totals([str(tmp_path)], {}).rows]


def test_two_processes_read_what_one_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the files are shared out."""
    corpus.yesterday(tmp_path)
    one = read_totals([str(tmp_path)], {})
    monkeypatch.setattr(direct, "_WORTH_A_WORKER", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)

    two = read_totals([str(tmp_path)], {})

    assert (rows(one), one.rejections, one.bytes) == (rows(two), two.rejections, two.bytes)
    assert 1 == one.rejections


def test_a_transcript_that_cannot_be_opened_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest counts."""
    corpus.yesterday(tmp_path)
    expected = rows(read_totals([str(tmp_path)], {}))
    gone = put(tmp_path, "x/z.jsonl", corpus.talk(9, 1).data())
    real = transcripts.scan

    def scan_then_remove(*given: Any) -> Any:
        found = real(*given)
        gone.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(transcripts, "scan", scan_then_remove)

    assert expected == rows(read_totals([str(tmp_path)], {}))


def test_no_history_has_no_rows(tmp_path: Path) -> None:
    """And says where it looked."""
    totals = read_totals([str(tmp_path)], {})

    assert ([], 0, [str(tmp_path / name) for name in ("projects", "sessions")]) == (
        totals.rows,
        totals.files,
        totals.searched,
    )
