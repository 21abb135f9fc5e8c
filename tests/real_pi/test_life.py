"""The bridge comes and goes: resumed sessions, a server that dies, is late, is wrong or is not there, and the switch."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.real_pi.conftest import BASH, DIGEST, Bridged, Open, blocks_of, estimate, reply
from tests.real_pi.test_mechanisms import OUTPUT, both, results
from tests.standin.script import Json, Turn

pytestmark = pytest.mark.needs("pi")
SAVED = estimate(OUTPUT) - estimate(DIGEST)  # of one long output: 10,450 less 12
BACK = Path(__file__).with_name("back.ts")
PLAY = "please do %%play:mechanisms%%"


def requests(found: Bridged) -> list[str]:
    """Each request whole, the folder's name apart."""
    base = str(found.pi.base)
    return [json.dumps(row["request"]).replace(base, "BASE") for row in found.pi.server.log]


def server_of(found: Bridged) -> int | None:
    """The process id of the tally that serves this pi."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"tallystick.pi" in words and str(found.root).encode() in words:
            return int(path.parent.name)
    return None


def is_shown(event: Json, word: str) -> bool:
    """Whether an event of the talk is something that an extension shows."""
    return event.get("type") == "extension_ui_request" and event.get("method") == word


@both
def test_a_resumed_session_goes_on_counting(tool: str, opened: Open) -> None:
    """The second start takes up what the first one left, says so at once, and repeats nothing in the ledger."""
    found = opened(tool, PI_CTX_LAZY="0")
    found.pi.ask("please do %%play:long_output%%")
    with found.pi.talk("--continue") as talk:
        first = talk.wait("extension_ui_request", method="setWidget")
        talk.prompt("please do %%play:more%%")

    assert 2 * SAVED == sum(turn["bash"] for turn in found.turns)
    assert 2 * SAVED == found.snapshots[-1]["cumulative"]["total"]
    assert [
        f"ctxwm saved {2 * SAVED / 1000:.1f}k tok (bash {2 * SAVED / 1000:.1f}k · amnesia 0 · lazy 0 · write 0)"
    ] == first["widgetLines"]


def test_the_statistics_are_told(opened: Open) -> None:
    """`/ctx-stats` says what the widget says, and where the log is; the widget follows every turn."""
    found = opened(PI_CTX_LAZY="0")
    with found.pi.talk() as talk:
        talk.prompt("please do %%play:long_output%%")
        talk.tell(type="prompt", message="/ctx-stats")
        told = talk.wait("extension_ui_request", method="notify")
        widgets = [event["widgetLines"][0] for event in talk.events if is_shown(event, "setWidget")]

    assert ["0 tok", "10.4k tok", "20.9k tok"] == [text.split("saved ")[1].split(" (")[0] for text in widgets[:3]]
    assert [
        "Context window management — token savings:",
        "  cumulative: 20.9k total (bash 20.9k · amnesia 0 · lazy 0 · write 0)",
        "  last turn: 0 (bash 0 · amnesia 0 · lazy 0 · write 0)",
        "  turns tracked: 3",
        f"  event log: {found.pi.agent}/logs/ctxwm.jsonl",
    ] == told["message"].splitlines()[:5]


@both
def test_another_branch_has_its_own_count(tool: str, opened: Open) -> None:
    """Back behind the first turn of three, the session has kept out one output; the next turn goes on from there."""
    found = opened(tool, PI_CTX_LAZY="0")
    with found.pi.talk("-e", str(BACK)) as talk:
        talk.prompt("please do %%play:long_output%%")
        talk.tell(type="prompt", message="/back")
        shown = talk.wait("extension_ui_request", method="setWidget")
        talk.prompt("please do %%play:more%%")

    assert shown["widgetLines"][0].startswith(f"ctxwm saved {SAVED / 1000:.1f}k tok")
    assert [SAVED, 2 * SAVED, 2 * SAVED, SAVED] == [one["cumulative"]["total"] for one in found.snapshots]
    assert 2 * SAVED == sum(turn["bash"] for turn in found.turns)


@both
def test_who_stops_pi_does_not_wait_for_the_auxiliary_model(tool: str, opened: Open) -> None:
    """It takes a minute; the run is over at once, and pi goes on."""

    def slowly(request: Json) -> Turn | None:
        asked.set()
        turn = reply(request)
        return None if turn is None else replace(turn, pause_before=60.0)

    asked = threading.Event()
    found = opened(tool, aside=slowly, PI_CTX_LAZY="0")
    with found.pi.talk() as talk:
        talk.tell(type="prompt", message="please do %%play:long_output%%")
        talk.wait_until(asked.is_set)
        began = time.monotonic()
        talk.ask(type="abort")
        if not any(event["type"] == "agent_end" for event in talk.events):
            talk.wait("agent_end")
        taken = time.monotonic() - began
        talk.prompt("please do %%play:more%%")

    assert taken < 10
    assert "A second answer." in json.dumps(found.entries[-3:])


def test_a_server_that_dies_in_mid_turn_costs_what_it_was_asked(opened: Open) -> None:
    """The output arrives as it came; a second later another server digests the next one."""
    killed: list[int] = []

    def kill_once(request: Json) -> Turn | None:
        if request["max_tokens"] == BASH and not killed:
            process = server_of(found)
            assert process is not None
            os.kill(process, signal.SIGKILL)
            killed.append(process)
        return reply(request)

    found = opened(aside=kill_once, PI_CTX_LAZY="0")
    said = found.pi.ask("please do %%play:long_output%%")

    assert "Both outputs are there." in said
    assert [[OUTPUT], [OUTPUT, DIGEST]] == [list(results(messages).values()) for messages in found.talk[1:]]
    assert [SAVED] == [turn["bash"] for turn in found.turns if turn["bash"]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The requests of a pi without the extension."""
    from tests.real_pi.conftest import bridge

    found = bridge("pi", tmp_path_factory.mktemp("plain") / "pi", installs=False)
    with found.pi.server:
        found.pi.ask(PLAY)
    return requests(found)


