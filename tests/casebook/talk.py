"""Cases of limits, errors, prompts and results: what is an event and what only looks like one."""

from __future__ import annotations

from typing import Any

from .case import Made, case, find, totals
from .thread import Thread, call, text, usage

ZERO = usage(0, 0, 0, service_tier=None, iterations=None, speed=None)


def client_says(t: Thread, place: int, words: str, **fields: Any) -> None:
    """A line that the client wrote in the model's place."""
    identity = f"9f000000-0000-4000-8000-0000000001{place:02d}"
    t.say(identity, text(words), ZERO, stop="stop_sequence", model="<synthetic>", **fields)


def limited(**fields: Any) -> dict[str, Any]:
    """The fields of an error line about rates."""
    return {"error": "rate_limit", "isApiErrorMessage": True, "apiErrorStatus": 429, **fields}


@case
def limits_and_what_looks_like_them() -> Made:
    """One plan limit and one other 429 are events. The same words in a prompt, in a result and in a line that is no
    error are not.
    """
    t = Thread(version="2.1.221")
    t.ask('What does "You\'ve hit your session limit · resets 6pm" mean?')
    t.say("msg_l1", call("toolu_l1", "Grep", pattern="rate_limit"), usage(3, 9100, 61, w1=11))
    t.give("toolu_l1", '{"error":"rate_limit","isApiErrorMessage":true,"quotaLimits":{"status":"rejected"}}')
    client_says(t, 1, "No response requested.", isApiErrorMessage=False)
    client_says(t, 2, "You've hit your session limit · resets 1:20pm (Etc/UTC)", **limited())
    client_says(t, 3, "API Error: Request rejected (429) · Try again later.", **limited(apiErrorIsTransient=False))
    found = totals(3, 0, 11, 9100, 61, n=1)
    return t, find(found, prompts=1, calls=1, results=1, limits=1, errors=1)


@case
def limit_of_a_week() -> Made:
    """The week's limit, in words."""
    t = Thread(version="2.1.240")
    client_says(t, 1, "You've hit your weekly limit · resets Mar 5 at 9am (Etc/UTC)", **limited())
    return t, find(totals(), limits=1)


@case
def limit_by_structure() -> Made:
    """A newer client says it in fields: two windows, one of them with words that nobody has seen before."""
    t = Thread(version="2.1.260")
    for place, (kind, words) in enumerate(
        (("five_hour", "You've hit your limit"), ("seven_day", "No more clay today"))
    ):
        quota = {"status": "rejected", "resetsAt": 1772460000 + place, "rateLimitType": kind, "isUsingOverage": False}
        client_says(t, place, words, **limited(quotaLimits=quota))
    return t, find(totals(), limits=2)


@case
def limit_of_last_year() -> Made:
    """An old client's words, with the moment of the reset as a number."""
    t = Thread(version="1.0.61")
    client_says(t, 1, "Claude AI usage limit reached|1772460000", isApiErrorMessage=True)
    return t, find(totals(), limits=1)


@case
def limit_not_reached() -> Made:
    """Quota fields that allow the request are no limit, and neither is a talk about limits by the model itself."""
    t = Thread(version="2.1.260")
    quota = {"status": "allowed", "rateLimitType": "five_hour", "resetsAt": 1772460000}
    t.say(
        "msg_l1",
        text("You've hit your session limit · resets 6pm is what it says."),
        usage(2, 30, 4),
        quotaLimits=quota,
    )
    return t, find(totals(2, 0, 0, 30, 4, n=1))


@case
def errors_and_retries() -> Made:
    """An overload is an error and no limit. The retries before it have no usage; whether each is an error event is not
    judged here, that nothing is counted for them is.
    """
    t = Thread(version="2.1.5")
    t.ask("Heat.")
    for attempt in (1, 2):
        fields = {"retryAttempt": attempt, "maxRetries": 10, "retryInMs": 512.5 * attempt, "level": "error"}
        t.add("system", subtype="api_error", error={"status": 529, "requestID": "req_x"}, **fields)
    client_says(t, 1, 'API Error: 529 {"type":"error"}', error="unknown", isApiErrorMessage=True)
    return t, find(totals(), prompts=1, errors=None, limits=0)


