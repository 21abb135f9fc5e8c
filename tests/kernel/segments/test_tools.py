"""The tools segment."""

from __future__ import annotations

from tallystick.kernel.segments.tools import narrow, render
from tallystick.kernel.sessionfold import SessionFold
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot


def test_counts_and_sizes() -> None:
    """Four characters a token, rounded up over the session: 9 and 8 are 3 and 2."""
    fold = SessionFold("s")
    fold.calls, fold.call_units, fold.results, fold.result_units = 1_200, 9, 1_199, 8
    expected = (
        "\033[38;5;208mnum-tool-calls:\033[0m1,200 \033[97mnum-tool-responses:\033[0m1,199 | "
        "\033[38;5;213mtool-call-tokens (estimate):\033[0m3 \033[38;5;180mtool-response-tokens (estimate):\033[0m2"
    )

    assert expected == render(snapshot(fold=fold))
    assert "num-tool-calls:1,200… num-tool-responses:1,199…" in bare(render(snapshot(fold=fold, is_complete=False)))


def test_what_is_unknown() -> None:
    """Without a transcript nothing is known."""
    assert bare(render(snapshot())).count(":—") == 4


def test_where_room_is_scarce() -> None:
    """What fits of the figures, each whole: the counts first."""
    lines = {bare(narrow(snapshot(), columns)): columns for columns in range(120, -1, -1)}

    assert list(lines) == [
        "num-tool-calls:— num-tool-responses:— | tool-call-tokens (estimate):— tool-response-tokens (estimate):—",
        "num-tool-calls:— num-tool-responses:— | tool-call-tokens (estimate):—",
        "num-tool-calls:— num-tool-responses:—",
        "num-tool-calls:—",
    ]
