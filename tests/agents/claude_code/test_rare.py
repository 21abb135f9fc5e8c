"""The rarer lines: progress, system, the client's sums, API errors and limits."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.digests import key
from tallystick.model import event
from tallystick.model.reading import Memory
from tests.agents.readings import Read
from tests.casebook.thread import Json, Thread, compact, text, usage

decoders = pytest.mark.parametrize("typed", [True, False], ids=["typed", "plain"])
NINE = 1_772_442_000_000
KIND = 2


def read(*entries: Json, typed: bool, memory: Memory | None = None) -> Read:
    """Read entries, one a line."""
    return Read([compact(entry) for entry in entries], typed=typed, memory=memory)


def progress(message: Any, **data: Any) -> Json:
    """A progress line with something of a child in it."""
    return Thread().add("progress", data={"type": "agent_progress", "message": message, **data})


INNER = {"type": "assistant", "uuid": "u", "timestamp": "2026-03-02T08:00:00.000Z"}
INNER_MESSAGE = {"id": "msg_c", "model": "m", "usage": {"input_tokens": 1, "output_tokens": 2}}


@decoders
def test_a_childs_line_in_progress_is_nested_usage(*, typed: bool) -> None:
    """It has a slot of its own (odd), its own time, and is the child's."""
    found = read(progress({**INNER, "message": INNER_MESSAGE}), typed=typed).usage

    assert [key("msg_c") << 1 | 1] == list(found)
    fold = next(iter(found.values()))
    assert (NINE - 3_600_000, 1, 1, 2) == (fold["t"], fold["side"], fold["input"], fold["output"])


@decoders
def test_a_childs_line_without_a_time_has_that_of_its_progress(*, typed: bool) -> None:
    """The line around it is dated."""
    found = read(progress({"type": "assistant", "message": INNER_MESSAGE}), typed=typed).usage

    assert [NINE] == [fold["t"] for fold in found.values()]


@decoders
@pytest.mark.parametrize(
    "entry",
    [
        progress({**INNER, "type": "user", "message": {"content": "x"}}),
        progress({**INNER, "message": {**INNER_MESSAGE, "usage": None}}),
        progress({**INNER, "message": {**INNER_MESSAGE, "model": "<synthetic>"}}),
        progress({**INNER, "message": "x"}),
        progress("x"),
        Thread().add("progress", data={"type": "bash_progress", "message": {**INNER, "message": INNER_MESSAGE}}),
        Thread().add("progress", data="x"),
        Thread().add("progress"),
    ],
)
def test_other_progress_is_no_usage(entry: Json, *, typed: bool) -> None:
    """Only a child's answer with counts is."""
    assert {} == read(entry, typed=typed).usage


@decoders
@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"subtype": "compact_boundary"}, event.BOUNDARY),
        ({"subtype": "microcompact_boundary"}, event.BOUNDARY),
        ({"subtype": "api_error", "error": {"status": 529}}, event.ERROR),
        ({"subtype": "local_command", "content": "<command-name>/clear</command-name>"}, event.CLEAR),
        ({"subtype": "local_command", "commandRun": {"command": "clear"}}, event.CLEAR),
        ({"subtype": "local_command", "content": "<command-name>/fire</command-name>"}, event.OTHER),
        ({"subtype": "local_command", "commandRun": "clear", "content": 7}, event.OTHER),
        ({"subtype": "informational"}, event.OTHER),
        ({}, event.OTHER),
    ],
)
def test_system_lines_are_told_by_subtype(fields: Json, kind: int, *, typed: bool) -> None:
    """Boundaries, retries, the clearing of the talk."""
    assert [kind] == [moment[KIND] for moment in read(Thread().add("system", **fields), typed=typed).moments]


@decoders
def test_a_boundary_keeps_sizes_and_what_stays(*, typed: bool) -> None:
    """Tokens before and after, the trigger, what was preserved, what was dropped: ids by their keys, 8 bytes each."""
    thread = Thread()
    kept = {"uuids": ["u1", 7, "u2"]}
    big = {"trigger": "auto", "preTokens": 9000, "postTokens": 2000, "preservedMessages": kept}
    small = {"trigger": 7, "preTokens": -1, "compactedToolIds": ["t1"]}
    entries = [
        thread.add("system", subtype="compact_boundary", compactMetadata=big),
        thread.add("system", subtype="microcompact_boundary", microcompactMetadata=small),
        thread.add("system", subtype="compact_boundary", compactMetadata="x"),
    ]

    first, second, third = read(*entries, typed=typed).reading.boundaries

    session = key(thread.session)
    ids = b"".join(key(one).to_bytes(8, "little") for one in ("u1", "u2"))
    assert (1, 1, NINE, session, 0, key("auto"), 9000, 2000, ids, b"") == first
    assert (2, 1, NINE + 1000, session, 1, 0, None, None, b"", key("t1").to_bytes(8, "little")) == second
    assert (3, 1, NINE + 2000, session, 0, 0, None, None, b"", b"") == third


