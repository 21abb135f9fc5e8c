"""One run in which every mechanism has its turn. Expected figures come from the requests, the session, and pi's own estimate."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.transformplaces import ledger_path
from tests.real_pi.conftest import DIGEST, FACT, Bridged, blocks_of, described, estimate, lines_of
from tests.standin.script import Json

Played = Callable[[str], Bridged]
both = pytest.mark.parametrize(
    "tool",
    [
        pytest.param("pi", marks=pytest.mark.needs("pi")),
        pytest.param("pi-before", marks=pytest.mark.needs("pi-before")),
    ],
)
# 1,900 lines of 22 characters each: "line 000001 of output" and a line feed.
OUTPUT = "".join(f"line {n:06d} of output\n" for n in range(1, 1901))
NAMES = ("bash", "amnesia", "lazy", "write")


def results(messages: list[Json]) -> dict[str, str]:
    """The text of each tool result of a request, by its call's id."""
    return {block["tool_use_id"]: text_of(block["content"]) for block in blocks_of(messages, "tool_result")}


def text_of(content: Any) -> str:
    """The text of a result, which comes as a text or as blocks."""
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def calls(messages: list[Json]) -> dict[str, Json]:
    """The calls of a request, by their ids."""
    return {block["id"]: block for block in blocks_of(messages, "tool_use")}


def call_of(found: Bridged, tool: str) -> str:
    """The id of the first call of a tool, from the session."""
    blocks = [block for entry in found.entries for block in (entry.get("message") or {}).get("content") or []]
    ids = [
        block["id"]
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "toolCall" and block["name"] == tool
    ]
    return str(ids[0])


@both
def test_a_long_output_arrives_as_its_digest(tool: str, played: Played) -> None:
    """In every request after the command; no line of the output itself is ever sent, but to the auxiliary model."""
    found = played(tool)
    call = call_of(found, "bash")

    assert 7 == len(found.talk)
    assert [DIGEST] * 6 == [results(messages)[call] for messages in found.talk[1:]]
    assert [] == [messages for messages in found.talk if "line 000900 of output" in json.dumps(messages)]
    assert "line 000900 of output" in found.asides[0]


@both
def test_a_dropped_result_is_in_no_later_request(tool: str, played: Played) -> None:
    """Neither it nor its call; whatever else was called has its result, and nothing else."""
    found = played(tool)
    call = call_of(found, "read")

    assert [] == [messages for messages in found.talk if call in calls(messages) or call in results(messages)]
    assert [] == [messages for messages in found.talk if "of a long file" in json.dumps(messages)]
    for messages in found.talk:
        assert calls(messages).keys() == results(messages).keys()


@both
def test_a_written_file_gives_way_to_its_fact(tool: str, played: Played) -> None:
    """The call stays, its content does not; the fact stands behind its result."""
    found = played(tool)
    call = call_of(found, "write")
    after = [messages for messages in found.talk if call in calls(messages)]

    assert 3 == len(after)
    assert [{"path": "made.py"}] * 3 == [calls(messages)[call]["input"] for messages in after]
    for messages in after:
        assert FACT in [block["text"] for block in blocks_of(messages, "text")]
    assert (found.pi.project / "made.py").read_text(encoding="utf-8").startswith('"""Makes a list."""')


@pytest.mark.needs("pi")
def test_a_tool_is_offered_once_it_was_looked_for(played: Played) -> None:
    """`ls` is there in the two requests after the search, and works."""
    found = played("pi")
    base = ["read", "bash", "edit", "write", "find_capability"]

    assert [base] * 5 + [[*base, "ls"]] * 2 == found.tools
    assert "made.py" in results(found.talk[-1])[call_of(found, "ls")]


@pytest.mark.needs("pi-before")
def test_an_older_pi_is_offered_no_tool_that_it_could_not_load(played: Played) -> None:
    """Its run keeps the tools with which it began."""
    found = played("pi-before")

    assert [["read", "bash", "edit", "write", "find_capability"]] * 7 == found.tools
    assert "ls" not in results(found.talk[5])[call_of(found, "find_capability")].split()


