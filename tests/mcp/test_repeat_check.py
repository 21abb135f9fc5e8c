"""`repeat_check`: each verdict, on one short line, for the thread that asks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from mcp.server.lowlevel import Server

from tests.casebook.thread import sid
from tests.mcp.desk import LATER, Asked
from tests.scenes import payload

NOTES = f"""
session 1 cwd=/srv/kiln at={LATER}
ask
read notes.txt
"""


@pytest.fixture
def kiln(tmp_path: Path) -> Path:
    """The folder that the sessions work in, with a file as the scenes read it."""
    folder = tmp_path / "kiln"
    folder.mkdir()
    (folder / "notes.txt").write_text(payload("notes.txt", 400), "utf-8")
    return folder


def test_unchanged(tmp_path: Path, kiln: Path) -> None:
    """Read at line 3, still in the context, written by nobody, and on disk what it was."""
    asked = Asked(tmp_path, NOTES)

    answer = asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))

    assert "UNCHANGED" == answer["verdict"]
    assert f"{sid(1)[:8]}:e3→e3" == answer["receipt"]
    assert f"{kiln}/notes.txt was read at e3 and nothing has written to it since" == answer["fact"]


def test_a_path_from_the_folder_of_its_session(tmp_path: Path, kiln: Path) -> None:
    """No command has been run, and the server was started elsewhere: the session's own folder is meant."""
    answer = Asked(tmp_path, NOTES, CLAUDE_PROJECT_DIR="/elsewhere").ask("repeat_check", kind="read", path="notes.txt")

    assert ("UNCHANGED", f"{kiln}/notes.txt was read") == (answer["verdict"], answer["fact"].partition(" at ")[0])


def test_changed_on_disk(tmp_path: Path, kiln: Path) -> None:
    """Somebody else wrote the file after it was read: never UNCHANGED."""
    asked = Asked(tmp_path, NOTES.replace(f"at={LATER}", "at=0"))  # long before the file was made

    answer = asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))

    assert "NO_RECORD" == answer["verdict"]
    assert "the file on disk is not what it was" in answer["fact"]


def test_no_state_change(tmp_path: Path) -> None:
    """It failed twice in the same way, and nothing was written: both are named."""
    script = NOTES + 'run "./fire.sh" fails=cold\nrun "./fire.sh" fails=cold\n'
    asked = Asked(tmp_path, script)

    answer = asked.ask("repeat_check", kind="command", command="./fire.sh")

    assert "NO_STATE_CHANGE" == answer["verdict"]
    assert "./fire.sh failed identically at e5, e7, and nothing has changed since" == answer["fact"]
    assert f"{sid(1)[:8]}:e5,e7" == answer["receipt"]


def test_a_write_since(tmp_path: Path) -> None:
    """It failed, and then something was written: it may go well now."""
    asked = Asked(tmp_path, NOTES + 'run "./fire.sh" fails=cold\nedit kiln.py a b\n')

    assert "NO_RECORD" == asked.ask("repeat_check", kind="command", command="./fire.sh")["verdict"]


def test_dropped(tmp_path: Path, kiln: Path) -> None:
    """A compaction lies between."""
    asked = Asked(tmp_path, NOTES + "compact\nsay\n")

    answer = asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))

    assert "DROPPED" == answer["verdict"]
    assert f"{sid(1)[:8]}:e3,e4" == answer["receipt"]
    assert "forgotten_context" in answer["action"]


def test_sibling_has_it(tmp_path: Path, kiln: Path) -> None:
    """The caller is a child, as its call says, and another child of the same parent holds the file."""
    script = (
        f"session 1 cwd=/srv/kiln at={LATER}\nspawn a\nspawn b\n"
        f"child a of 1 at={LATER + 10}\nread notes.txt\n"
        f"child b of 1 at={LATER + 20}\ntool mcp__tally__repeat_check asking\n"
    )
    asked = Asked(tmp_path, script)

    answer = asked.ask("repeat_check", "toolu_0007", kind="read", path="notes.txt", cwd=str(kiln))

    assert "SIBLING_HAS_IT" == answer["verdict"]
    assert "a:e3" == answer["receipt"]


def test_the_parent_has_no_siblings(tmp_path: Path, kiln: Path) -> None:
    """The same question, asked by the main thread."""
    script = f"session 1 cwd=/srv/kiln at={LATER}\nspawn a\nchild a of 1 at={LATER + 10}\nread notes.txt\n"

    answer = Asked(tmp_path, script).ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))

    assert "NO_RECORD" == answer["verdict"]


