"""The real client with our hooks in its settings: what its model receives, what is noted, and what stays as it was."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_client.acting import SUMMARY, act, allow, opened, passing, received, rows, shell, tally
from tests.real_client.test_divert import Session
from tests.standin import talking_server

pytestmark = pytest.mark.needs("claude")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A client of its own for each test."""
    yield from opened(tmp_path)


def test_the_model_receives_the_shorter_output(session: Session) -> None:
    """And not the raw one; the row is that of the bytes, the whole is to be had, and the status line shows it next.

    200 lines: 10 of 31 bytes with their ends, 90 of 32 and 100 of 33, and 27 bytes are 6,517, and 1,629 tokens.
    """
    tally(session, "install", "hooks")
    owner = act(session, shell("pytest 200"), shell("tally output $(ls ../root/outputs)"))

    short, whole = received(session)
    assert short.endswith(SUMMARY.format(200))
    assert len(short) < 150
    assert (len(passing(200)), whole) == (6517, passing(200))
    (row,) = rows(session)
    saved = 1629 + len(short) // -4
    assert (row["session_id"], row["tokens_before"], row["tokens_saved"]) == (owner, 1629, saved)
    assert row["cost_saved_usd"] == pytest.approx(saved * 5 / 10**6)
    assert row["tool_use_id"] in (session.config / "projects").glob("*/*.jsonl").__next__().read_text("utf-8")
    payload = {"session_id": owner, "cwd": str(session.project), "model": {"id": "claude-opus-4-5"}}
    share = round(100 * saved / 1629)
    line = tally(session, "statusline", "--layout", "line", given=json.dumps(payload))
    assert f"💸{share}%/{share}%" in line
    assert " ●" in line


@pytest.mark.parametrize(
    "command",
    [
        "pytest 200 | cat",
        "pytest 200 > log; cat log",
        "pytest 200 2>&1 | tail -n 300",
        "cat <<'EOF'\n$(pytest 3)\nEOF",
        "printf '%s\\n' \"$(pytest 200)\"",
        "case x in x) pytest 200 ;; esac",
        "(pytest 200)",
        'sudo() { "$@"; }; sudo pytest 200',
        'ssh() { shift; "$@"; }; ssh host pytest 200',
        "pytest 200 & wait",
        "pytest 200 '' && true",
    ],
)
def test_other_commands_stay_as_they_are(session: Session, command: str) -> None:
    """They run as they were written, and what they print reaches the model to the byte."""
    act(session, shell(command))
    tally(session, "install", "hooks")
    owner = act(session, shell(command))

    before, after = received(session)
    assert before == after
    assert rows(session) == []
    (transcript,) = (session.config / "projects").glob(f"*/{owner}.jsonl")
    assert json.dumps(command) in transcript.read_text("utf-8")


def test_what_failed_stays_whole(session: Session) -> None:
    """With its code, as do an answer that says no by its code, and what goes on in the background."""
    tally(session, "install", "hooks")
    act(session, shell("pytest 200 3"), shell("grep nothing notes.txt"), shell("pytest 200", run_in_background=True))

    failed, none, behind = received(session)
    assert failed == f"Exit code 3\n{passing(200)}"
    assert none == "(Bash completed with no output)"
    assert behind.startswith("Command running in background")
    assert rows(session) == []


def test_permissions_are_the_client_s(session: Session) -> None:
    """What is denied stays denied; nothing is allowed that was not."""
    allow(session, deny=["Bash(git push --force:*)"])
    tally(session, "install", "hooks")
    act(session, shell("git push --force origin main"))

    (said,) = received(session)
    assert "denied" in said
    (session.config / "settings.json").write_text(
        (session.config / "settings.json").read_text().replace('"Bash(*)", ', "")
    )
    act(session, shell("pytest 200"))
    assert "PASSED" not in received(session)[-1]
    assert rows(session) == []


@pytest.mark.parametrize("count", [3000, 55_000])
def test_no_more_is_noted_than_would_have_been_shown(session: Session, count: int) -> None:
    """Of an output of 100 KB, and of 2 MB: a preview of 2 KB and its frame, as the model got them without hooks."""
    act(session, shell(f"pytest {count}"))
    tally(session, "install", "hooks")
    act(session, shell(f"pytest {count}"))

    shown, short = received(session)
    assert "<persisted-output>" in shown
    assert short.endswith(SUMMARY.format(count))
    assert "persisted" not in short
    (row,) = rows(session)
    assert row["tokens_before"] == len(shown) // 4
    assert row["tokens_saved"] == len(shown) // 4 + len(short) // -4
    whole = session.base / "root" / "outputs" / row["output"]
    assert whole.read_text("utf-8").rstrip("\n") == passing(count)


def test_equal_outputs_stay_equal(session: Session) -> None:
    """The detector of duplicates sees them, as it does without hooks; and each call is noted by itself."""
    search = shell("grep -n line long.txt")
    found = []
    for number in range(2):
        config = session.base / f"config{number}"
        act(session, search, search)
        (session.config / "projects").rename(config)
        (config / "projects").mkdir()
        for folder in [one for one in config.iterdir() if one.name != "projects"]:
            folder.rename(config / "projects" / folder.name)
        words = ("--json", "--config-dir", str(config), "--root", str(session.base / f"other{number}"))
        report = json.loads(tally(session, "wasted", *words))
        found.append([(one["signature"], one["label"]) for one in report["findings"]])
        tally(session, "install", "hooks")

    raw, again, first, second = received(session)
    assert raw == again != first == second
    assert len(first) < len(raw)
    assert found[0] == found[1] == [("duplicate_inspection", "PROVEN_DUPLICATE")]
    assert len({row["tool_use_id"] for row in rows(session)}) == len(rows(session)) == 2
    assert len({row["output"] for row in rows(session)}) == 1


def test_a_server_s_answers(session: Session, tmp_path: Path) -> None:
    """In their own shape: a block of text, a picture between two; structured content and failures stay."""
    allow(session, "mcp__talking")
    tally(session, "install", "hooks")
    config = tmp_path / "mcp.json"
    server = {"type": "stdio", "command": sys.executable, "args": [str(Path(talking_server.__file__))]}
    config.write_text(json.dumps({"mcpServers": {"talking": server}}), "utf-8")
    flags = ("--mcp-config", str(config), "--strict-mcp-config")
    act(session, *((f"mcp__talking__{name}", {}) for name in ("log", "pictures", "figures", "fails")), flags=flags)

    log, pictures, figures, fails = received(session)
    text = log[0]
    assert [text["type"]] == [block["type"] for block in log if "<system-reminder>" not in block["text"]]
    assert text["text"].startswith("polling the queue, nothing there yet [×40]\none job\n")
    assert [block["type"] for block in pictures][:2] == ["text", "image"]
    assert pictures[0]["text"] == "a dot"
    assert text["text"] in [block.get("text") for block in pictures]
    assert json.loads(figures) == {"rows": [1] * 200}
    assert talking_server.LOG.strip() in (fails if isinstance(fails, str) else fails[0]["text"])
    assert len(rows(session)) == 2
