"""The stand-in over real HTTP on loopback: plain, streamed, failing, counting, and its log."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from tests.standin.script import Failure, Served, Turn, read_turn
from tests.standin.server import StandIn

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPTS = {
    "talk": (
        read_turn(
            {
                "say": [{"thinking": "hm"}, {"text": "hello"}, {"tool": "Bash", "input": {"command": "true"}}],
                "usage": {"input": 11, "write_5m": 1000, "write_1h": 200, "read": 5000, "output": 42},
            }
        ),
    ),
    "fails": (
        read_turn(
            {
                "say": [{"text": "at last"}],
                "usage": {"output": 7},
                "failures": [{"status": 529, "kind": "overloaded_error", "times": 2, "retry_after": 3}],
            }
        ),
    ),
}


@pytest.fixture
def server() -> Iterator[StandIn]:
    """A stand-in that plays SCRIPTS."""
    with StandIn(SCRIPTS, label="t") as running:
        yield running


def post(server: StandIn, body: bytes | dict[str, Any], road: str = "/v1/messages?beta=true") -> tuple[int, Any, str]:
    """The status, the headers and the text of one answer."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    call = urllib.request.Request(server.url + road, data, {"x-claude-code-session-id": "sid"})
    try:
        with urllib.request.urlopen(call) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read().decode()


def ask(name: str, *, stream: bool = False) -> dict[str, Any]:
    """A request that names a script."""
    prompt = {"role": "user", "content": f"%%play:{name}%%"}
    return {"model": "m-1", "stream": stream, "tools": [{"name": "Bash"}], "messages": [prompt]}


def test_a_plain_answer_holds_the_blocks_and_the_usage(server: StandIn) -> None:
    """Ids follow from the stand-in's label and the row of its log."""
    status, headers, text = post(server, ask("talk"))
    message = json.loads(text)
    assert (status, headers["request-id"], message["id"]) == (200, "req_t000001", "msg_t000001")
    assert [block["type"] for block in message["content"]] == ["thinking", "text", "tool_use"]
    assert message["content"][2]["id"] == "toolu_t00000102"
    assert (message["stop_reason"], message["usage"]["output_tokens"]) == ("tool_use", 42)


def test_a_stream_opens_with_a_partial_count_and_closes_with_the_final_one(server: StandIn) -> None:
    """message_start says 1, message_delta says 42; the text arrives in two pieces."""
    status, headers, text = post(server, ask("talk", stream=True))
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    assert (status, headers["content-type"]) == (200, "text/event-stream")
    assert (events[0]["type"], events[0]["message"]["usage"]["output_tokens"]) == ("message_start", 1)
    assert (events[-2]["type"], events[-2]["usage"]["output_tokens"]) == ("message_delta", 42)
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert "".join(delta.get("text", "") for delta in deltas) == "hello"
    assert json.loads("".join(delta.get("partial_json", "") for delta in deltas)) == {"command": "true"}


def test_a_failure_is_given_as_often_as_it_says(server: StandIn) -> None:
    """Two times 529 with its wait, then the turn."""
    answers = [post(server, ask("fails")) for _ in range(3)]
    assert [status for status, _, _ in answers] == [529, 529, 200]
    assert answers[0][1]["retry-after"] == "3"
    assert json.loads(answers[0][2])["error"]["type"] == "overloaded_error"
    assert [row["usage"] is None for row in server.log] == [True, True, False]


def test_the_log_says_who_asked_and_what_was_served(server: StandIn) -> None:
    """One row an exchange, with the usage that was given."""
    post(server, ask("talk"))
    post(server, {"messages": []}, "/v1/messages/count_tokens")
    row, count = server.log
    assert (row["kind"], row["script"], row["turn"], row["session"]) == ("script", "talk", 0, "sid")
    assert (row["model"], row["message_id"], row["usage"]["cache_read_input_tokens"]) == ("m-1", "msg_t000001", 5000)
    assert (count["kind"], "usage" in count) == ("count_tokens", False)


def test_what_is_no_request_is_refused(server: StandIn) -> None:
    """A body that is not JSON is a 400, another road a 404."""
    assert post(server, b"{")[0] == 400
    assert post(server, {}, "/v1/other")[0] == 404
    assert [row["kind"] for row in server.log] == ["refused", "refused"]


def test_counting_takes_turns_in_the_order_asked_for() -> None:
    """Whatever the messages hold; a failed turn is still to come, and the whole request stays in the log."""
    failing = Turn(say=({"text": "b"},), usage=Served(input=2), failures=(Failure(529, "overloaded_error"),))
    scripts = {"one": (Turn(say=({"text": "a"},), usage=Served(input=1)), failing)}
    request = {"model": "m", "tools": [{"name": "read"}], "messages": [{"role": "user", "content": "%%play:one%%"}]}
    with StandIn(scripts, counts=True) as server:
        found = [post(server, request) for _ in range(3)]

    assert [(200, 1), (529, None), (200, 2)] == [
        (row["status"], (row["usage"] or {}).get("input_tokens")) for row in server.log
    ]
    assert [request] * 3 == [row["request"] for row in server.log]
    assert 3 == len(found)


def test_an_aside_may_be_answered_by_the_test() -> None:
    """What asks for no tools; where the test has no answer, the fixed one comes."""
    answers = {"yes": Turn(say=({"text": "own"},), usage=Served(input=7))}
    asked = [{"messages": [{"role": "user", "content": text}]} for text in ("yes", "no")]
    with StandIn({}, aside=lambda request: answers.get(request["messages"][0]["content"])) as server:
        for request in asked:
            post(server, request)

    assert [("aside", 7), ("side", 53)] == [(row["kind"], row["usage"]["input_tokens"]) for row in server.log]
