"""Cases of counting: one message on many lines, keys, cache lifetimes, parts that are no addends."""

from __future__ import annotations

from .case import Made, case, find, rejected, totals
from .thread import Thread, call, text, usage


@case
def parts_grow() -> Made:
    """Three blocks of one message repeat its usage while the output grows; the largest is the message's."""
    t = Thread()
    t.ask("Glaze the bowl.")
    for block, out, stop in (
        (text("First the base coat."), 2, None),
        (call("toolu_g1", "Read", file_path="/srv/kiln/glaze.txt"), 2, None),
        (call("toolu_g2", "Read", file_path="/srv/kiln/bowl.txt"), 371, "tool_use"),
    ):
        t.say("msg_g1", block, usage(4, 1100, out, w5=210), stop=stop)
    t.give("toolu_g1", "matt white")
    t.give("toolu_g2", "18 cm")
    return t, find(totals(4, 210, 0, 1100, 371, n=1), prompts=1, calls=2, results=2)


@case
def parts_interleaved() -> Made:
    """A result stands between two lines of one message, time runs back once, and no line says why it stopped."""
    t = Thread(version="2.1.31")
    t.ask("Compare both firings.")
    t.say("msg_g1", call("toolu_g1", "Read", file_path="/srv/kiln/one.log"), usage(5, 1300, 8, w5=240), stop=None)
    t.give("toolu_g1", "1040 C")
    t.at(1).say("msg_g1", call("toolu_g2", "Read", file_path="/srv/kiln/two.log"), usage(5, 1300, 8, w5=240), stop=None)
    t.give("toolu_g2", "1060 C")
    return t, find(totals(5, 240, 0, 1300, 8, n=1, low=1), prompts=1, calls=2, results=2)


@case
def parts_shrink() -> Made:
    """The largest output stands on the first line, not on the last: order decides nothing."""
    t = Thread()
    t.say("msg_g1", text("Cones melted."), usage(3, 900, 55))
    t.say("msg_g1", text("All of them."), usage(3, 900, 7), stop=None)
    return t, find(totals(3, 0, 0, 900, 55, n=1))


@case
def parts_alike() -> Made:
    """Three lines carry the same final usage: one message of 12 / 2,000 / 160, not three."""
    t = Thread()
    t.ask("Stack the shelves.")
    for place in range(3):
        t.say("msg_g1", text(f"Shelf {place}."), usage(12, 2000, 160, w1=50))
    return t, find(totals(12, 0, 50, 2000, 160, n=1), prompts=1)


@case
def stop_on_one_line() -> Made:
    """One line of two has a stop reason: its output is final; the second message never stopped."""
    t = Thread()
    t.say("msg_g1", text("Cooling"), usage(2, 100, 1), stop=None)
    t.say("msg_g1", text("down."), usage(2, 100, 30))
    t.say("msg_g2", text("Waiting"), usage(2, 130, 3), stop=None)
    # output 30 + 3
    return t, find(totals(4, 0, 0, 230, 33, n=2, low=1))


@case
def other_vendor() -> Made:
    """Another vendor's model: no request id, an id of another form, two lines a message."""
    t = Thread()
    t.ask("Write the firing log.")
    for identity, fresh, out in (("20260302aa01", 41000, 35), ("20260302aa02", 41600, 44)):
        for words in ("One moment.", "Here it is."):
            t.say(identity, text(words), usage(fresh, 0, out), model="glm-5", requestId=...)
    # 41,000 + 41,600 and 35 + 44, each once
    found = totals(82600, 0, 0, 0, 79, n=2)
    return t, find(found, prompts=1, by_model={"glm-5": found})


@case
def keyed_by_request() -> Made:
    """Lines without a message id belong together by their request id."""
    t = Thread()
    t.say(..., text("Wedge"), usage(6, 400, 2), stop=None, requestId="req_k1")
    t.say(..., text("the clay."), usage(6, 400, 21), requestId="req_k1")
    t.say(None, text("Throw it."), usage(7, 430, 9), requestId="req_k2")
    return t, find(totals(13, 0, 0, 830, 30, n=2))


