"""Lines as the running totals read them: tool traffic and usage. Usage is compared with the index elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tallystick.kernel.sessionfold import OUTPUT, SessionFold
from tallystick.kernel.transcript import Reader

ME = "5e550000-0001"


def entry(kind: str, content: Any, **more: Any) -> bytes:
    """A line with a message."""
    message = {"role": kind, "content": content} | more.pop("message", {})
    return json.dumps({"type": kind, "sessionId": ME, "message": message, **more}, ensure_ascii=False).encode()


def read(*records: bytes) -> SessionFold:
    """A fold of these lines."""
    fold = SessionFold(ME)
    fold.positions = [0]
    reader, at = Reader(fold), 0
    for record in records:
        reader.feed(record, 0, at)
        at += len(record) + 1
    fold.settle()
    assert said(fold) == said(read_together(records))
    return fold


def read_together(records: Sequence[bytes]) -> SessionFold:
    """A fold of these lines out of one piece of a file, which begins elsewhere."""
    fold = SessionFold(ME)
    fold.positions = [0]
    data = b"before" + b"".join(record + b"\n" for record in records) + b"behind"
    Reader(fold).feed_lines(data, 6, len(data) - 6, 0, -6)
    fold.settle()
    return fold


def said(fold: SessionFold) -> tuple[object, ...]:
    """All that a fold of lines says."""
    texts = [response.text() for response in fold.counted()]
    tools = (fold.calls, fold.call_units, fold.results, fold.result_units)
    return (fold.rows, texts, tools, fold.away, fold.reasoning)


def call(name: Any = "Bash", given: Any = None, number: int = 1) -> dict[str, Any]:
    """A tool call."""
    return {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}


def result(content: Any, number: int = 1) -> dict[str, Any]:
    """A tool result."""
    return {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": content}


@pytest.mark.parametrize(
    ("block", "units"),
    [
        (call("Bash", {"command": "ls"}), 4 + len('{"command":"ls"}')),
        (call("Bash", {"a": "é\U0001f3fa\n", "b": [1, None, True]}), 4 + len('{"a":"é..\\n","b":[1,null,true]}')),
        (call("Bash", None), 4 + 2),  # no input is {}
        (call(None, {}), 2),
        (call("Bash", "text"), 4 + 6),
    ],
)
def test_calls(block: dict[str, Any], units: int) -> None:
    """A call is its name and its input as the client writes it, in UTF-16 units; a pot is two."""
    fold = read(entry("assistant", [block, {"type": "text", "text": "no call"}, "odd"]))

    assert (1, units) == (fold.calls, fold.call_units)


@pytest.mark.parametrize(
    ("content", "units"),
    [
        ("abc", 3),
        ("\U0001f3fa", 2),
        ([{"type": "text", "text": "ab"}, {"type": "image"}, {"type": "text", "text": "c"}, {"type": "text"}, 7], 3),
        ([], 0),
        (None, 0),
        ({"type": "text", "text": "abc"}, 0),
    ],
)
def test_results(content: Any, units: int) -> None:
    """A result is its text, in one piece or in blocks; pictures have none."""
    fold = read(entry("user", [result(content), {"type": "text", "text": "no result"}, None]))

    assert (1, units) == (fold.results, fold.result_units)


def own(kept: str, text: str = "clay", uuid: str = ',"uuid":"u1"', session: str = ME) -> bytes:
    """A user's line as the client writes it, with what it keeps of a result for itself."""
    message = json.dumps({"role": "user", "content": [result(text)]}, separators=(",", ":"))
    head = f'{{"parentUuid":null,"type":"user","message":{message},"toolUseResult":{kept}'
    return f'{head}{uuid},"sessionId":"{session}"}}'.encode()


def newer(kept: str, behind: str = "", session: str = ME) -> bytes:
    """The same as newer clients write it: the line's session before the message, and little or nothing behind it."""
    message = json.dumps({"role": "user", "content": [result("clay")]}, separators=(",", ":"))
    head = f'{{"parentUuid":null,"sessionId":"{session}","type":"user","message":{message},"uuid":"u1"'
    return f'{head},"toolUseResult":{kept}{behind}}}'.encode()


