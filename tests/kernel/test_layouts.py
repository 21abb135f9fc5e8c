"""The two layouts, on one snapshot."""

from __future__ import annotations

import pytest

from tallystick.kernel import layouts
from tallystick.kernel.segments import SEGMENTS
from tallystick.kernel.sessionfold import SessionFold
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot

SEEN = {"session": "s-1", "model": "Opus", "version": "1.2.3", "cost": 2.0, "used": 24_600, "fold": SessionFold("s-1")}


def test_full() -> None:
    """Four lines, each of its segments."""
    rows = layouts.rows("full", ("model",), has_usage=True)

    lines = layouts.compose(snapshot(**SEEN), rows, is_full=True)

    assert [bare(line) for line in lines] == [
        "Opus | context used 12.3% - (24,600/200,000) | cost (estimate):—",
        "prompt:0 reasoning:0 completion:0 | input:0 output:0",
        "num-tool-calls:0 num-tool-responses:0 | tool-call-tokens (estimate):0 tool-response-tokens (estimate):0",
        "session: s-1",
    ]


@pytest.mark.parametrize("seen", [SEEN, {}])
def test_full_before_the_first_answer(seen: dict[str, object]) -> None:
    """The notice stands for totals and tools; what is not known is left out."""
    rows = layouts.rows("full", (), has_usage=False)

    lines = layouts.compose(snapshot(**seen), rows, is_full=True)

    assert [bare(line) for line in lines] == [
        *(["Opus"] if seen else []),
        layouts.NOTICE,
        *(["session: s-1"] if seen else []),
    ]
    assert lines[1 if seen else 0] == f"\033[36m{layouts.NOTICE}\033[0m"


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        ((), "tally 1.2.3 | Opus | $2.00"),
        (("cost", "version"), "$2.00 | tally 1.2.3"),
        (("cost", "news", "session"), "$2.00 | session: s-1"),
    ],
)
def test_line(segments: tuple[str, ...], expected: str) -> None:
    """One line of the segments that have something to say, in the order that is asked for."""
    rows = layouts.rows("line", segments, has_usage=False)

    assert [expected] == [bare(line) for line in layouts.compose(snapshot(**SEEN), rows, is_full=False)]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (70, "tally 1.2.3 | ada/kiln ⎇ main | Opus | ctx 41% | $2.00 | ⏳24%"),
        (62, "tally 1.2.3 | ada/kiln ⎇ main | Opus | ctx 41% | $2.00 | ⏳24%"),  # it is as wide as that
        (61, "tally | ada/kiln ⎇ main | Opus | ctx 41% | $2.00 | ⏳24%"),
        (55, "tally 1.2.3 | kiln | Opus | ctx 41% | $2.00 | ⏳24%"),
        (45, "tally | kiln | Opus | ctx 41% | $2.00 | ⏳24%"),
        (44, "kiln | Opus | ctx 41% | $2.00 | ⏳24%"),
        (30, "Opus | ctx 41% | $2.00 | ⏳24%"),
        (24, "ctx 41% | $2.00 | ⏳24%"),
        (16, "ctx 41% | $2.00"),
        (10, "ctx 41%"),
        (3, "ctx 41%"),  # what is left is cut
    ],
)
def test_a_line_that_is_too_long(columns: int, expected: str) -> None:
    """Short forms first, then what matters least goes; room that is left is for whole forms."""
    seen = {**SEEN, "project": "ada/kiln", "branch": "main", "share": 41.0, "five_hours": 24.0}
    rows = layouts.rows("line", (), has_usage=False)

    assert [expected] == [
        bare(line) for line in layouts.compose(snapshot(**seen), rows, is_full=False, columns=columns)
    ]


def test_full_in_a_narrow_terminal() -> None:
    """The notice is cut like any text, the other lines lose what matters least."""
    rows = layouts.rows("full", (), has_usage=True)

    lines = layouts.compose(snapshot(**SEEN), rows, is_full=True, columns=40)

    assert [bare(line) for line in lines] == [
        "Opus | context 12.3% | cost (estimate):—",
        "prompt:0 reasoning:0 | input:0 output:0",
        "num-tool-calls:0 num-tool-responses:0",
        "session: s-1",
    ]


def test_every_segment_has_its_place() -> None:
    """The order in which they go names each of them once."""
    assert sorted(layouts.ORDER) == sorted(SEGMENTS)


def test_nothing_to_say() -> None:
    """Segments of which none has anything to show give no line."""
    assert layouts.compose(snapshot(), (("model", "cost"),), is_full=False) == []


def test_finish() -> None:
    """Each line is cut, and bare where no colours are wanted."""
    lines = ["\033[31mlonger\033[0m", "b"]

    assert layouts.finish(lines, columns=4, colour=True) == "\033[31mlon…\033[0m\nb\n"
    assert layouts.finish(lines, columns=0, colour=False) == "longer\nb\n"