@case
def keyed_by_uuid() -> Made:
    """Neither a message id nor a request id: every line is a response of its own."""
    t = Thread()
    t.say(..., text("Wedge."), usage(6, 400, 11))
    t.say(..., text("Throw."), usage(6, 400, 11))
    return t, find(totals(12, 0, 0, 800, 22, n=2))


@case
def one_message_two_requests() -> Made:
    """The message id is the key even where two request ids stand beside it."""
    t = Thread()
    t.say("msg_g1", text("Once."), usage(8, 500, 12), requestId="req_a")
    t.say("msg_g1", text("Twice."), usage(8, 500, 12), requestId="req_b")
    return t, find(totals(8, 0, 0, 500, 12, n=1))


@case
def split_absent() -> Made:
    """An old client gives no lifetimes: 700 tokens were written for an unknown time."""
    t = Thread(version="1.0.61")
    t.say("msg_g1", text("Written."), usage(3, 0, 10, w5=700, cache_creation=...))
    t.say("msg_g2", text("Again."), usage(3, 0, 10, w5=60, cache_creation=None))
    # 700 + 60
    return t, find(totals(6, 0, 0, 0, 20, n=2, unknown=760))


@case
def split_in_part() -> Made:
    """1,000 were written, 500 of them for an hour and 300 for five minutes: what is left, 200, is five minutes'."""
    t = Thread()
    lifetimes = {"ephemeral_5m_input_tokens": 300, "ephemeral_1h_input_tokens": 500}
    t.say("msg_g1", text("Split."), usage(3, 0, 10, cache_creation_input_tokens=1000, cache_creation=lifetimes))
    return t, find(totals(3, 500, 500, 0, 10, n=1))


@case
def split_without_sum() -> Made:
    """The lifetimes stand there and the sum does not."""
    t = Thread()
    t.say("msg_g1", text("Split."), usage(3, 0, 10, w5=40, w1=50, cache_creation_input_tokens=...))
    return t, find(totals(3, 40, 50, 0, 10, n=1))


@case
def split_of_an_hour() -> Made:
    """Everything was written for an hour, which costs more than five minutes."""
    t = Thread()
    t.say("msg_g1", text("Kept long."), usage(2, 0, 5, w1=1000))
    return t, find(totals(2, 0, 1000, 0, 5, n=1))


@case
def iterations_are_parts() -> Made:
    """Two iterations add up to the usage above them: 3 + 4 = 7 and 20 + 31 = 51. They are never added to it."""
    t = Thread()
    steps = [
        {"type": "message", "input_tokens": 3, "output_tokens": 20, "cache_read_input_tokens": 100},
        {"type": "message", "input_tokens": 4, "output_tokens": 31, "cache_read_input_tokens": 900},
    ]
    t.say("msg_g1", text("In two steps."), usage(7, 1000, 51, iterations=steps, speed="standard"))
    return t, find(totals(7, 0, 0, 1000, 51, n=1))


@case
def thinking_is_a_part() -> Made:
    """Of 90 output tokens 60 were thinking; the output stays 90."""
    t = Thread()
    t.say("msg_g1", text("Thought."), usage(2, 300, 90, output_tokens_details={"thinking_tokens": 60}))
    t.say("msg_g2", text("Not."), usage(2, 300, 9, output_tokens_details=None))
    return t, find(totals(4, 0, 0, 600, 99, n=2))


@case
def searches_and_variants() -> Made:
    """Web searches are counted; speed, place and tier change a price and no count."""
    t = Thread()
    t.say(
        "msg_g1", text("Found."), usage(2, 10, 5, server_tool_use={"web_search_requests": 2, "web_fetch_requests": 7})
    )
    t.say("msg_g2", text("Fast."), usage(2, 10, 5, speed="fast", inference_geo="us", service_tier=None))
    t.say("msg_g3", text("Odd."), usage(2, 10, 5, speed=None, inference_geo="", server_tool_use=None))
    return t, find(totals(6, 0, 0, 30, 15, n=3, searches=2))


@case
def no_model() -> Made:
    """Usage without a model is usage; it has no price."""
    t = Thread()
    t.say("msg_g1", text("Who am I?"), usage(5, 60, 7), model=...)
    t.say("msg_g2", text("Nobody."), usage(5, 60, 7), model=None)
    return t, find(totals(10, 0, 0, 120, 14, n=2))