NESTED_CALL = entry("assistant", [call("Bash", {"a": 1, "toolUseResult": 2})], uuid="u2", note='"type":"user"')


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([own('{"stdout":"cl","uuid":"x"}')], (1, 4)),  # the last id is the line's own
        ([own('"text, \\"uuid\\":\\""')], (1, 4)),
        ([own("{}", uuid="")], (1, 4)),  # no id behind it
        ([own('{"a":{}', uuid=',"uuid":"u1"}')], (1, 4)),  # the id is in it: what is left is none
        ([own("{}", session="another")], (0, 0)),
        # torn in what the client keeps, and another line behind it, which alone is whole
        ([own('{"stdout":"kiln"}').partition(b'iln"')[0] + own("{}", text="ash")], (1, 3)),
        ([own("{}", text="kiln").partition(b'iln"')[0] + own("{}", text="ash")], (1, 3)),
        ([own("{}")[:40]], (0, 0)),
        ([newer('{"stdout":"cl"}'), newer('"cl"')], (2, 8)),
        ([newer('{"stdout":"cl"}', ',"sourceToolAssistantUUID":"u0"')], (1, 4)),
        ([newer('{"stdout":"cl"}', ',"userType":"external"')], (1, 4)),
        ([newer("{}", session="another")], (0, 0)),
        ([newer("{}") + b"\r"], (1, 4)),
        # behind it another line, which begins with anything
        ([newer("{}") + entry("user", [result("ash")])], (2, 7)),
        ([newer("{}") + b'{"sessionId":"another","uuid":"u9","type":"summary"}'], (1, 4)),
        ([newer("{}") + b'{"sessionId":"another","uuid":"u9"}'], (1, 4)),
        ([newer("{}")[:-2] + entry("user", [result("ash")])], (1, 3)),
    ],
)
def test_what_the_client_keeps_for_itself(records: list[bytes], expected: tuple[int, int]) -> None:
    """It is passed over; everything else on the line is read."""
    fold = read(*records)

    assert expected == (fold.results, fold.result_units)


def test_a_call_that_looks_like_it() -> None:
    """The words of the client's own keys in a call's input, in any order, leave the call as it is."""
    fold = read(NESTED_CALL.replace(b'": ', b'":').replace(b', "', b',"'))

    assert (1, 4 + len('{"a":1,"toolUseResult":2}')) == (fold.calls, fold.call_units)


def test_lines_that_hold_no_traffic() -> None:
    """Prompts, odd contents, other kinds of lines and lines of another session have none."""
    fold = read(
        entry("user", 'A "tool_result" in words'),
        entry("user", 7, odd="tool_"),
        entry("assistant", [call()], sessionId="another"),
        entry("user", [result("x")], sessionId="another"),
        entry("summary", [call()]),
        json.dumps({"type": "user", "message": '"tool_result"'}).encode(),
        b'"tool_use"',
        b"{",
        b"",
    )

    assert (fold.calls, fold.results) == (0, 0)


def test_a_line_without_a_session_is_of_this_one() -> None:
    """So is one whose session is no text."""
    fold = read(*(entry("assistant", [call()], sessionId=odd) for odd in (None, "", 7)))

    assert fold.calls == 3


def test_copies_are_not_counted() -> None:
    """The calls of a copy of another session's request, and their results, which no mark tells."""
    fold = read(
        entry("assistant", [call(number=1), call(number=2)], requestSessionId="parent"),
        entry("assistant", [call(number=3)], requestSessionId=ME),
        entry("user", [result("copied", 1)]),
        entry("user", [result("own", 3)]),
        entry("user", [result("copied", 2)]),
        entry("user", [result("late", 1)]),
    )

    assert (fold.calls, fold.results, fold.result_units) == (1, 2, len("own") + len("late"))
    assert fold.away == {}


def test_only_so_many_copies_are_waited_for() -> None:
    """A transcript of copied calls without results is no reason to grow for ever."""
    blocks = [call(number=number) for number in range(400)]
    blocks[0]["id"] = None

    assert len(read(entry("assistant", blocks, requestSessionId="parent")).away) == 256


