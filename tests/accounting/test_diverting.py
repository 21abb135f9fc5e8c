"""What a helper is asked, to the byte; and every way in which what it prints may be no answer."""

from __future__ import annotations

import json

import pytest

from tallystick.accounting.diverting import BUDGET, MARK, SHOWN, Reply, compose, read_reply


def test_files_and_question() -> None:
    """One element a file, an empty line, the question; the client would have shown all nine bytes."""
    found = compose([("a.py", "x = 1\n"), ("b.py", "y\n\n")], "What is x?")
    assert found.text == (
        b'<file path="a.py">\nx = 1\n\n</file>\n<file path="b.py">\ny\n\n\n</file>\n\nQuestion: What is x?'
    )
    assert (found.shown, found.cut, found.dropped) == (9, "", ())


def test_paths_that_could_end_the_element() -> None:
    """They are written so that they do not; one that is no text is shown with marks."""
    assert b'<file path="a&quot;&gt;&lt;&amp;?">' in compose([('a"><&\udcff', "")], "?").text


def test_the_budget() -> None:
    """Three bytes of the second file are left, of which one character needs two: `b` and `ä` stay, the next ä goes.

    What stands behind is not read at all. Of the first file the client would have shown 100,000 bytes.
    """
    found = compose([("a", "a" * (BUDGET - 4)), ("b", "bää"), ("c", "c"), ("d", "")], "?")
    assert found.text.endswith(f'<file path="b">\nbä{MARK}\n</file>\n\nQuestion: ?'.encode())
    assert (found.shown, found.cut, found.dropped) == (SHOWN + 3, "b", ("c", "d"))


def test_a_budget_that_is_just_used_up() -> None:
    """Nothing is cut, and nothing more is read."""
    found = compose([("a", "a" * BUDGET), ("b", "b")], "?")
    assert (found.cut, found.dropped, MARK.encode() in found.text) == ("", ("b",), False)


def said(**more: object) -> bytes:
    """What the client prints."""
    usual = {"is_error": False, "result": "It adds.", "total_cost_usd": 0.0123, "modelUsage": {"m": {}, "n": {}}}
    return json.dumps({**usual, **more}).encode()


def answer(raw: bytes) -> tuple[str, str, int | None] | str:
    """A reply by its fields."""
    found = read_reply(raw)
    return (found.text, found.model, found.cost) if isinstance(found, Reply) else found


def test_an_answer() -> None:
    """Its words, the model that was billed first, and the bill to the attodollar."""
    assert answer(said()) == ("It adds.", "m", 12_300_000_000_000_000)
    assert answer(said(total_cost_usd=0, modelUsage=[])) == ("It adds.", "", 0)


@pytest.mark.parametrize("cost", [None, "0.1", True, -0.1, float("nan"), float("inf"), 1e6])
def test_a_bill_that_is_none(cost: object) -> None:
    """It is not known, which is not nothing."""
    assert answer(said(total_cost_usd=cost)) == ("It adds.", "m", None)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "it printed nothing"),
        (b" \n", "it printed nothing"),
        (b"Hello", "what it printed is not JSON"),
        (b"[" * 100_000, "what it printed is not JSON"),
        (b'{"result": "\xff"}', "what it printed is not UTF-8 text"),
        (b"[1]", "what it printed is no result"),
        (said(result=""), "its answer is empty"),
        (said(result="  \n"), "its answer is empty"),
        (said(result=None), "its answer is empty"),
        (said(is_error=True, result="No\n credit."), "it reports an error: No credit."),
        (said(is_error=True, result="x" * 999), f"it reports an error: {'x' * 200}…"),
        (said(is_error=True, result=None, subtype="error_max_turns"), "it reports an error: error_max_turns"),
    ],
)
def test_what_is_no_answer(raw: bytes, reason: str) -> None:
    """Each has its reason, in one line."""
    assert answer(raw) == reason