@decoders
def test_the_clients_sums_are_kept_by_model(*, typed: bool) -> None:
    """Input, 5m, 1h, unsplit, read, output, searches, dollars; dated by the last line that had a time."""
    counts = {
        "inputTokens": 1,
        "cacheCreationInputTokens": 60,
        "cacheCreationEphemeral5mInputTokens": 20,
        "cacheCreationEphemeral1hInputTokens": 30,
        "cacheReadInputTokens": 5,
        "outputTokens": 6,
        "webSearchRequests": 7,
        "costUSD": 0.25,
    }
    thread = Thread()
    entries = [
        thread.ask("x"),
        thread.add(
            "cost-state",
            timestamp=...,
            totalCostUSD=1,
            modelUsage={"opus": counts, "haiku": {"inputTokens": True, "costUSD": "much"}, "odd": 7},
        ),
        thread.add("cost-state", timestamp=..., totalCostUSD="much", modelUsage=[]),
    ]

    opus, haiku = read(*entries, typed=typed).reading.cost_states

    assert (2, NINE, key(thread.session), key("opus"), 1, 20, 30, 10, 5, 6, 7, 0.25, 1.0) == opus
    assert (2, NINE, key(thread.session), key("haiku"), 0, 0, 0, 0, 0, 0, 0, None, 1.0) == haiku


def synthetic(words: str | list[Json], **fields: Any) -> Json:
    """What the client says in the model's place."""
    content = words if isinstance(words, list) else [text(words)]
    return Thread().say("x", content, usage(0, 0, 0), model="<synthetic>", stop=None, **fields)


API = {"isApiErrorMessage": True}


@decoders
@pytest.mark.parametrize(
    ("entry", "kind", "limit"),
    [
        (synthetic("No response requested."), event.OTHER, None),
        (synthetic("API Error: 529 {}", **API, error="unknown"), event.ERROR, None),
        (synthetic("API Error: Request rejected (429) limit reached", **API, error="rate_limit"), event.ERROR, None),
        (
            synthetic("You've hit your session limit \u00b7 resets 12:40pm (UTC)", **API, error="rate_limit"),
            event.LIMIT,
            ("session", None),
        ),
        (synthetic("You\u2019ve hit your weekly limit", **API, error="rate_limit"), event.LIMIT, ("weekly", None)),
        (synthetic("Limit reached \u00b7 resets 7pm (UTC)", **API, error="rate_limit"), event.LIMIT, ("session", None)),
        (synthetic("Claude AI usage limit reached|1772450000", **API), event.LIMIT, ("session", 1772450000)),
        (synthetic("You've hit your limit", error="rate_limit"), event.OTHER, None),
        (synthetic("You've hit your limit", **API, error="unknown"), event.ERROR, None),
        (
            synthetic("x", quotaLimits={"status": "rejected", "resetsAt": 1772450000, "rateLimitType": "five_hour"}),
            event.LIMIT,
            ("five_hour", 1772450000),
        ),
        (synthetic("x", quotaLimits={"status": "rejected"}), event.LIMIT, ("", None)),
        (synthetic("x", quotaLimits={"status": "allowed"}, **API), event.ERROR, None),
        (synthetic("x", quotaLimits="rejected"), event.OTHER, None),
    ],
)
def test_limits_are_told_by_structure(
    entry: Json, kind: int, limit: tuple[str, int | None] | None, *, typed: bool
) -> None:
    """A plan's limit is an error line of the client's own making with the words of one, or what names its quota."""
    found = read(entry, typed=typed)

    assert [kind] == [moment[KIND] for moment in found.moments]
    assert found.usage == {}
    expected = (
        [] if limit is None else [(1, 1, NINE, key(Thread().session), key(limit[0]) if limit[0] else 0, limit[1])]
    )
    assert expected == found.reading.limits


@decoders
def test_a_limit_in_one_string(*, typed: bool) -> None:
    """An older client writes the words as the content itself."""
    entry = synthetic([], isApiErrorMessage=True)
    entry["message"]["content"] = "Claude AI usage limit reached|1772450000"

    assert [event.LIMIT] == [moment[KIND] for moment in read(entry, typed=typed).moments]


@decoders
@pytest.mark.parametrize(
    ("diagnostics", "expected"),
    [
        ({"cache_miss_reason": {"type": "messages_changed", "cache_missed_input_tokens": 9}}, "messages_changed"),
        ({"cache_miss_reason": "unavailable"}, "unavailable"),
        ({"cache_miss_reason": {"type": "the moon"}}, "another cause"),
        ({"cache_miss_reason": {"type": ""}}, ""),
        ({"cache_miss_reason": {"type": 5}}, ""),
        ({"cache_miss_reason": None}, ""),
        ({}, ""),
        ([], ""),
        (None, ""),
    ],
)
def test_a_response_may_state_why_its_cache_was_missed(diagnostics: Any, expected: str, *, typed: bool) -> None:
    """Three bits of its moment say which of the known causes it was."""
    entry = Thread().say("msg_1", text("Hm."), usage(1, 2, 3))
    entry["message"]["diagnostics"] = diagnostics
    (moment,) = read(entry, typed=typed).moments

    assert expected == event.CACHE_MISSES[moment[3] >> event.CACHE_MISS]
