"""What is left behind, and where; what cannot be written costs nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tallystick.host.environment import Surroundings
from tallystick.kernel.transformplaces import ledger_path
from tallystick.mechanisms.records import Change, Turned
from tallystick.mechanisms.settings import parse
from tallystick.pi.books import Books

NOW_MS = 1_768_478_400_000  # 2026-01-15T12:00:00Z


def books(folder: Path, **environ: str) -> Books:
    """The books of one session, the clock stopped."""
    variables = {"HOME": str(folder), "TALLY_NOW": "2026-01-15T12:00:00Z", **environ}
    found = Books(Surroundings(str(folder / "root"), None, variables, NOW_MS), parse(variables))
    found.begin("s1")
    return found


def do(found: Books, events: list[dict[str, object]], changes: list[Change]) -> None:
    """Write down at once what the server writes later."""
    for deed in found.of(events, changes):
        deed()
    found.close()


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, ".pi/agent/logs/ctxwm.jsonl"),
        ({"PI_CODING_AGENT_DIR": "{home}/own"}, "own/logs/ctxwm.jsonl"),
        ({"PI_CODING_AGENT_DIR": "{home}/own", "PI_CTX_LOG_FILE": "{home}/log"}, "log"),
    ],
)
def test_where_the_log_is(environ: dict[str, str], expected: str, tmp_path: Path) -> None:
    """Where it is said, else below pi's folder."""
    said = {name: value.format(home=tmp_path) for name, value in environ.items()}

    assert str(tmp_path / expected) == books(tmp_path, **said).log_path


def test_events_are_lines_with_their_time_first(tmp_path: Path) -> None:
    """ISO 8601 in UTC, to the millisecond; folders are made."""
    found = books(tmp_path)
    do(found, [{"kind": "lazy", "avoidedTokens": 877}, {"kind": "write", "path": "é"}], [])

    assert (
        '{"ts":"2026-01-15T12:00:00.000Z","kind":"lazy","avoidedTokens":877}\n'
        '{"ts":"2026-01-15T12:00:00.000Z","kind":"write","path":"\\u00e9"}\n'
    ) == Path(found.log_path).read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    """The ledger of changes is written all the same."""
    change = Change("bash_digest", bucket="structured_projection", surface="tool_output", before="long", after="l")
    do(books(tmp_path, PI_CTX_LOG_FILE="/proc/no/such/place"), [{"kind": "bash"}], [change])

    assert Path(ledger_path(str(tmp_path / "root"), "s1", "pi")).exists()


def test_changes_are_records_of_the_session(tmp_path: Path) -> None:
    """Texts as they are, lists of messages as compact JSON, by the call that they are about."""
    changes = [
        Change(
            "bash_digest",
            bucket="structured_projection",
            surface="tool_output",
            before="a b",
            after="a",
            tool_call_id="c1",
        ),
        Change(
            "amnesia", bucket="context_render", surface="context_render", before=[{"a": 1}, {"b": 2}], after=[{"a": 1}]
        ),
    ]
    do(books(tmp_path), [], changes)
    path = Path(ledger_path(str(tmp_path / "root"), "s1", "pi"))
    first, second = map(json.loads, path.read_text().splitlines())

    assert ("s1", "c1", "mechanism", 3, 1) == tuple(
        first[name] for name in ("session", "tool_call_id", "layer", "input_chars", "output_chars")
    )
    # [{"a":1},{"b":2}] and [{"a":1}]: 17 and 9 characters
    assert (17, 9, {"encoding": "message_list_json_utf8_v1"}) == (
        second["input_chars"],
        second["output_chars"],
        second["ctx"],
    )


def test_a_turn_is_booked_once(tmp_path: Path) -> None:
    """In the ledger of turns and in the log; one in which nothing was booked has no row."""
    found = books(tmp_path)
    row = {"turn": 1, "bash": 5, "amnesia": 0, "write": 0, "lazy": 0, "aux_calls": 0, "aux_input": 0, "aux_output": 0}
    for one in (row, {}):
        for deed in found.turn(Turned(events=[{"kind": "turn"}], snapshot={}, widget="", row=one)):
            deed()
    lines = (tmp_path / "root" / "mechanisms" / "turns.jsonl").read_text().splitlines()

    assert [("s1", "pi", 5)] == [(one["session_id"], one["host"], one["bash"]) for one in map(json.loads, lines)]
    assert 2 == Path(found.log_path).read_text().count("\n")
