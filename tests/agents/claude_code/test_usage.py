"""A line's usage is folded into its response."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.digests import key
from tallystick.agents.claude_code.plain import Usage
from tallystick.agents.claude_code.usage import counts, variant
from tallystick.kernel.variants import BATCH, FAST, US_GEO
from tests.agents.readings import Read
from tests.casebook.thread import Json, Thread, compact, text, usage

decoders = pytest.mark.parametrize("typed", [True, False], ids=["typed", "plain"])
NINE = 1_772_442_000_000


def only_fold(*entries: Json, typed: bool) -> dict[str, int]:
    """The one response of some lines."""
    found = Read([compact(entry) for entry in entries], typed=typed).usage
    assert len(found) == 1
    return next(iter(found.values()))


@pytest.mark.parametrize(
    ("written", "split", "expected"),
    [
        (0, None, (0, 0, 0)),
        (100, None, (0, 0, 100)),  # no split: for an unknown time
        (100, {}, (100, 0, 0)),  # a split that explains nothing: five minutes
        (100, {"ephemeral_5m_input_tokens": 100}, (100, 0, 0)),
        (100, {"ephemeral_1h_input_tokens": 100}, (0, 100, 0)),
        (100, {"ephemeral_5m_input_tokens": 30, "ephemeral_1h_input_tokens": 50}, (50, 50, 0)),
        (0, {"ephemeral_5m_input_tokens": 30, "ephemeral_1h_input_tokens": 50}, (30, 50, 0)),
        (None, {"ephemeral_5m_input_tokens": None, "ephemeral_1h_input_tokens": 50}, (0, 50, 0)),
        (40, {"ephemeral_1h_input_tokens": 50}, (0, 50, 0)),
    ],
)
def test_writes_are_split_by_lifetime(written: int | None, split: Json | None, expected: tuple[int, int, int]) -> None:
    """What the split does not explain of the sum is of five minutes; with no split at all it is unknown."""
    found = counts(Usage({"cache_creation_input_tokens": written, "cache_creation": split}))

    assert (0, *expected, 0, 0, 0) == found


def test_every_class_has_its_place() -> None:
    """Input, 5m, 1h, unknown, read, output, searches; whole floats are counts."""
    given: Any = {
        "input_tokens": 1,
        "cache_read_input_tokens": 5.0,
        "output_tokens": 6,
        "server_tool_use": {"web_search_requests": 7},
        "iterations": [{"output_tokens": 900}],
        "output_tokens_details": {"thinking_tokens": 4},
    }

    assert (1, 0, 0, 0, 5, 6, 7) == counts(Usage(given))


@pytest.mark.parametrize(
    ("fields", "bits"),
    [
        ({}, 0),
        ({"speed": "fast"}, FAST),
        ({"speed": "standard", "inference_geo": "us"}, US_GEO),
        ({"inference_geo": "not_available", "service_tier": "batch"}, BATCH),
        ({"speed": "fast", "inference_geo": "us", "service_tier": "batch"}, FAST | US_GEO | BATCH),
        ({"speed": None, "inference_geo": "", "service_tier": "standard"}, 0),
    ],
)
def test_variants_are_what_a_response_states(fields: Json, bits: int) -> None:
    """Fast serving, one country, batch."""
    assert bits == variant(Usage(fields))


@decoders
def test_lines_of_a_response_fold(*, typed: bool) -> None:
    """Earliest time, largest counts, every line counted, stopped if any was; names from the first line."""
    thread = Thread()
    entries = [
        thread.say("m", text("a"), usage(3, 100, 2, w5=7), stop=None, gitBranch="glaze"),
        thread.say("m", text("b"), usage(3, 100, 40, w5=7), timestamp="2026-03-02T08:59:00.000Z"),
        thread.say("m", text("c"), usage(3, 100, 9, w5=7), stop=None, timestamp=...),
    ]

    found = only_fold(*entries, typed=typed)

    assert (1, 1, 3, 1, NINE - 60_000) == tuple(found[name] for name in ("line", "part", "lines", "stopped", "t"))
    assert (3, 7, 100, 40) == tuple(found[name] for name in ("input", "write_5m", "read", "output"))
    assert (key("claude-opus-4-6"), key("glaze"), key(thread.session)) == (
        found["model"],
        found["branch"],
        found["session"],
    )
    assert (0, 0, 0) == (found["side"], found["claimed"], found["visible"])


@decoders
@pytest.mark.parametrize("backwards", [False, True])
def test_variants_of_all_lines_count(*, backwards: bool, typed: bool) -> None:
    """A bit that any line states holds, whichever comes first."""
    plain, fast = usage(1, 2, 3), usage(1, 2, 3, speed="fast")
    entries = [Thread().say("m", text("x"), one) for one in ((fast, plain) if backwards else (plain, fast))]

    assert FAST == only_fold(*entries, typed=typed)["variant"]


@decoders
def test_a_child_that_was_not_stopped_shows_its_characters(*, typed: bool) -> None:
    """Seven of its text, and of its call the name and the input as the client writes it: 4 + 16; a stopped line none."""
    thread = Thread(agent="ac0ffee")
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
    entries = [
        thread.say("m", [text("Looking"), call], usage(1, 2, 3), stop=None),
        thread.say("m", text("Done."), usage(1, 2, 3)),
    ]

    found = only_fold(*entries, typed=typed)

    # {"command":"ls"} has 16 characters
    assert (1, 7 + 4 + 16) == (found["side"], found["visible"])


@decoders
def test_a_line_may_name_whose_its_response_is(*, typed: bool) -> None:
    """A fork's copies carry the session that made the request."""
    entry = Thread(2).say("m", text("x"), usage(1, 2, 3), requestSessionId="5e55-one")

    assert key("5e55-one") == only_fold(entry, typed=typed)["claimed"]


@decoders
def test_nobody_is_no_model(*, typed: bool) -> None:
    """What the client says in the model's place is no usage; a message without a model is, of none."""
    nobody = Thread().say("m", text("x"), usage(1, 2, 3), model="<synthetic>")
    nameless = Thread().say("m2", text("x"), usage(1, 2, 3), model=...)

    assert {} == Read([compact(nobody)], typed=typed).usage
    assert 0 == only_fold(nameless, typed=typed)["model"]
