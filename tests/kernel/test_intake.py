"""The client's object from a pipe that may stay open, or never say anything."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator

import pytest

from tallystick.kernel import intake


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe: read end, write end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a":1}', {"a": 1}),
        (b' {"a":{"b":[1]}}\n\0', {"a": {"b": [1]}}),
        (b'\xef\xbb\xbf{"a":"\xff"}', {"a": "\udcff"}),
    ],
)
def test_a_whole_object_needs_no_end(pipe: tuple[int, int], data: bytes, expected: object) -> None:
    """The pipe stays open, and nobody waits for it."""
    os.write(pipe[1], data)

    assert expected == intake.take_object(pipe[0])


@pytest.mark.parametrize("data", [b"", b"{", b"no object", b'{"a":1}}', b"7", b"[" * 100_000 + b"}"])
def test_the_end_of_what_is_no_object(data: bytes, pipe: tuple[int, int]) -> None:
    """Nothing is taken, at once."""

    def tell() -> None:
        os.write(pipe[1], data)
        os.close(pipe[1])

    writer = threading.Thread(target=tell)
    writer.start()

    assert intake.take_object(pipe[0]) is None
    writer.join()


def test_an_object_in_pieces(pipe: tuple[int, int]) -> None:
    """Larger than a pipe holds, so that it comes bit by bit; braces within are no end."""
    value = {"text": "}" * 300_000, "last": {"x": 1}}
    writer = threading.Thread(target=os.write, args=(pipe[1], json.dumps(value).encode()))
    writer.start()

    assert value == intake.take_object(pipe[0])
    writer.join()


def test_silence(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says nothing, or half of it, is waited for so long and no longer; the alarm is then as it was."""
    monkeypatch.setattr(intake, "_SECONDS", 0.05)
    before = signal.getsignal(signal.SIGALRM)

    assert intake.take_object(pipe[0]) is None
    os.write(pipe[1], b'{"half":')
    assert intake.take_object(pipe[0]) is None
    assert before == signal.getsignal(signal.SIGALRM)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_no_input_at_all(pipe: tuple[int, int]) -> None:
    """A handle that is closed, and one that never ends."""
    os.close(pipe[0])
    assert intake.take_object(pipe[0]) is None
    zero = os.open("/dev/zero", os.O_RDONLY)
    try:
        assert intake.take_object(zero) is None
    finally:
        os.close(zero)
