"""Cases of what stands inside a line: letters, numbers, nesting, spellings and shapes that a fast reader trips over."""

from __future__ import annotations

import json

from .case import Made, case, find, rejected, totals
from .physical import good
from .thread import Thread, call, compact, text, usage


@case
def other_line_separators() -> Made:
    """U+2028, U+2029 and U+0085 inside a text are letters: they end no line, and line numbers stay true."""
    data = good(1, words="a\u2028b\u2029c\u0085d") + b"\n?\n" + good(2) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), rejections=[rejected(2, "unreadable")])


@case
def raw_control_letters() -> Made:
    """A raw tab, form feed and file separator inside a text are against the letter of JSON and lose no usage."""
    data = good(1, words="a b").replace(b"a b", b"a\tb\x0cc\x1cd") + b"\n" + good(2) + b"\n"
    note = "JSON forbids raw control letters in a text; that such a line is read all the same is our ruling."
    return data, find(totals(2, 0, 0, 200, 20, n=2), beyond_spec=note)


@case
def invalid_utf8() -> Made:
    """Bytes that are no UTF-8 stand in a text, a lone continuation and a cut letter: the usage counts."""
    data = good(1, words="a b").replace(b"a b", b"a\xff\xb0b\xe2\x82") + b"\n" + good(2) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2))


@case
def lone_surrogates() -> Made:
    """Half a letter is escaped in a text, in a path and in an unknown field."""
    t = Thread()
    t.say(
        "msg_g1",
        [text("half HALF"), call("toolu_g1", "Read", file_path="/srv/HALF.txt")],
        usage(1, 100, 10),
        odd="HALF",
    )
    data = (
        t.data().replace(b"HALF", b"\\ud83d") + good(2, words="low").replace(b"low", b"\\udc00 \\ud83d\\ude00") + b"\n"
    )
    return data, find(totals(2, 0, 0, 200, 20, n=2), calls=1)


@case
def nested_deep() -> Made:
    """Two hundred lists within one another stand in a tool's input: nothing unusual for JSON."""
    t = Thread()
    t.say("msg_g1", call("toolu_g1", "Bash", command="true", odd="DEEP"), usage(1, 100, 10))
    data = t.data().replace(b'"DEEP"', b"[" * 200 + b"]" * 200)
    return data + good(2) + b"\n", find(totals(2, 0, 0, 200, 20, n=2), calls=1)


DEEP = b"[" * 10000 + b"]" * 10000


@case
def nested_beyond_reason() -> Made:
    """Ten thousand lists within one another, in a result, in its data and in an unknown entry: no crash, and no usage
    is lost, whatever becomes of those lines.
    """
    t = Thread(tag=9)
    t.give("toolu_g1", "ok", toolUseResult="DEEP")
    t.give("toolu_g2", ["DEEP"])
    t.add("kiln-state", state="DEEP")
    data = good(1) + b"\n" + t.data().replace(b'"DEEP"', DEEP) + good(2) + b"\n"
    return data, find(totals(2, 0, 0, 200, 20, n=2), results=None, rejections=None)


@case
def nested_beyond_reason_with_usage() -> Made:
    """The same in a tool's input, on the line that carries the usage: what cannot be read is counted as lost."""
    t = Thread(tag=9)
    t.say("msg_d1", call("toolu_g2", "Bash", odd="DEEP"), usage(1, 100, 10))
    data = good(1) + b"\n" + t.data().replace(b'"DEEP"', DEEP) + good(2) + b"\n"
    note = "A reader that counts msg_d1 (a third response of 1, 100 and 10) in place of refusing line 2 is right too."
    found = find(totals(2, 0, 0, 200, 20, n=2), calls=None, rejections=[rejected(2, None)])
    return data, found | {"beyond_spec": note}


@case
def numbers_that_are_none() -> Made:
    """NaN and Infinity, which JSON does not know, stand beside the usage: the usage counts."""
    t = Thread()
    t.say("msg_g1", text("Hot."), usage(1, 100, 10), durationMs="NAN", ratio="INF", low="NEG")
    t.give("toolu_g1", "ok", toolUseResult={"durationMs": "NAN"})
    data = t.data().replace(b'"NAN"', b"NaN").replace(b'"INF"', b"Infinity").replace(b'"NEG"', b"-Infinity")
    return data, find(totals(1, 0, 0, 100, 10, n=1), results=1)


