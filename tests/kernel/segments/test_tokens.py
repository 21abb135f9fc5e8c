"""The tokens segment: running totals by class."""

from __future__ import annotations

from tallystick.kernel.segments.tokens import narrow, render
from tallystick.kernel.sessionfold import SessionFold
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot


def fold(*rows: list[int], reasoning: int = 0, estimated: int = 0) -> SessionFold:
    """A fold with these rows of totals."""
    found = SessionFold("s")
    found.rows = {(0, 0, 0, number): row for number, row in enumerate(rows)}
    found.reasoning, found.estimated = reasoning, estimated
    return found


# responses, lower bounds, input, 5m, 1h, unknown, read, output, searches, recorded
ROW = [2, 0, 1_000, 20, 30, 40, 5_000_000, 700, 0, 650]


def test_every_class_in_its_colour() -> None:
    """Two rows of 1,000 fresh, 90 written, 5,000,000 read: 10,002,180 in all; output as it is shown."""
    expected = (
        "\033[94mprompt:\033[0m2,000 \033[96mcache-read:\033[0m10,000,000 \033[35mcache-write:\033[0m180 "
        "\033[91mreasoning:\033[0m9 \033[32mcompletion:\033[0m1,400 | "
        "\033[36minput:\033[0m10,002,180 \033[93moutput:\033[0m1,400"
    )

    assert expected == render(snapshot(fold=fold(ROW, ROW, reasoning=9)))


def test_what_is_nothing_is_hidden() -> None:
    """Reads and writes of 0 are not shown; an estimate is called one; a part is marked."""
    found = fold([1, 1, 10, 0, 0, 0, 0, 5, 0, 5], reasoning=3, estimated=1)

    assert bare(render(snapshot(fold=found, is_complete=False))) == (
        "prompt:10… reasoning (estimate):3… completion:5… | input:10… output:5…"
    )


def test_what_is_unknown() -> None:
    """Without a transcript nothing is known, which is not 0."""
    assert bare(render(snapshot())) == "prompt:— reasoning:— completion:— | input:— output:—"


def test_where_room_is_scarce() -> None:
    """What fits of the figures, each whole: output, input, and then what the input is made of."""
    found = snapshot(fold=fold(ROW, ROW, reasoning=9))
    whole = "prompt:2,000 cache-read:10,000,000 cache-write:180 reasoning:9 completion:1,400 | "

    lines = {len(line): line for line in (bare(narrow(found, columns)) for columns in range(121))}
    assert list(lines.values()) == [
        "output:1,400",
        "input:10,002,180 output:1,400",
        "cache-read:10,000,000 | input:10,002,180 output:1,400",
        "cache-read:10,000,000 cache-write:180 | input:10,002,180 output:1,400",
        "prompt:2,000 cache-read:10,000,000 cache-write:180 | input:10,002,180 output:1,400",
        "prompt:2,000 cache-read:10,000,000 cache-write:180 reasoning:9 | input:10,002,180 output:1,400",
        whole + "input:10,002,180 output:1,400",
    ]
    assert all(len(bare(narrow(found, columns))) <= columns for columns in range(12, 121))