@case
def prompts_and_what_looks_like_them() -> Made:
    """Two people's prompts (one of them in blocks) among fourteen user lines: commands and their output, interrupts,
    notes of the client, notifications, results and a child's brief are none.
    """
    t = Thread()
    t.ask("First prompt.")
    t.ask([text("Second prompt,"), text("in two blocks.")])
    t.ask("<command-name>/cost</command-name>\n<command-message>cost</command-message>")
    t.ask("<local-command-stdout>Nothing yet</local-command-stdout>")
    t.ask("<local-command-caveat>Ignore this</local-command-caveat>", isMeta=True)
    t.ask([text("[Request interrupted by user]")])
    t.ask([text("[Request interrupted by user for tool use]")])
    t.ask("A reminder of the client.", isMeta=True)
    t.ask("<task-notification>\n<task-id>a1</task-id>\n</task-notification>")
    t.ask("A child's brief.", isSidechain=True)
    t.say("msg_t1", call("toolu_t1", "Bash", command="ls"), usage(2, 30, 4))
    t.give("toolu_t1", "kiln.py")
    return t, find(totals(2, 0, 0, 30, 4, n=1), prompts=2, calls=1, results=1)


@case
def results_of_every_kind() -> Made:
    """Results as text, as a list, as a picture, empty, failed, refused; the client's own record of them as an object, a
    list, a text and missing. A call without a result and a result without a call are both there.
    """
    t = Thread()
    calls = [call(f"toolu_r{n}", "Bash", command=f"step {n}") for n in range(1, 8)]
    for block in calls:
        t.say("msg_r1", block, usage(2, 30, 70), stop="tool_use")
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
    t.give("toolu_r1", "plain", toolUseResult={"stdout": "plain", "stderr": "", "interrupted": False})
    t.give("toolu_r2", [text("in"), text("two")], toolUseResult=[text("in"), text("two")])
    t.give("toolu_r3", [picture], toolUseResult={"type": "image", "file": {"base64": "iVBORw0KGgo="}})
    t.give("toolu_r4", "", toolUseResult=None)
    t.give("toolu_r5", "Exit code 3\nno clay", is_error=True, toolUseResult="Error: Exit code 3\nno clay")
    t.give("toolu_r6", "The user doesn't want to proceed", is_error=True, toolUseResult="User rejected tool use")
    t.give("toolu_r9", "of a call that is not here")
    return t, find(totals(2, 0, 0, 30, 70, n=1), calls=7, results=7)


@case
def two_calls_in_a_line() -> Made:
    """A client that keeps a whole message on one line: thinking, text and two calls."""
    t = Thread()
    blocks = [{"type": "thinking", "thinking": "hm", "signature": "s"}, text("Both.")]
    blocks += [call("toolu_r1", "Read", file_path="a"), call("toolu_r2", "Read", file_path="b")]
    t.say("msg_r1", blocks, usage(2, 30, 7), stop="tool_use")
    answers = [{"tool_use_id": f"toolu_r{n}", "type": "tool_result", "content": "x"} for n in (1, 2)]
    t.ask(answers)
    return t, find(totals(2, 0, 0, 30, 7, n=1), calls=2, results=2)


@case
def blocks_of_no_kind() -> Made:
    """Blocks that are null, a text, or of a type that nobody knows stand beside a good one."""
    t = Thread()
    odd: list[Any] = [None, "words", 3, {"type": "hologram"}, {"text": "no type"}, call("toolu_r1", "Read")]
    t.say("msg_r1", odd, usage(2, 30, 7))
    t.say("msg_r2", text("Still."), usage(2, 30, 7))
    return t, find(totals(4, 0, 0, 60, 14, n=2), calls=1, rejections=None)


@case
def times_of_every_kind() -> Made:
    """Times with an offset, without parts of a second, with six digits, in words and missing: the usage counts."""
    t = Thread()
    for place, when in enumerate(
        ("2026-03-02T10:00:00+02:00", "2026-03-02T10:00:01Z", "2026-03-02T10:00:02.123456Z", "noon", ...)
    ):
        t.say(f"msg_w{place}", text("Tick."), usage(1, 10, 2), timestamp=when)
    return t, find(totals(5, 0, 0, 50, 10, n=5), rejections=None)