@case
def numbers_that_are_huge() -> Made:
    """Numbers beyond 2^53, beyond 64 bits and beyond any float stand beside the usage: the usage counts."""
    t = Thread()
    t.say("msg_g1", text("Hot."), usage(1, 100, 10), a=2**53 + 1, b=2**64, c=10**40, sentAtMs="BIG")
    data = t.data().replace(b'"BIG"', b"1e999")
    return data, find(totals(1, 0, 0, 100, 10, n=1))


@case
def wrong_shapes() -> Made:
    """A text stands where an object belongs: in place of the message, of its usage and of its content."""
    t = Thread()
    t.add("assistant", message="[REDACTED]")
    t.say("msg_w2", text("Hidden."), "[REDACTED]")
    t.add("user", message=12)
    t.say("msg_g1", text("Seen."), usage(1, 100, 10))
    t.say("msg_g2", text("Seen."), usage(1, 100, 10, cache_creation="[REDACTED]", server_tool_use="[REDACTED]"))
    refused = [rejected(line, "wrong shape") for line in (1, 2, 3)]
    note = "That a user line is refused too, although no usage is lost with it, is our ruling; a wrong split is not."
    return t, find(totals(2, 0, 0, 200, 20, n=2), rejections=refused, beyond_spec=note)


@case
def spaces_and_key_order() -> Made:
    """Spaces everywhere, keys from last to first: legal JSON, the same result."""
    t = Thread()
    t.ask("Turn it round.")
    t.say("msg_g1", call("toolu_g1", "Read", file_path="/srv/kiln/a.txt"), usage(3, 200, 20, w5=5, w1=6))
    t.give("toolu_g1", "a")
    lines = [json.dumps(entry, sort_keys=True, separators=(" ,\t", " : ")).encode() for entry in t.lines]
    return lines, find(totals(3, 5, 6, 200, 20, n=1), prompts=1, calls=1, results=1)


@case
def type_comes_last() -> Made:
    """The line's type stands behind everything, and other types stand before it."""
    t = Thread()
    t.ask("Look.")
    t.say("msg_g1", {"type": "text", "text": '"type":"user"'}, usage(1, 100, 10))
    lines = [compact({**{k: v for k, v in entry.items() if k != "type"}, "type": entry["type"]}) for entry in t.lines]
    return lines, find(totals(1, 0, 0, 100, 10, n=1), prompts=1)


@case
def escaped_names() -> Made:
    """Keys, types and ids are spelt with escapes: the same names, and one message of two spellings."""
    data = good(1) + b"\n" + good(1, 25) + b"\n"
    data = data.replace(b'"type":"assistant"', b'"\\u0074ype":"assist\\u0061nt"').replace(b"msg_g1", b"msg\\u005fg1", 1)
    return data.replace(b'"usage"', b'"us\\u0061ge"'), find(totals(1, 0, 0, 100, 25, n=1))


@case
def keys_twice() -> Made:
    """A key stands twice in one object: the later one holds, as in every common reader of JSON."""
    data = good(1).replace(b'"output_tokens":10', b'"output_tokens":99,"output_tokens":10') + b"\n"
    note = "JSON leaves it open which of two equal keys holds; that it is the later one is our ruling."
    return data, find(totals(1, 0, 0, 100, 10, n=1), beyond_spec=note)


@case
def letters_of_other_scripts() -> Made:
    """Texts, paths, branches and folders in other scripts, as letters and as escapes: nothing depends on the locale."""
    t = Thread(cwd="/srv/\u7a91\u7089/\u00f6fen")
    t.ask("\u628a\u7897\u4e0a\u91c9\u3002 \U0001f3fa", gitBranch="\u0433\u043b\u0430\u0437\u0443\u0440\u044c")
    t.say("msg_g1", call("toolu_g1", "Read", file_path="/srv/\u7a91\u7089/\u7897.txt"), usage(1, 100, 10))
    t.give("toolu_g1", "\u0645\u0632\u062c\u062c")
    lines = [compact(t.lines[0]), json.dumps(t.lines[1]).encode(), compact(t.lines[2])]
    return lines, find(totals(1, 0, 0, 100, 10, n=1), prompts=1, calls=1, results=1)