@both
def test_every_figure_is_what_was_not_sent(tool: str, played: Played) -> None:
    """By the host's rule of four characters, from texts and estimates that are not ours.

    bash: the output that the command prints, less the digest. amnesia: pi's own estimate of the call's message and of
    its result. write: the file's content less the fact. lazy: the tools that are not active, as pi describes them.
    """
    found = played(tool)
    read = call_of(found, "read")
    content = (found.pi.project / "made.py").read_text(encoding="utf-8")
    seen = [row for row in found.probe if row.get("toolCallId") == read or read in row.get("calls", ())]
    (start,) = [row for row in found.probe if "tools" in row]
    offered = [] if tool == "pi-before" else [one for one in start["tools"] if one["name"] not in start["active"]]
    expected = {
        "bash": estimate(OUTPUT) - estimate(DIGEST),
        "amnesia": sum(row["tokens"] for row in seen),
        "write": estimate(content) - estimate(FACT),
        "lazy": sum(map(described, offered)),
    }

    assert 2 == len(seen)
    assert {name: sum(turn[name] for turn in found.turns) for name in expected} == expected


@both
def test_log_snapshot_ledger_and_report_agree(tool: str, played: Played) -> None:
    """The event log's turns, the session's last snapshot, the ledger's lines and `tally saved --by mechanism`."""
    found = played(tool)
    totals = {name: sum(turn[name] for turn in found.turns) for name in NAMES}
    booked = [event for event in found.events if event["kind"] == "turn"]
    by_kind = {
        "bash": sum(event["saved"] for event in found.events if event["kind"] == "bash"),
        "amnesia": sum(event["saved"] for event in found.events if event["kind"] == "amnesia-remove"),
        "lazy": sum(event["avoidedTokens"] for event in found.events if event["kind"] == "lazy"),
        "write": sum(event["saved"] for event in found.events if event["kind"] == "write"),
    }

    assert totals == by_kind
    assert totals == {name: sum(event[name] for event in booked) for name in NAMES}
    assert totals | {"total": sum(totals.values())} == booked[-1]["cumulative"]
    assert [event["cumulative"] for event in booked][: len(found.snapshots)] == [
        one["cumulative"] for one in found.snapshots
    ]
    # The older pi ends, where it is to print and no more, before it has kept what its last turn came to.
    assert (7, 7 if tool == "pi" else 6) == (len(booked), min(len(found.snapshots), 7 if tool == "pi" else 6))
    assert 0 < min(by_kind[name] for name in ("bash", "amnesia", "write"))
    assert totals == reported(found)


def reported(found: Bridged) -> dict[str, int]:
    """What `tally saved --by mechanism --json` prints for the ledger."""
    words = [sys.executable, "-m", "tallystick", "saved", "--by", "mechanism", "--json", "--root", str(found.root)]
    done = subprocess.run(words, env=dict(os.environ), capture_output=True, text=True, check=True)
    found_rows = json.loads(done.stdout)["rows"]
    return {name: sum(row["tokens_saved"] for row in found_rows if row["key"] == name) for name in NAMES}


@both
def test_every_change_is_a_record(tool: str, played: Played) -> None:
    """The digest on the result's surface, the renderings on the context's, the fact as a message, all of one session."""
    found = played(tool)
    session = next(entry["id"] for entry in found.entries if entry["type"] == "session")
    records = lines_of(Path(ledger_path(str(found.root), session, "pi")))
    surfaces = {record["surface"] for record in records}
    (digest,) = [record for record in records if record["surface"] == "tool_output"]

    assert {"tool_output", "context_render", "injected_message"} == surfaces
    assert (len(OUTPUT), len(DIGEST)) == (digest["input_chars"], digest["output_chars"])
    assert {session} == {record["session"] for record in records}


@both
def test_what_was_asked_is_counted_beside(tool: str, played: Played) -> None:
    """Three questions: their prompts and the replies, by the same rule."""
    found = played(tool)
    replies = [DIGEST, '{"decision": "DROP"}', FACT]

    assert 3 == len(found.asides)
    aux = {name: sum(turn[name] for turn in found.turns) for name in ("aux_calls", "aux_input", "aux_output")}
    assert {"aux_calls": 3, "aux_output": sum(map(estimate, replies))} == {
        k: aux[k] for k in ("aux_calls", "aux_output")
    }
    assert abs(aux["aux_input"] - sum(map(estimate, found.asides))) <= 3  # a question joins its parts by two line feeds


@both
def test_the_session_is_read_as_ever(tool: str, played: Played) -> None:
    """`tally spent` finds what the talk was served, to the token; asides are in no entry, and in no total."""
    found = played(tool)
    served = [row["usage"] for row in found.pi.server.log if row["kind"] == "script"]
    words = [
        sys.executable,
        "-m",
        "tallystick",
        "spent",
        "--json",
        "--root",
        str(found.root),
        "--config-dir",
        str(found.pi.agent),
    ]
    totals = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["totals"]

    assert (7, sum(one["input_tokens"] for one in served), sum(one["output_tokens"] for one in served)) == (
        totals["responses"],
        totals["input_tokens"],
        totals["output_tokens"],
    )
