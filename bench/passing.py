"""A request of a long session, in a process of its own, run by the bench with our side's interpreter.

python -m bench.passing ROUNDS   one line of JSON: samples of one pass over the messages, and of a pass from the line
                                  that a host sends to the line that it is answered with
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from bench.timing import timed

from tallystick.mechanisms.session import Session
from tallystick.mechanisms.settings import parse

if TYPE_CHECKING:
    from collections.abc import Callable

MESSAGES = 500
SIZE = 2_000_000  # bytes of the request as JSON, at least
_LINE = "tests/test_kiln.py::test_fire PASSED                                   [ 50%]\n"


def request() -> list[dict[str, Any]]:
    """Rounds of writes with their facts, an answer after each ten, and four reads at the end that are dropped."""
    messages: list[dict[str, Any]] = [_user()]
    while len(messages) < MESSAGES - 8:
        number = len(messages)
        messages += _round(f"w{number}", "write", {"path": "kiln.py", "content": "heat = 1\n" * 60})
        details = {"path": "kiln.py", "toolCallId": f"w{number}"}
        messages.append(
            {"role": "custom", "customType": "ctxwm-fact", "content": "[Wrote kiln.py]", "details": details}
        )
        if number % 10 == 0:
            messages += [{"role": "assistant", "content": [{"type": "text", "text": "Done."}]}, _user()]
    messages = messages[: MESSAGES - 8]
    for number in range(4):
        messages += _round(f"r{number}", "read", {"path": f"glaze_{number}.py"})
    room = SIZE - len(json.dumps(messages))
    results = [message for message in messages if message["role"] == "toolResult"]
    for message in results:
        message["content"][0]["text"] += _LINE * (room // len(results) // len(_LINE) + 1)
    return messages


def time_both(rounds: int) -> dict[str, list[dict[str, float | int]]]:
    """Each pass in a session of its own, in which the last four results have been judged; once untimed first."""
    messages = request()
    line = json.dumps(messages)
    check(messages, line)
    sides: dict[str, Callable[[Session], object]] = {
        "pass": lambda session: session.context(messages),
        "line": lambda session: answer(session, line),
    }
    found: dict[str, list[dict[str, float | int]]] = {name: [] for name in sides}
    for number in range(-1, rounds):
        for name, side in sides.items():
            sample = timed(partial(side, judged(messages[-8:])))
            if number >= 0:
                found[name].append(sample.plain())
    return found


def check(messages: list[dict[str, Any]], line: str) -> None:
    """See that the request is what the row says, and that the pass strips and removes what it is meant to."""
    outcome = judged(messages[-8:]).context(messages)
    if len(messages) != MESSAGES or not SIZE <= len(line) < 1.1 * SIZE or len(outcome.edits) < 100:
        raise SystemExit(f"{len(messages)} messages, {len(line)} bytes, {len(outcome.edits)} edits")
    if len(outcome.messages or ()) != MESSAGES - 8:
        raise SystemExit("the dropped results are still there")


def judged(rounds: list[dict[str, Any]]) -> Session:
    """A session in which the results of these rounds were dropped."""
    session = Session(parse({}))
    for asked, result in zip(rounds[::2], rounds[1::2], strict=True):
        (call,) = (block for block in asked["content"] if block["type"] == "toolCall")
        given = {"input": call["arguments"], "content": result["content"]}
        ask = session.tool_result({"toolCallId": call["id"], "toolName": call["name"], **given})
        session.answered(ask, '{"decision":"DROP"}')  # type: ignore[arg-type]
    return session


def answer(session: Session, line: str) -> str:
    """The pass with its line in and its line out."""
    return json.dumps(session.context(json.loads(line)).edits, separators=(",", ":"))


def _user() -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": "Fire the kiln again, and say what it printed."}]}


def _round(name: str, tool: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    call = {"type": "toolCall", "id": name, "name": tool, "arguments": arguments}
    thought = {"type": "thinking", "thinking": "The kiln is cold. " * 10}
    content = [{"type": "text", "text": _LINE}]
    result = {"role": "toolResult", "toolCallId": name, "toolName": tool, "content": content, "isError": False}
    return [{"role": "assistant", "content": [thought, call]}, result]


if __name__ == "__main__":
    print(json.dumps(time_both(int(sys.argv[1]))))
