"""Cases of physical lines: torn, fused, ended otherwise, full of bytes that do not belong there."""

from __future__ import annotations

import json

from .case import Made, case, find, rejected, totals
from .thread import Thread, call, compact, text, usage


def good(number: int, out: int = 10, words: str = "Fired.") -> bytes:
    """A whole assistant line with 1 fresh, 100 read and `out` output tokens."""
    t = Thread(tag=number)
    t.at(number)
    t.say(f"msg_g{number}", text(words), usage(1, 100, out))
    return compact(t.lines[0])


@case
def torn_tail() -> Made:
    """The last line is half written: it waits for its other half and is no rejection."""
    data = good(1) + b"\n" + good(2)[:300]
    return data, find(totals(1, 0, 0, 100, 10, n=1))


@case
def whole_tail() -> Made:
    """The last line is whole and has no line feed yet: it counts at once."""
    return good(1) + b"\n" + good(2), find(totals(2, 0, 0, 200, 20, n=2))


@case
def torn_stub_then_object() -> Made:
    """A process died in the middle of a line and the next one wrote on: the stub is lost, the whole object is not."""
    data = good(1) + b"\n" + good(2)[:60] + good(3) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(2, "unreadable")])


@case
def torn_in_text_then_object() -> Made:
    """The stub ends inside a text, so that every quote behind it seems turned round."""
    whole = good(2, words='She said: "stack {the} shelves"')
    stub = whole[: whole.index(b"stack {the}") + 8]
    data = stub + good(3) + b"\n" + good(4) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(1, "unreadable")])


@case
def torn_after_nested_object() -> Made:
    """The stub holds whole objects of its own (its usage); none of them is a line."""
    whole = good(2, out=77)
    stub = whole[: whole.index(b'"requestId"')]
    data = stub + good(3) + b"\n"
    return data, find(totals(1, 0, 0, 100, 10, n=1), rejections=[rejected(1, "unreadable")])


@case
def two_objects_on_a_line() -> Made:
    """The first process left no line feed: an assistant line and a prompt share a line, and both count."""
    t = Thread(tag=7)
    t.ask("Close the lid.")
    return good(1) + compact(t.lines[0]) + b"\n" + good(2) + b"\n", find(totals(2, 0, 0, 200, 20, n=2), prompts=1)


@case
def three_objects_on_a_line() -> Made:
    """Three on one line, with blanks between the last two."""
    return good(1) + good(2, 20) + b"  \t" + good(3, 30) + b"\n", find(totals(3, 0, 0, 300, 60, n=3))


@case
def object_then_garbage() -> Made:
    """Behind a whole object the line goes on with something else: the object counts, the rest is refused."""
    data = good(1) + b" and then\n" + good(2) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(1, "unreadable")])


@case
def good_bad_good() -> Made:
    """A line that is no JSON costs that line and nothing behind it."""
    data = good(1) + b"\nnot json at all\n" + good(2) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(2, "unreadable")])


@case
def not_objects() -> Made:
    """A list, a number, a text, null and true are JSON and no entries."""
    data = b'[1,2]\n17\n"text"\nnull\ntrue\n' + good(1) + b"\n"
    refused = [rejected(line, "not an object") for line in range(1, 6)]
    return data, find(totals(1, 0, 0, 100, 10, n=1), rejections=refused)


@case
def carriage_returns() -> Made:
    """Lines end with CR LF; the CR is dropped. The last one has no ending at all."""
    return good(1) + b"\r\n" + good(2) + b"\r\n" + good(3), find(totals(3, 0, 0, 300, 30, n=3))


@case
def lone_carriage_return() -> Made:
    """A CR alone ends no line: two objects stand on line 1, and the broken line is the second."""
    data = good(1) + b"\r" + good(2) + b"\n?\n" + good(3) + b"\n"
    return data, find(totals(3, 0, 0, 300, 30, n=3), rejections=[rejected(2, "unreadable")])


@case
def byte_order_mark() -> Made:
    """An editor put a byte order mark before the first line, which counts like any other."""
    return b"\xef\xbb\xbf" + good(1) + b"\n" + good(2) + b"\n", find(totals(2, 0, 0, 200, 20, n=2))


@case
def runs_of_nul() -> Made:
    """A crash left runs of NUL before a line, on a line of their own and behind the last: the lines count."""
    data = b"\0" * 64 + good(1) + b"\n" + b"\0" * 4096 + b"\n" + good(2) + b"\n" + b"\0" * 512
    note = "That NUL between entries is passed over and not counted as a rejection is our ruling."
    return data, find(totals(2, 0, 0, 200, 20, n=2), beyond_spec=note)


@case
def nul_inside_a_line() -> Made:
    """NUL in the middle of an entry is damage: that line is lost, and counted as lost."""
    broken = good(2)
    broken = broken[:80] + b"\0" * 16 + broken[96:]
    data = good(1) + b"\n" + broken + b"\n" + good(3) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(2, None)])


@case
def blank_lines() -> Made:
    """Empty lines and lines of spaces are nothing: not entries, not rejections, but they count as lines."""
    data = b"\n" + good(1) + b"\n\n   \n\t\n" + good(2) + b"\n?\n\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(7, "unreadable")])


@case
def empty_files() -> Made:
    """A file of no bytes, a file of one line feed and a file of one brace beside a good one."""
    files: dict[str, bytes | Thread | list[bytes]] = {
        "x/good.jsonl": good(1) + b"\n",
        "x/empty.jsonl": b"",
        "x/feed.jsonl": b"\n",
        "x/brace.jsonl": b"{",
    }
    return files, find(totals(1, 0, 0, 100, 10, n=1))


@case
def unknown_types() -> Made:
    """Entries of types that nobody knows yet, with things in them that look like usage, are passed over."""
    t = Thread()
    t.add("kiln-state", message={"id": "msg_x", "role": "assistant", "usage": usage(9, 9, 9)})
    t.add("summary", summary="A talk about glaze", leafUuid="x", uuid=..., timestamp=...)
    t.add("file-history-snapshot", snapshot={"trackedFileBackups": {}}, uuid=..., timestamp=...)
    t.add("attachment", attachment={"type": "file", "content": compact(t.lines[0]).decode()})
    t.say("msg_g1", text("Known."), usage(1, 100, 10))
    return t, find(totals(1, 0, 0, 100, 10, n=1))


@case
def usage_in_quotes() -> Made:
    """Whole assistant lines are quoted in a prompt, in a result's text and in a result's data: none is a response."""
    quoted = good(8, 888)
    t = Thread()
    t.ask(f"What is {quoted.decode()}?")
    t.say("msg_g1", call("toolu_g1", "Bash", command="tail log.jsonl"), usage(1, 100, 10))
    t.give("toolu_g1", quoted.decode(), toolUseResult={"stdout": quoted.decode(), "entry": json.loads(quoted)})
    return t, find(totals(1, 0, 0, 100, 10, n=1), prompts=1, calls=1, results=1)
