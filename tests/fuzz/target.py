"""What is fuzzed: any bytes as a transcript, read in every way there is. Nothing raises, and all ways find the same."""

from __future__ import annotations

from tallystick.agents import claude_code, pi
from tallystick.kernel.responses import UsageFold
from tallystick.model.source import Place
from tests.agents.readings import Read
from tests.blocks import feed_lines

PLACE = Place("t", "s", is_subagent=False)


def read_every_way(data: bytes) -> None:
    """Read bytes as lines, typed and plain, in blocks, for totals and to be shown; compare what was found."""
    lines = data.split(b"\n")
    plain = Read(lines, typed=False)
    expected = plain.everything()
    found = Read(lines, typed=True).everything()
    assert expected == found, differing(expected, found)
    found = Read(lines, typed=True, in_blocks=True).everything()
    assert expected | {"whole": []} == found, differing(expected, found)
    totals = claude_code.totals_reader(PLACE)
    feed_lines(totals, data)
    assert totals.rejected == len(plain.rejections)
    assert counted(plain.reading.usage) == counted(totals.folds)
    claude_code.totals_reader(PLACE).feed_tail(data, 1)
    for line in lines:
        claude_code.texts(line, 1)
    _read_as_pi(data, lines)


def _read_as_pi(data: bytes, lines: list[bytes]) -> None:
    """The same bytes as a session of pi's."""
    found = Read(lines, agent=pi)
    expected = found.everything() | {"whole": []}
    in_blocks = Read(lines, agent=pi, in_blocks=True).everything()
    assert expected == in_blocks, differing(expected, in_blocks)
    totals = pi.totals_reader(PLACE)
    feed_lines(totals, data)
    assert totals.rejected == len(found.rejections)
    assert counted(found.reading.usage) == counted(totals.folds)
    for line in lines:
        pi.texts(line, 1)


def counted(folds: dict[int, UsageFold]) -> list[tuple[int, ...]]:
    """What was counted, whatever the keys of responses that nothing names; nested usage apart (odd slots)."""
    rows = [
        (slot & 1, f.t, f.input, f.write_5m, f.write_1h, f.write_unknown, f.read, f.output, f.searches, f.stopped)
        for slot, f in folds.items()
    ]
    return sorted(row for row in rows if not row[0])


def differing(expected: dict[str, object], found: dict[str, object]) -> list[str]:
    """The parts that differ."""
    return [name for name in expected if expected[name] != found[name]]
