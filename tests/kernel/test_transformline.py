"""One line of the ledger: fields, order, sizes and hashes."""

from __future__ import annotations

import json
import math

import pytest

from tallystick.kernel import transformline as line

# sha256 of "abc": FIPS 180-2, appendix B.1; of "" : RFC 6234's own test of an empty text
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def parsed(text: str) -> dict[str, object]:
    """Members of a record as an object."""
    found: dict[str, object] = json.loads(f"{{{text}}}")
    return found


def test_sides() -> None:
    """Bytes in UTF-8, and the standard's hash."""
    assert (line.Side("abc").size, line.Side("abc").digest) == (3, ABC)
    assert (line.Side("").size, line.Side("").digest) == (0, EMPTY)
    assert line.Side("é😀").size == 6  # 2 + 4
    with pytest.raises(UnicodeEncodeError):
        line.Side("\ud800")


def test_measures() -> None:
    """Bytes and characters are counted apart; at least one place has changed."""
    found = parsed(line.measures(line.Side("abc"), line.Side("é"), 0))

    assert found == {
        "measure_type": "exact",
        "input_bytes": 3,
        "output_bytes": 2,
        "delta_bytes": -1,
        "input_chars": 3,
        "output_chars": 1,
        "delta_chars": -2,
        "change_count": 1,
        "input_sha256": ABC,
        "output_sha256": line.Side("é").digest,
    }


def test_names_are_escaped() -> None:
    """Any name is a JSON text, in ASCII."""
    text = line.head('r"1', "é\n", "counts") + line.owner("s\ud800", None, "")
    assert text.isascii()
    assert parsed('"event_id":"x' + text) == {
        "event_id": "x",
        "log_mode": "counts",
        "run": 'r"1',
        "task": "é\n",
        "session": "s\ud800",
        "turn": None,
        "tool_call_id": "",
    }
    assert parsed('"session":' + line.owner("s", 3, "c"))["turn"] == 3
    assert parsed(line.labels("b", "l", "m")) == {"bucket": "b", "layer": "l", "mechanism": "m", "transform": "m"}


class Stubborn:
    """Has no text."""

    def __str__(self) -> str:
        raise RuntimeError("no")


def nested(depth: int) -> dict[str, object]:
    """An object in an object, and so on."""
    found: dict[str, object] = {}
    for _ in range(depth):
        found = {"x": found}
    return found


@pytest.mark.parametrize(
    ("ctx", "expected"),
    [
        (None, {}),
        ({}, {}),
        ({"rule": "aws", "page": 2}, {"rule": "aws", "page": 2}),
        ({"path": ValueError("as text")}, {"path": "as text"}),
        ({"x": math.nan}, {"ctx_error": "ValueError"}),
        ({"x": Stubborn()}, {"ctx_error": "RuntimeError"}),
        ({(1, 2): 3}, {"ctx_error": "TypeError"}),
        (nested(100_000), {"ctx_error": "RecursionError"}),
    ],
    ids=range(8),
)
def test_details(ctx: dict[str, object] | None, expected: object) -> None:
    """What cannot be written costs the details and nothing else."""
    assert json.loads(line.details(ctx)) == expected


def test_legacy() -> None:
    """A token is four characters, rounded down: -1 character is -1 token."""
    data = line.legacy(("b", "l", "m"), (9, 8), "estimate", ("s", 2), {"tool": "x"})

    assert data.endswith(b"}\n")
    assert list(json.loads(data).items()) == [
        ("event", "savings"),
        ("schema_version", 1),
        ("session", "s"),
        ("turn", 2),
        ("bucket", "b"),
        ("layer", "l"),
        ("mechanism", "m"),
        ("measure_type", "estimate"),
        ("input_chars", 9),
        ("output_chars", 8),
        ("delta_chars", -1),
        ("delta_tokens_est", -1),
        ("ctx", {"tool": "x"}),
    ]
    assert json.loads(line.legacy(("b", "l", "m"), (0, 11), "exact", ("", None), None))["delta_tokens_est"] == 2
    with pytest.raises(ValueError, match="'guess' is neither"):
        line.legacy(("b", "l", "m"), (0, 1), "guess", ("", None), None)


def test_evidence() -> None:
    """Where the texts lie, or why they do not."""
    assert parsed(line.evidence([], ("a", "b"), "")[1:]) == {
        "changes": [],
        "input_full_path": "a",
        "output_full_path": "b",
    }
    assert parsed(line.evidence([], None, "full")[1:]) == {"changes": [], "debug_write_error": "full"}
