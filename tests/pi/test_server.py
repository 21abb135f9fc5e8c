"""What is answered, in which order, and what is written down afterwards."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from tests.pi.serving import Json, Served, result

LONG = "".join(f"{n:04d} of it\n" for n in range(1200))  # 12,000 characters: 3,000 tokens


def open_session(served: Served) -> Json:
    """Start a session and return the reply."""
    (reply,) = served.say(id=1, type="session_start", session="s1", snapshots=[])
    return reply


def test_a_session_starts(tmp_path: Path) -> None:
    """With the time a model may take and three seconds, a widget, and the tool to look for others."""
    reply = open_session(Served(tmp_path, PI_CTX_AUX_TIMEOUT_MS="5000"))

    assert 8000 == reply["longMs"]
    assert "ctxwm saved 0 tok (bash 0 · amnesia 0 · lazy 0 · write 0)" == reply["widget"]
    assert "find_capability" == reply["tool"]["name"]


def test_switches_leave_out_what_they_switch_off(tmp_path: Path) -> None:
    """No tool without the lazy mechanism, no line without the widget, neither when all is off."""
    assert {"v", "id", "longMs", "widget"} == open_session(Served(tmp_path, PI_CTX_LAZY="0")).keys()
    assert {"v", "id", "longMs", "tool"} == open_session(Served(tmp_path, PI_CTX_STATS_WIDGET="0")).keys()
    assert {"v", "id", "longMs"} == open_session(Served(tmp_path, PI_CTX_OFF="1")).keys()


def test_counters_go_on_from_the_last_snapshot(tmp_path: Path) -> None:
    """Of the current branch."""
    served = Served(tmp_path)
    snapshot = {"cumulative": {"bash": 700, "amnesia": 0, "lazy": 0, "write": 50, "total": 750}, "turns": []}
    (reply,) = served.say(id=1, type="session_start", session="s1", snapshots=[{}, snapshot])

    assert "ctxwm saved 750 tok (bash 700 · amnesia 0 · lazy 0 · write 50)" == reply["widget"]


def test_questions_may_wait_together_and_be_answered_in_any_order(tmp_path: Path) -> None:
    """Each reply goes to the request that it is about; what asks nothing is answered in between."""
    served = Served(tmp_path)
    open_session(served)
    (first,) = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    (second,) = served.say(id=3, type="tool_result", result=result("bash", "c2", LONG, command="make"))
    between = served.say(id=4, type="tool_result", result=result("bash", "c3", "short", command="ls"))
    later = served.say(answer=second["ask"], sent=True, text="- two")
    earlier = served.say(answer=first["ask"], sent=True, text="- one")

    assert [{"v": 1, "id": 4}] == between
    assert [(3, "- two"), (2, "- one")] == [(r["id"], r["content"][0]["text"]) for r in (*later, *earlier)]
    assert (1024, 20_000, "") == (first["maxTokens"], first["timeoutMs"], first["model"])


def test_an_answer_that_nobody_waits_for_is_passed_over(tmp_path: Path) -> None:
    """One to a number that was never asked, or was answered already."""
    served = Served(tmp_path)
    open_session(served)
    (ask,) = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    served.say(answer=ask["ask"], sent=True, text="- one")

    assert [] == served.say(answer=ask["ask"], sent=True, text="- once more")
    assert [] == served.say(answer=77, sent=True, text="- what")


def test_a_model_that_does_not_answer_in_time_is_given_up(tmp_path: Path) -> None:
    """The end of the output is what is left, and the question is counted: it was sent."""
    served = Served(tmp_path, PI_CTX_AUX_TIMEOUT_MS="50", PI_CTX_BASH_FALLBACK_BYTES="100")
    open_session(served)
    served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    served.finish(after=0.5)
    (reply,) = served.taken()

    assert (2, LONG[-100:]) == (reply["id"], reply["content"][0]["text"][:100])
    assert ["bash-fallback"] == [event["kind"] for event in served.events()]


def test_without_a_model_nothing_is_asked_or_counted_as_asked(tmp_path: Path) -> None:
    """The reply comes from the loop at once."""
    served = Served(tmp_path, PI_CTX_AUX="none")
    open_session(served)
    asked = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    turned = served.say(id=3, type="turn_end")
    served.finish(after=0.3)
    (reply,) = served.taken()

    assert ([], 3) == (asked, turned[0]["id"])
    assert (2, True) == (reply["id"], len(reply["content"][0]["text"]) < len(LONG))


def test_what_fails_is_an_error_and_the_next_is_answered(tmp_path: Path) -> None:
    """A line that is none of the protocol's, and a failure of our own."""
    served = Served(tmp_path)
    served.server.hear(b"no JSON")
    (misread,) = served.taken()
    (failed,) = served.say(id=5, type="context", messages=[{"role": "user", "content": "hi"}, 3])
    (reply,) = served.say(id=6, type="stats")

    assert {"v": 1, "id": 0, "error": "this line is no JSON"} == misread
    assert 5 == failed["id"]
    assert reply["text"].startswith("Context window management")