def test_a_talk_that_was_cleared(tmp_path: Path, kiln: Path) -> None:
    """The client went on in a new session and the server knows only the old one: the call says where it is asked."""
    asked = Asked(tmp_path, NOTES)
    (old,) = (asked.config / "projects").rglob("*.jsonl")
    os.utime(old, (1, 1))
    new = f"session 2 cwd=/srv/kiln at={LATER + 50}\nread b.py\ntool mcp__tally__repeat_check asking\n"
    asked.lay(new)

    answer = asked.ask("repeat_check", "toolu_0003", kind="read", path="notes.txt", cwd=str(kiln))

    assert ("NO_RECORD", True) == (answer["verdict"], answer["fact"].endswith("was not read here"))


def test_a_call_that_no_transcript_shows(tmp_path: Path, kiln: Path) -> None:
    """Nobody knows what is in its context."""
    asked = Asked(tmp_path, NOTES)

    answer = asked.ask("repeat_check", "toolu_9999", kind="read", path="notes.txt", cwd=str(kiln))

    assert ("NO_RECORD", True) == (answer["verdict"], "shows this call yet" in answer["fact"])


def test_an_inspection(tmp_path: Path, kiln: Path) -> None:
    """A viewer of a file that is what it was."""
    asked = Asked(tmp_path, NOTES + 'run "head -3 notes.txt" x\n')

    answer = asked.ask("repeat_check", kind="inspect", command="head  -3 notes.txt", cwd=str(kiln))

    assert "UNCHANGED" == answer["verdict"]
    assert "use that result" == answer["action"]


def test_what_was_written_since_is_seen(tmp_path: Path, kiln: Path) -> None:
    """The session's transcript is read as far as it has come, and no other one."""
    asked = Asked(tmp_path, NOTES)
    asked.lay(NOTES + "edit notes.txt a b\n")

    answer = asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))

    assert "a write or a command that names it came after" in answer["fact"]


def test_a_session_that_the_index_never_saw(tmp_path: Path, kiln: Path) -> None:
    """The first question of a new session reads its transcript, and leaves those of others alone."""
    asked = Asked(tmp_path, NOTES.replace("session 1", "session 2"))
    asked.lay(NOTES)

    assert "UNCHANGED" == asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln))["verdict"]


def test_while_the_first_index_is_built(tmp_path: Path) -> None:
    """No index: NO_RECORD, and how far it is."""
    asked = Asked(tmp_path, "")
    answer = asked.ask("repeat_check", kind="read", path="notes.txt")
    asked.desk.building.wait()

    assert ("NO_RECORD", "go on") == (answer["verdict"], answer["action"])
    assert answer["fact"].startswith("the first index is being built: ")


@pytest.mark.parametrize("verdict", ["read", "command"])
def test_it_is_short(tmp_path: Path, verdict: str) -> None:
    """Under 400 characters, as a line and as an object, whatever the path and however many failures."""
    long = "/".join(["deep"] * 200)
    asked = Asked(tmp_path, NOTES + f'run "cd {long} && ./x" fails=no\n' * 9)

    given = {"path": long} if verdict == "read" else {"command": f"cd {long} && ./x"}
    result = asked.call("repeat_check", kind=verdict, **given)

    assert len(result.content[0].text) < 400
    assert len(json.dumps(result.structured_content, ensure_ascii=False)) < 400
    assert "\n" not in result.content[0].text


def test_what_it_refuses(tmp_path: Path) -> None:
    """A question without its subject, a range that is none, a session that is none, an unknown kind."""
    asked = Asked(tmp_path, NOTES)

    assert "kind read needs path" == asked.refused("repeat_check", kind="read")
    assert "kind inspect needs command" == asked.refused("repeat_check", kind="inspect")
    assert "write it like 40-80" in asked.refused("repeat_check", kind="read", path="a", range="8-4")
    assert "no transcript of session" in asked.refused(
        "repeat_check", kind="read", path="a", session="../../etc/passwd"
    )
    assert "kind must be one of read, command, inspect" == asked.refused("repeat_check", kind="write")


def test_another_session_by_the_start_of_its_id(tmp_path: Path, kiln: Path) -> None:
    """A session may be named by so much of its id as is unique."""
    asked = Asked(tmp_path, NOTES + NOTES.replace("session 1", "session 2"))

    answer = asked.ask("repeat_check", kind="read", path="notes.txt", cwd=str(kiln), session=sid(2)[:13])

    assert f"{sid(2)[:13]}:e3→e3" == answer["receipt"]
    assert "may be any of" in asked.refused("repeat_check", kind="read", path="a", session=sid(2)[:5])


def test_the_sdk_is_the_official_one() -> None:
    """A module of ours that is called like the SDK does not stand in its way."""
    assert "mcp.server.lowlevel.server" == Server.__module__