def test_without_tally_pi_works_as_ever(opened: Open, plain: list[str]) -> None:
    """The program is gone: every request is, to the byte, that of a pi without the extension."""
    found = opened(command=["/nowhere/tally"])
    found.pi.ask(PLAY)

    assert plain == requests(found)
    assert [] == found.snapshots


def test_switched_off_pi_works_as_ever(opened: Open, plain: list[str]) -> None:
    """With PI_CTX_OFF=1 nothing is started, sent or kept."""
    found = opened(PI_CTX_OFF="1")
    found.pi.ask(PLAY)

    assert plain == requests(found)
    assert ([], [], False) == (found.snapshots, found.events, found.root.exists())


@pytest.mark.parametrize(
    "code",
    [
        "import sys; sys.stdin.read()",
        "print('hello', flush=True); import sys; sys.stdin.read()",
        'print(\'{"v": 2, "id": 1}\', flush=True); import sys; sys.stdin.read()',
        "raise SystemExit(3)",
    ],
    ids=["silent", "garbage", "another version", "ends at once"],
)
def test_a_server_that_is_late_or_wrong_changes_nothing(code: str, opened: Open, plain: list[str]) -> None:
    """It is ended and left alone for a while, so that a run is not held up at every step."""
    found = opened(command=[sys.executable, "-c", code])
    began = time.monotonic()
    found.pi.ask(PLAY)

    assert plain == requests(found)
    assert [] == found.snapshots
    assert time.monotonic() - began < 60  # of some twenty events, each would wait two seconds


def test_without_an_auxiliary_model_the_filters_make_the_digest(opened: Open) -> None:
    """2,000 equal lines are one line and a count, and the whole of them is kept."""
    found = opened(PI_CTX_AUX="none", PI_CTX_LAZY="0")
    found.pi.ask("please do %%play:repeats%%")
    (text,) = results(found.talk[-1]).values()
    (name,) = re.findall(r"tally output ([0-9a-f]{12})", text)

    assert ([], "the same line again [×2,000]") == (found.asides, text.splitlines()[0])
    assert "the same line again\n" * 2000 == (found.root / "outputs" / name).read_text()
    assert [10_000 - estimate(text)] == [turn["bash"] for turn in found.turns if turn["bash"]]  # 2,000 x 20 / 4


def test_without_an_auxiliary_model_nothing_is_judged(opened: Open) -> None:
    """No question is asked: of an output that no filter knows the end is kept, results stay, a fact is the file's own."""
    found = opened(PI_CTX_AUX="none")
    found.pi.ask(PLAY)
    last = found.talk[-1]

    assert [] == found.asides
    assert 0 == sum(turn["aux_calls"] for turn in found.turns)
    assert 0 < sum(turn["bash"] for turn in found.turns) < estimate(OUTPUT)
    assert 6 == len(results(last))
    assert "line 001900 of output" in json.dumps(last)
    assert "line 000900 of output" not in json.dumps(last)
    assert "of a long file" in json.dumps(last)
    (fact,) = [block["text"] for block in blocks_of(last, "text") if block["text"].startswith("[Wrote")]
    assert "Makes a list." in fact


def test_a_program_of_one_s_own_may_be_the_auxiliary_model(opened: Open, tmp_path: Path) -> None:
    """It reads the question and prints the answer."""
    program = tmp_path / "model"
    program.write_text(f"#!/bin/sh\ngrep -q 'line 000900' && echo '{DIGEST}'\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    found = opened(PI_CTX_AUX_COMMAND=str(program), PI_CTX_LAZY="0")
    found.pi.ask("please do %%play:long_output%%")

    assert [] == found.asides
    assert [DIGEST, DIGEST] == list(results(found.talk[-1]).values())
    assert 2 * SAVED == sum(turn["bash"] for turn in found.turns)


def test_another_server_may_be_the_auxiliary_model(opened: Open) -> None:
    """By its address; the stand-in speaks Anthropic's protocol, and pi's own model is not asked."""
    found = opened(PI_CTX_LAZY="0", PI_CTX_AUX_API="anthropic", PI_CTX_AUX_MODEL="small")
    found.pi.more["PI_CTX_AUX_URL"] = found.pi.server.url
    found.pi.ask("please do %%play:long_output%%")

    assert [("small", False)] * 2 == [(r["model"], r["stream"]) for r in found.pi.server.log if r["kind"] == "aside"]
    assert [DIGEST, DIGEST] == list(results(found.talk[-1]).values())