def usage(output: int) -> dict[str, Any]:
    """A message's id and usage."""
    return {"id": "msg_1", "model": "m", "usage": {"output_tokens": output}, "stop_reason": "end_turn"}


@pytest.mark.parametrize(
    "record",
    [
        entry("assistant", [], message=usage(5)),
        entry("assistant", [], message=usage(5)).replace(b'"usage"', b'"us\\u0061ge"'),
        entry("assistant", [], message=usage(5)).replace(b'"usage"', b'"\\u0075sage"'),
        entry("assistant", [], message=usage(5)) + b"\r",
        b" " + entry("assistant", [], message=usage(5)),
        b'{"torn' + entry("assistant", [], message=usage(5)),
    ],
)
def test_any_spelling(record: bytes) -> None:
    """Escaped names, spaces, a carriage return and a torn stub hide no usage."""
    assert read(record).column(OUTPUT) == 5


def test_usage_that_cannot_be_read() -> None:
    """It is refused, and its calls still count, as in the index."""
    fold = read(
        entry("assistant", [call()], message={"id": "a", "usage": {"output_tokens": -1}}),
        entry("assistant", [call()], message={"id": "b", "usage": "odd"}),
        entry("assistant", [call()], message=usage(7) | {"model": "<synthetic>"}),
    )

    assert (fold.calls, fold.rows) == (3, {})


def test_visible_texts() -> None:
    """A text of its own and blocks; 40 characters of 100 tokens leave 90 that nobody sees."""
    for content in (
        "x" * 40,
        [{"type": "text", "text": "x" * 40}],
        [{"type": "text", "text": "x" * 40}, {"type": "text"}],
    ):
        assert read(entry("assistant", content, message=usage(100))).reasoning == 90


def test_a_response_without_any_name() -> None:
    """Each of its lines stands for itself."""
    nameless = {"model": "m", "usage": {"output_tokens": 5}}

    assert read(*[entry("assistant", [], message=nameless)] * 2).column(OUTPUT) == 10


def test_a_child_s_line() -> None:
    """A sidechain line without a stop shows at least what is visible; a claim that is no text claims nothing."""
    shown = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "x" * 41}]
    line = {"message": usage(5) | {"stop_reason": None}, "isSidechain": True, "requestSessionId": 7}

    assert read(entry("assistant", shown, **line), entry("assistant", [], **line)).column(OUTPUT) == 11


def test_progress() -> None:
    """A child's answer inside a progress line counts where nothing else shows it; anything odd there is nothing."""
    inner = {"type": "assistant", "timestamp": "no time", "message": usage(9), "requestSessionId": ME}

    def progress(data: Any) -> bytes:
        return json.dumps(
            {"type": "progress", "sessionId": ME, "timestamp": "2026-03-02T09:00:00Z", "data": data}
        ).encode()

    odd: list[Any] = [None, {"type": "agent_progress"}, {"type": "other", "message": inner}]
    odd += [
        {"type": "agent_progress", "message": one} for one in (7, {**inner, "type": "user"}, {**inner, "message": 7})
    ]
    odd.append({"type": "agent_progress", "message": {**inner, "message": {"usage": {"output_tokens": 1}}}})
    records = [progress(data).replace(b"null", b'"usage"') for data in odd]

    assert read(*records).rows == {}
    fold = read(progress({"type": "agent_progress", "message": inner}))
    assert fold.column(OUTPUT) == 9
    assert {key[3] for key in fold.rows} == {0}


def test_usage_alone() -> None:
    """The same usage, and lines without any are passed over, however its name is spelt."""
    answer = entry("assistant", [], message=usage(5))
    other = answer.replace(b'"usage"', b'"us\\u0061ge"').replace(b"msg_1", b"msg_2")
    lines = [answer, other, entry("user", [result("r")])]
    fold = SessionFold(ME)
    fold.positions = [0]
    ansi = entry("user", "\x1b[0m plain \x1b")
    for data in (b"\n".join([ansi, other, *lines, ansi, b""]), ansi + b"\n" + answer, other, b""):
        Reader(fold).feed_usage(data, 0, 0)
    fold.settle()
    assert (fold.column(OUTPUT), fold.results) == (10, 0)