@case
def no_usage() -> Made:
    """An assistant line without usage is no response, but its tool call happened."""
    t = Thread()
    t.say("msg_g1", call("toolu_g1", "Bash", command="ls"), ...)
    t.say("msg_g2", call("toolu_g2", "Bash", command="pwd"), None)
    return t, find(totals(), calls=2)


@case
def usage_on_one_of_two_lines() -> Made:
    """Only the second line of a message carries its usage."""
    t = Thread()
    t.say("msg_g1", text("Late"), ...)
    t.say("msg_g1", text("but here."), usage(4, 70, 13))
    return t, find(totals(4, 0, 0, 70, 13, n=1))


@case
def synthetic_with_tools() -> Made:
    """The client's own lines are no model and no usage, whatever they say; a tool block on one is still an event."""
    t = Thread()
    t.say(
        "9f000000-0000-4000-8000-000000000001",
        call("toolu_s1", "Bash", command="ls"),
        usage(0, 0, 0),
        model="<synthetic>",
    )
    t.give("toolu_s1", "kiln.py")
    t.say("9f000000-0000-4000-8000-000000000002", text("No response requested."), usage(9, 9, 9), model="<synthetic>")
    t.say("msg_g1", text("Real."), usage(1, 2, 3))
    return t, find(totals(1, 0, 0, 2, 3, n=1), calls=1, results=1)


@case
def model_switched() -> Made:
    """One session on two models: each keeps its own."""
    t = Thread()
    t.say("msg_g1", text("Large."), usage(5, 100, 20), model="claude-opus-4-6")
    t.say("msg_g2", text("Small."), usage(6, 200, 30), model="claude-haiku-4-5-20251001")
    t.say("msg_g3", text("Small again."), usage(7, 300, 40), model="claude-haiku-4-5-20251001")
    small = totals(13, 0, 0, 500, 70, n=2)
    by_model = {"claude-opus-4-6": totals(5, 0, 0, 100, 20, n=1), "claude-haiku-4-5-20251001": small}
    return t, find(totals(18, 0, 0, 600, 90, n=3), by_model=by_model)


@case
def counts_missing() -> Made:
    """A count that is null or not there was not reported: nothing is added for it, and nothing is refused."""
    t = Thread()
    t.say("msg_g1", text("Null."), usage(4, 0, 6, cache_read_input_tokens=None, cache_creation_input_tokens=None))
    t.say("msg_g2", text("Gone."), {"output_tokens": 8})
    return t, find(totals(4, 0, 0, 0, 14, n=2))


@case
def counts_as_floats() -> Made:
    """12.0 and 1e3 are whole numbers in another spelling."""
    t = Thread()
    t.say("msg_g1", text("Floats."), usage(4, 0, 6))
    data = (
        t.data()
        .replace(b'"input_tokens":4', b'"input_tokens":12.0')
        .replace(b'"cache_read_input_tokens":0', b'"cache_read_input_tokens":1e3')
    )
    return data, find(totals(12, 0, 0, 1000, 6, n=1))


@case
def counts_of_no_kind() -> Made:
    """Text, a half, less than nothing, a truth and a list are no counts: each line is refused, the good one counts."""
    t = Thread()
    for place, wrong in enumerate(("12", 1.5, -3, True, [4])):
        t.say(f"msg_w{place}", text("Wrong."), usage(1, 10, 5, output_tokens=wrong))
    t.say("msg_g1", text("Right."), usage(1, 10, 5))
    refused = [rejected(line, "wrong shape") for line in range(1, 6)]
    return t, find(totals(1, 0, 0, 10, 5, n=1), rejections=refused)


@case
def count_beyond_exactness() -> Made:
    """2^53 + 1 tokens is no count that a client could have kept exactly: refused, not rounded."""
    t = Thread()
    t.say("msg_w1", text("Too many."), usage(1, 10, 9007199254740993))
    t.say("msg_w2", text("Far too many."), usage(1, 10, 10**30))
    t.say("msg_g1", text("Enough."), usage(1, 10, 9007199254740991))
    refused = [rejected(1, "wrong shape"), rejected(2, "wrong shape")]
    note = "The specification asks for no wrong total; that such a count is refused is our ruling."
    return t, find(totals(1, 0, 0, 10, 9007199254740991, n=1), rejections=refused, beyond_spec=note)
