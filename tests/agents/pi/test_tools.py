"""Tool traffic of pi: arguments by pi's names, results with the endings that pi writes."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.digests import key, payload
from tallystick.agents import pi
from tallystick.model import event
from tallystick.model.reading import Memory
from tests.agents.pi.sessions import assistant, call, header, message, result
from tests.agents.readings import Read

_KIND, _TOOL, _CALL, _PATH, _FIRST, _COUNT, _BEFORE, _AFTER, _CWD, _PROGRAM, _COMMAND, _FLAGS = (3, 4, 5, *range(7, 16))


def read(*lines: bytes, memory: Memory | None = None) -> Read:
    """Lines behind a header, as pi's reader sees them."""
    return Read((header(), *lines), agent=pi, memory=memory)


def called(name: str, **arguments: Any) -> dict[str, int]:
    """The one call of a response."""
    (row,) = read(assistant(1, call(name, 1, **arguments))).calls
    names = ("kind", "tool", "call", "path", "first", "count", "before", "after", "cwd", "program", "command", "flags")
    places = (_KIND, _TOOL, _CALL, _PATH, _FIRST, _COUNT, _BEFORE, _AFTER, _CWD, _PROGRAM, _COMMAND, _FLAGS)
    return dict(zip(names, (row[at] for at in places), strict=True))


def test_a_read_has_a_path_and_a_range() -> None:
    """Relative to the session's directory."""
    found = called("read", path="src/a.py", offset=10, limit=40)

    assert (event.READ, key("read"), key("toolu_1")) == (found["kind"], found["tool"], found["call"])
    assert (key("/srv/kiln/src/a.py"), 10, 40) == (found["path"], found["first"], found["count"])


@pytest.mark.parametrize("tool", ["read", "edit", "write"])
def test_a_path_that_is_mentioned(tool: str) -> None:
    """One @ is taken off, as pi does, so the file is the same one."""
    assert key("/srv/kiln/a.py") == called(tool, path="@a.py")["path"]
    assert key("/srv/kiln/@a.py") == called(tool, path="@@a.py")["path"]
    assert 0 == called(tool, path="@")["path"]


@pytest.mark.parametrize("odd", ["10", True, -1, None, 2**40])
def test_an_odd_range_is_none(odd: Any) -> None:
    """Not a number of lines."""
    assert -1 == called("read", path="a", offset=odd)["first"]


def test_a_command_is_described() -> None:
    """Its leading cd is its directory."""
    found = called("bash", command="cd /srv/x && git commit -m 'a'")

    assert (event.COMMAND, key("/srv/x"), key("git commit")) == (found["kind"], found["cwd"], found["program"])
    assert found["flags"] & event.COMMIT


@pytest.mark.parametrize(
    ("arguments", "before", "after", "flags"),
    [
        ({"oldText": "a", "newText": "b"}, key("a"), key("b"), 0),
        ({"edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": "d"}]}, key("a\0c"), key("b\0d"), 0),
        ({"edits": [{"oldText": "a"}, {"newText": "d"}]}, 0, 0, 0),
        ({"oldText": 7}, 0, 0, 0),
        ({"content": "all of it"}, 0, key("all of it"), event.WHOLE_FILE),
    ],
)
def test_a_write_has_hashes(arguments: dict[str, Any], before: int, after: int, flags: int) -> None:
    """Of the text replaced and the text put; of several edits in one call, of all."""
    found = called("edit", path="/a", **arguments)

    assert (event.WRITE, key("/a"), before, after, flags) == (
        *(found["kind"], found["path"], found["before"]),
        *(found["after"], found["flags"]),
    )


def test_other_tools_are_told_apart_by_their_arguments() -> None:
    """In whatever order they stand; arguments that are none are empty."""
    one, two = called("grep", pattern="x", path="src"), called("grep", path="src", pattern="x")

    assert one == two
    assert (event.SEARCH, key("/srv/kiln/src")) == (one["kind"], one["path"])
    assert event.CALL == called("web_search", query="x")["kind"]
    (odd,) = read(assistant(1, {"type": "toolCall", "name": "read", "arguments": "a"})).calls
    assert (0, 0) == (odd[_CALL], odd[_PATH])


def test_a_result_is_hashed() -> None:
    """Characters, hash, whether there was an image."""
    (found,) = read(result(1, 1, "out\n")).results

    assert (key("toolu_1"), 4, 0, 0, payload("out\n")) == (found[4], found[5], found[6], found[7], found[8])
    (image,) = read(message(1, role="toolResult", content=[{"type": "image"}])).results
    assert (0, 0, event.HAS_IMAGE, event.NO_HASH) == (image[4], image[5], image[7], image[8])


@pytest.mark.parametrize(
    ("text", "code", "flags"),
    [
        ("(no output)\n\nCommand exited with code 4", 4, 0),
        ("x" * 5000 + "\n\nCommand exited with code 127", 127, 0),
        ("sh: nope: command not found\n\nCommand exited with code 127", 127, event.NO_SUCH_COMMAND),
        ("ENOENT: no such file or directory, open 'a'", 1, event.NO_SUCH_PATH),
        ("part\n\nCommand aborted", event.NO_EXIT, event.INTERRUPTED),
    ],
)
def test_a_failure_has_a_code(text: str, code: int, flags: int) -> None:
    """As pi writes it at the end; of a command that was cut off nothing is known."""
    (found,) = read(result(1, 1, text, error=True)).results

    assert (code, event.IS_ERROR | flags) == (found[6], found[7])
    assert found[10] != 0


def test_a_test_s_output_is_looked_at() -> None:
    """A run that says it failed, whatever its exit code; over reads too."""
    memory = Memory()
    read(assistant(1, call("bash", 1, command="pytest -q")), memory=memory)
    (found,) = read(result(2, 1, "== 1 failed, 3 passed =="), memory=memory).results

    assert found[7] & event.FAILURE_MARKERS
    assert set() == memory.tests


def test_a_rate_limit_is_transient() -> None:
    """A failure that may go by itself."""
    (found,) = read(result(1, 1, "429 Too Many Requests: rate limit exceeded", error=True)).results

    assert found[7] & event.TRANSIENT


def test_what_a_command_did_is_marked() -> None:
    """One that no word list knows: its output may say what it did."""
    lines = (
        assistant(1, call("bash", 1, command="./ship.sh")),
        result(2, 1, "[main 1a2b3c4] Ship\n 1 file changed, 1 insertion(+)"),
    )

    assert read(*lines).results[0][7] & event.COMMIT_MARKERS


def test_a_person_s_command_is_a_call_of_nobody() -> None:
    """It may have changed something; the model acquired no result by a call."""
    found = read(message(1, role="bashExecution", command="rm -r build", output="", exitCode=0))

    assert [(event.COMMAND, 0)] == [(row[_KIND], row[6]) for row in found.calls]
    assert [] == found.results


def test_a_claim_is_marked() -> None:
    """Prose says it is done."""
    (moment,) = read(assistant(1, {"type": "text", "text": "The task is complete."})).moments

    assert event.CLAIMS_DONE == moment[3]