def test_a_fact_that_was_not_taken_strips_nothing(tmp_path: Path) -> None:
    """And is written down."""
    served = Served(tmp_path)
    open_session(served)
    written = result("write", "c1", "ok", path="a.py", content='"""Does it."""\n' + "x = 1\n" * 100)
    (ask,) = served.say(id=2, type="tool_result", result=written)
    (reply,) = served.say(answer=ask["ask"], sent=True, text="[Wrote a.py — does it, ~101 lines]")
    (noted,) = served.say(id=3, type="injected", toolCallId="c1", accepted=False)
    served.finish()

    assert "ctxwm-fact" == reply["inject"]["customType"]
    assert {"v": 1, "id": 3} == noted
    assert ["write-inject-failed"] == [event["kind"] for event in served.events()]


def test_a_skill_is_read_from_its_file(tmp_path: Path) -> None:
    """One that is not there is said to be missing."""
    skill = tmp_path / "SKILL.md"
    skill.write_text("How to glaze.")
    served = Served(tmp_path)
    open_session(served)
    catalogue: Json = {"tools": [], "active": [], "skillSection": ""}
    texts = []
    for path in (skill, tmp_path / "gone"):
        catalogue["skills"] = [{"name": "glazing", "description": "glaze a pot", "filePath": str(path)}]
        params = {"description": "glaze a pot"}
        (reply,) = served.say(id=2, type="find_capability", toolCallId="c", params=params, catalogue=catalogue)
        texts.append(reply["text"])

    assert ("How to glaze." in texts[0], "How to glaze." in texts[1]) == (True, False)


@pytest.mark.parametrize("text", ["[pi]\naux = 3\n", "x = ["])
def test_settings_that_cannot_be_used_do_not_keep_it_from_serving(text: str, tmp_path: Path) -> None:
    """Pi's own model is asked, as without any."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text(text)
    served = Served(tmp_path)
    open_session(served)

    assert "ask" in served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))[0]


def test_a_session_that_starts_anew_leaves_no_request_without_a_reply(tmp_path: Path) -> None:
    """What waited for a model stays as it is, and the model's word for it comes too late."""
    served = Served(tmp_path)
    open_session(served)
    (ask,) = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    replies = served.say(id=3, type="session_start", session="s2", snapshots=[])

    assert [2, 3] == [reply["id"] for reply in replies]
    assert {"v": 1, "id": 2} == replies[0]
    assert [] == served.say(answer=ask["ask"], sent=True, text="- one")
    assert 0 == served.say(id=4, type="turn_end")[0]["snapshot"]["cumulative"]["total"]


def test_a_reply_that_fails_is_an_error_of_its_request_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever brings the word: pi, or the loop that found none."""

    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("no memory")

    served = Served(tmp_path, PI_CTX_AUX_TIMEOUT_MS="50")
    open_session(served)
    (ask,) = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    served.say(id=3, type="tool_result", result=result("bash", "c2", LONG, command="make"))
    monkeypatch.setattr("tallystick.mechanisms.session.Session.answered", fail)
    told = served.say(answer=ask["ask"], sent=True, text="- one")
    served.finish(after=0.3)

    assert [{"v": 1, "id": 2, "error": "RuntimeError: no memory"}] == told
    assert [{"v": 1, "id": 3, "error": "RuntimeError: no memory"}] == served.taken()


@pytest.mark.parametrize("timeout", ["1e300", "9e15"])
def test_a_time_that_no_clock_knows_ends_nothing(timeout: str, tmp_path: Path) -> None:
    """A day is the longest; what is told to pi is within its own clock's 2**31 ms."""
    served = Served(tmp_path, PI_CTX_AUX_TIMEOUT_MS=timeout)
    longest = open_session(served)["longMs"]
    (ask,) = served.say(id=2, type="tool_result", result=result("bash", "c1", LONG, command="make"))
    served.finish(after=0.1)

    assert (86_403_000, 86_400_000) == (longest, ask["timeoutMs"])


@pytest.mark.parametrize("size", [7, 100_000])
def test_lines_come_in_any_pieces(size: int, tmp_path: Path) -> None:
    """Several in one, or one in many; the end without a line feed is no request."""
    served = Served(tmp_path)
    lines = [
        {"v": 1, "id": number, "type": "context", "messages": [{"role": "user", "content": "é" * 40}]}
        for number in (1, 2, 3)
    ]
    data = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode() + b'{"v": 1, "id": 4'
    reading, writing = os.pipe()

    def send() -> None:
        for start in range(0, len(data), size):
            os.write(writing, data[start : start + size])
            time.sleep(0.001)
        os.close(writing)

    threading.Thread(target=send).start()
    served.server.run(reading)
    os.close(reading)

    assert [{"v": 1, "id": number, "edits": []} for number in (1, 2, 3)] == served.taken()
