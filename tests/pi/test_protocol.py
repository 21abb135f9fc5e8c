"""Lines in: what is understood, and what is refused in one sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.pi import protocol
from tallystick.pi.protocol import Misread


def line(**message: Any) -> bytes:
    """One line of pi's."""
    return json.dumps(message).encode()


def test_requests_and_answers_are_read() -> None:
    """With all their fields, known or not."""
    request = {"v": 1, "id": 4, "type": "turn_end", "more": [1]}
    answer = {"v": 1, "answer": 2, "sent": True, "text": "."}

    assert request == protocol.read(line(**request))
    assert answer == protocol.read(line(**answer))


@pytest.mark.parametrize(
    ("said", "problem", "id_"),
    [
        (b"{", "this line is no JSON", 0),
        (b"[1]", "this line is no JSON object", 0),
        (b'{"v": 1, "id": 3}', "a request has an id and a type that is known", 3),
        (line(v=1, id=3, type="dance"), "a request has an id and a type that is known", 3),
        (line(v=1, type="stats"), "a request has an id and a type that is known", 0),
        (line(v=1, id=True, type="stats"), "a request has an id and a type that is known", 0),
        (line(v=1, id=3, type="context"), "context lacks messages", 3),
        (line(v=1, id=3, type="context", messages={}), "context lacks messages", 3),
        (line(v=1, id=3, type="injected", toolCallId="c"), "injected lacks accepted", 3),
        (
            line(v=2, id=3, type="stats"),
            "this tally speaks version 1 of the protocol: tally install pi brings its extension",
            3,
        ),
    ],
)
def test_what_is_refused(said: bytes, problem: str, id_: int) -> None:
    """What is wrong, and whose answer that is."""
    with pytest.raises(Misread) as found:
        protocol.read(said)

    assert (problem, id_) == (str(found.value), found.value.id)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(said: bytes) -> None:
    """Nothing else is raised."""
    with suppress(Misread):
        protocol.read(said)


def test_half_a_letter_goes_both_ways() -> None:
    """A lone surrogate, as JavaScript writes one that a cut left behind."""
    said = protocol.read(b'{"v": 1, "id": 3, "type": "context", "messages": ["\\ud83d"]}')

    assert ["\ud83d"] == said["messages"]
    assert {"v": 1, "text": "\ud83d"} == json.loads(protocol.write({"text": "\ud83d"}))


def test_a_reply_is_one_line() -> None:
    """Whatever it holds."""
    written = protocol.write({"id": 1, "text": "a\nb é"})

    assert {"v": 1, "id": 1, "text": "a\nb é"} == json.loads(written)
    assert (1, True) == (written.count(b"\n"), written.endswith(b"\n"))


def test_a_number_that_is_none_is_null() -> None:
    """As JavaScript writes it; a reply that could not be written would be none at all."""
    written = protocol.write({"id": 1, "details": {"x": float("nan"), "y": [float("-inf"), 1.5]}, "pair": (0, "a")})

    assert b'{"v":1,"id":1,"details":{"x":null,"y":[null,1.5]},"pair":[0,"a"]}\n' == written
