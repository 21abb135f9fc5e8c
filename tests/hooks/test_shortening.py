"""What a call printed is put shorter in its place, or left alone to the byte."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tallystick.hooks.shortening import answer
from tests.hooks.events import MODEL, PASSING, SESSION, output, records, rows, run, server, shell

SUMMARY = "=== 200 passed in 0.12s ==="
ID = hashlib.sha256(PASSING.encode()).hexdigest()[:12]


def test_a_shell(tmp_path: Path) -> None:
    """The same shape with less in it; the whole is kept, the change recorded, and the saving noted by that change.

    10 lines of 31 bytes with their ends, 90 of 32, 100 of 33 and 27 bytes: 310 + 2,880 + 3,300 + 27 = 6,517, which are
    1,629 tokens.
    """
    assert len(PASSING) == 6517
    new = output(run("post-tool-use", shell(PASSING), tmp_path, **MODEL))

    assert {key: new[key] for key in new if key != "stdout"} == {
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "noOutputExpected": False,
    }
    assert new["stdout"].endswith(SUMMARY)
    assert f"tally output {ID}" in new["stdout"]
    assert (tmp_path / "outputs" / ID).read_text() == PASSING
    (row,), (record,) = rows(tmp_path), records(tmp_path)
    after = -(-len(new["stdout"]) // 4)
    assert (row["tokens_before"], row["tokens_saved"]) == (1629, 1629 - after)
    assert row["cost_saved_usd"] == pytest.approx((1629 - after) * 5 / 10**6)
    assert (row["technique"], row["session_id"], row["model_source"]) == ("compress", SESSION, "env")
    assert (row["tool_use_id"], row["output"], row["transform"]) == ("toolu_1", ID, record["event_id"])
    assert (record["session"], record["tool_call_id"], record["surface"]) == (SESSION, "toolu_1", "tool_output")
    assert (record["input_bytes"], record["output_bytes"]) == (6517, len(new["stdout"]))
    assert record["ctx"] == {"tool_name": "pytest"}


def test_equal_outputs_stay_equal(tmp_path: Path) -> None:
    """Whoever asks, and however often."""
    first = output(run("post-tool-use", shell(PASSING, call="a"), tmp_path / "one", **MODEL))
    second = output(run("post-tool-use", shell(PASSING, call="b"), tmp_path / "two"))
    third = output(run("post-tool-use", shell(PASSING, "cd x && CI=1 uv run pytest 2>&1", call="c"), tmp_path / "one"))

    assert first == second == third
    assert [row["tool_use_id"] for row in rows(tmp_path / "one")] == ["a"]
    assert rows(tmp_path / "two") == []  # no model, no price, no row


@pytest.mark.parametrize(
    "command",
    [
        "pytest | tail -50",
        "pytest > log; cat log",
        "pytest 2>/dev/null",
        "pytest && echo done",
        "pytest; pytest",
        "pytest &",
        "case x in x) pytest ;; esac",
        "pytest <<EOF\nx\nEOF",
        'pytest "$(cat tests)"',
        "pytest `cat tests`",
        "pytest $TESTS",
        "ssh host pytest",
        "(pytest)",
        "for x in a; do pytest; done",
        "pytest # all",
        "pytest 'unclosed",
        "",
        "cat log",
        "echo",
        "somebodys-tool",
    ],
)
def test_commands_of_which_nothing_is_known(tmp_path: Path, command: str) -> None:
    """Their output stays."""
    assert output(run("post-tool-use", shell(PASSING, command), tmp_path / "r", **MODEL)) is None
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    "response",
    [
        {"interrupted": True},
        {"isImage": True},
        {"backgroundTaskId": "b1"},
        {"backgroundedByUser": True},
        {"returnCodeInterpretation": "No matches found"},
        {"structuredContent": [{"type": "text"}]},
        {"timedOutAfterMs": 1000},
        {"memoryLimitNote": "killed"},
        {"persistedOutputPath": "/nowhere/x.txt", "persistedOutputSize": 9999},
        {"persistedOutputPath": "/etc/passwd", "persistedOutputSize": 9999},
        {"stdout": None},
        {"stdout": 7},
        {"stdout": "x" * 79},
        {"stdout": PASSING + "\0"},
        {"stdout": PASSING + "\ud800"},
        {"stdout": '{"n": 1}\n' * 40},
    ],
    ids=str,
)
def test_answers_that_are_left_alone(tmp_path: Path, response: dict[str, Any]) -> None:
    """What was broken off, goes on elsewhere, failed in its way, is data, or is not what it says."""
    assert (
        output(
            run(
                "post-tool-use", shell(PASSING) | {"tool_response": response | {"stdout": PASSING} | response}, tmp_path
            )
        )
        is None
    )
    assert rows(tmp_path) == []


def test_what_else_an_answer_says_stays(tmp_path: Path) -> None:
    """Keys that nobody here knows, in their order; what was on the other stream too."""
    more: dict[str, Any] = {"stderr": "warned", "gitOperation": {"kind": "push"}, "later": [1]}
    new = output(run("post-tool-use", shell(PASSING, **more), tmp_path))

    assert {key: new[key] for key in more} == more


def kept(tmp_path: Path, text: str) -> dict[str, Any]:
    """A command whose output is too large to be shown: the client keeps it."""
    path = tmp_path / "tool-results" / "b1.txt"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return shell(text[:30_000], persistedOutputPath=str(path), persistedOutputSize=len(text.encode()))


def test_an_output_that_the_client_keeps(tmp_path: Path) -> None:
    """All of it is shortened; what counts is the preview that the model would have got, no more than some 2,300 bytes
    and so 575 tokens, and nothing is said of a file any more.
    """
    text = PASSING.replace("PASSED\n", "PASSED\n" * 20)
    new = output(run("post-tool-use", kept(tmp_path, text), tmp_path / "r", **MODEL))

    assert "persistedOutputPath" not in new
    assert "persistedOutputSize" not in new
    assert new["stdout"].endswith(SUMMARY)
    (row,) = rows(tmp_path / "r")
    assert 500 < row["tokens_before"] < 575
    assert (tmp_path / "r" / "outputs" / row["output"]).read_text() == text


def test_a_preview_that_is_shorter_than_what_filters_leave(tmp_path: Path) -> None:
    """Then the preview stays."""
    text = (
        "".join(f"tests/test_a.py::test_{number} FAILED\n" for number in range(3000)) + "=== 3000 failed in 0.12s ==="
    )

    assert output(run("post-tool-use", kept(tmp_path, text), tmp_path / "r", **MODEL)) is None
    assert rows(tmp_path / "r") == []


LOG = "polling the queue, nothing there yet\n" * 40 + "one job\n"


def test_a_server(tmp_path: Path) -> None:
    """Its blocks as they came, with less in the largest text: 40 lines of 37 bytes and 8 are 1,488 bytes, 372 tokens."""
    picture = {"type": "image", "source": {"type": "base64", "data": "x" * 5000}}
    blocks = [{"type": "text", "text": "short"}, picture, {"type": "text", "text": LOG, "annotations": {"a": 1}}]
    new = output(run("post-tool-use", server(blocks), tmp_path, **MODEL))

    text = new[2].pop("text")
    assert new == [blocks[0], picture, {"type": "text", "annotations": {"a": 1}}]
    assert text.startswith("polling the queue, nothing there yet [×40]\none job\n")
    (row,), (record,) = rows(tmp_path), records(tmp_path)
    assert (row["tokens_before"], row["tool_use_id"], row["transform"]) == (372, "toolu_2", record["event_id"])
    assert record["ctx"] == {"tool_name": "mcp__probe__look"}


@pytest.mark.parametrize(
    "response",
    [
        '{"a": 1}',
        LOG,
        [],
        [{"type": "text", "text": "short"}],
        [{"type": "text"}],
        [{"type": "image", "text": LOG}],
        [{"type": "text", "text": '{"rows": [' + "1, " * 100 + "1]}"}],
        [{"type": "text", "text": "a = 1\n\n\n\nb = 2\n# and so on\n" * 5}],
        [LOG, 7, None],
        {"content": LOG},
    ],
    ids=str,
)
def test_servers_that_are_left_alone(tmp_path: Path, response: object) -> None:
    """Structured content, what is too little, no text, data, and content that somebody may have asked for."""
    assert output(run("post-tool-use", server(response), tmp_path, **MODEL)) is None


def test_an_installed_rtk_may_find_more(tmp_path: Path) -> None:
    """It is asked also where our filters find nothing."""
    text = "".join(f"tests/test_a.py::test_{number} FAILED\n" for number in range(100))
    (tmp_path / "rtk").write_text("#!/bin/sh\n/bin/cat >/dev/null; echo 100 FAILED\n", "utf-8")
    (tmp_path / "rtk").chmod(0o755)

    new = output(run("post-tool-use", shell(text), tmp_path / "r", PATH=str(tmp_path), **MODEL))

    assert new["stdout"].startswith("100 FAILED\n[... ")
    assert "via rtk_binary" in rows(tmp_path / "r")[0]["basis"]
    assert (
        output(
            run("post-tool-use", shell(text, call="n"), tmp_path / "r", PATH=str(tmp_path), TALLY_COMPRESS_NO_RTK="1")
        )
        is None
    )


def test_what_could_not_be_noted_is_told_later(tmp_path: Path) -> None:
    """By `tally doctor`: here no model is known."""
    run("post-tool-use", shell(PASSING), tmp_path)

    assert "the session's model is not known" in (tmp_path / "hooks" / "notes").read_text()


def test_a_tool_of_another_kind() -> None:
    """Nothing is said."""
    assert answer({"tool_name": "Read", "tool_response": {"stdout": PASSING}}, b"/nowhere", {}) == b""
