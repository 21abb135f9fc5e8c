"""Records end at LF and at nothing else, wherever reads of the file happen to end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.host import records
from tallystick.host.records import RecordBuffer

Found = list[tuple[bytes, int, int]]


@contextmanager
def opened(data: bytes) -> Iterator[int]:
    """A file with these bytes, as a handle."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        yield file.fileno()


def read(data: bytes, *, offset: int = 0, line: int = 0) -> tuple[Found, list[tuple[int, int]], tuple[int, int, bytes]]:
    """Every record with its line and offset, the refused ones, and where reading ended."""
    found: Found = []
    refused: list[tuple[int, int]] = []

    def feed(block: memoryview, ends: list[int], before: int, at: int) -> None:
        start = 0
        for number, end in enumerate(ends, before + 1):
            found.append((bytes(block[start:end]), number, at + start))
            start = end + 1
        assert start == len(block)

    with opened(data) as handle:
        ended = RecordBuffer().read(handle, offset, line, feed, lambda *place: refused.append(place))
    return found, refused, ended


def by_hand(data: bytes) -> tuple[Found, bytes]:
    """The same by splitting."""
    *lines, rest = data.split(b"\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    return [(line, number, start) for number, (line, start) in enumerate(zip(lines, starts, strict=True), 1)], rest


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"a", b"a\n", b"a\nb", b"a\r\n\xe2\x80\xa8\x85\x1e\x0c\nb\n", b"\n\n\n", b"\x00\n"]
)
def test_a_record_is_what_stands_between_line_feeds(data: bytes) -> None:
    """CR, U+2028, form feeds and NUL are bytes like others; the rest behind the last LF is handed back."""
    expected, rest = by_hand(data)

    found, refused, ended = read(data)

    assert (expected, []) == (found, refused)
    assert (len(data) - len(rest), len(expected), rest) == ended


@given(data=st.lists(st.binary(max_size=12), max_size=12).map(b"\n".join), chunk=st.integers(1, 40))
def test_reads_may_end_anywhere(data: bytes, chunk: int) -> None:
    """A buffer smaller than the lines gives what one large enough gives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "_CHUNK", chunk)
        found, _, ended = read(data)

    expected, rest = by_hand(data)
    assert (expected, rest) == (found, ended[2])


def test_reading_goes_on_behind_an_offset() -> None:
    """Line numbers and offsets count on from where the last read ended."""
    found, _, ended = read(b"one\ntwo\nthree\nfo", offset=4, line=1)

    assert [(b"two", 2, 4), (b"three", 3, 8)] == found
    assert (14, 3, b"fo") == ended


LONG = b"x" * 100


@pytest.mark.parametrize(
    ("data", "lines", "refused", "end"),
    [
        (b"a\n" + LONG + b"\nb\n", [1, 3], [(2, 2)], (105, 3, b"")),
        (LONG + b"\n" + LONG + b"\n", [], [(1, 0), (2, 101)], (202, 2, b"")),
        # a long line that nobody has ended yet waits, and nothing is kept of it
        (b"a\n" + LONG, [1], [], (2, 1, b"")),
        (b"x" * 64 + b"\na\n", [1, 2], [], (67, 2, b"")),
    ],
)
def test_a_line_over_the_cap_is_streamed_past(
    monkeypatch: pytest.MonkeyPatch,
    data: bytes,
    lines: list[int],
    refused: list[tuple[int, int]],
    end: tuple[int, int, bytes],
) -> None:
    """It goes to `refuse` with its line and offset; what stands around it is read."""
    monkeypatch.setattr(records, "LONGEST", 64)
    monkeypatch.setattr(records, "_CHUNK", 16)

    found, past, ended = read(data)

    assert (lines, refused, end) == ([line for _, line, _ in found], past, ended)


def test_a_buffer_serves_file_after_file() -> None:
    """Nothing of one file is left for the next, and what a long line took is given back."""
    buffer = RecordBuffer()
    found: list[bytes] = []
    for data in (b"y" * (9 << 20) + b"\nb", b"c\nd", b"e\n"):
        with opened(data) as handle:
            assert os.fstat(handle).st_size == len(data)
            buffer.read(
                handle, 0, 0, lambda block, ends, *_: found.append(bytes(block[: ends[0]])[:3]), lambda *_: None
            )

    assert [b"yyy", b"c", b"e"] == found
