"""What a tool result shows of an outcome, beyond its exit code."""

from __future__ import annotations

import pytest

from tallystick.accounting.digests import key
from tallystick.model import event
from tallystick.model.reading import Memory
from tests.agents.claude_code.test_tools import R_FLAGS, decoders, results
from tests.agents.readings import Read
from tests.casebook.thread import Thread, call, compact, usage


@decoders
def test_a_command_that_no_list_knows_may_show_what_it_did(*, typed: bool) -> None:
    """Its output is looked at for marks of success where it did not fail; other results are not."""
    marks = event.SUCCESS_MARKERS | event.COMMIT_MARKERS
    text = "All tests passed.\n[main 1a2b3c4] Fire\n 1 file changed"
    memory = Memory(-1, (), (key("toolu_1"),))

    assert (marks, set()) == (results(text, typed=typed, memory=memory).results[0][R_FLAGS], memory.others)
    assert 0 == results(text, typed=typed).results[0][R_FLAGS]
    memory = Memory(-1, (), (key("toolu_1"),))
    (failed,) = results(text, typed=typed, memory=memory, is_error=True).results
    assert (event.IS_ERROR, set()) == (failed[R_FLAGS], memory.others)


@decoders
@pytest.mark.parametrize(
    ("command", "tests", "others"),
    [("./fire.sh", 0, 1), ("pytest", 1, 0), ("git commit -m x", 0, 0), ("cat x", 0, 0), ("./fire.sh &", 0, 0)],
)
def test_commands_to_remember(command: str, tests: int, others: int, *, typed: bool) -> None:
    """A command's answer is looked at by what it was: tests or a build, or something that no list knows."""
    memory = Memory()
    Read(
        [compact(Thread().say("m", [call("toolu_1", "Bash", command=command)], usage(1, 2, 3)))],
        typed=typed,
        memory=memory,
    )

    assert (tests, others) == (len(memory.tests), len(memory.others))


@decoders
@pytest.mark.parametrize(
    "words",
    [
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>",
        "Sibling tool call errored",
    ],
)
def test_a_call_that_was_dropped_never_ran(words: str, *, typed: bool) -> None:
    """The client drops what stands beside a call that failed."""
    (found,) = results(words, typed=typed, is_error=True).results

    assert event.IS_ERROR | event.DENIED == found[R_FLAGS]


@decoders
@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ("Command timed out after 2m 0s", event.IS_ERROR | event.TRANSIENT),
        ("It broke.", event.IS_ERROR),
    ],
)
def test_an_outage_is_marked(words: str, flags: int, *, typed: bool) -> None:
    """An error that passes by itself."""
    (found,) = results(words, typed=typed, is_error=True).results

    assert flags == found[R_FLAGS]


@decoders
@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ("File unchanged since last read. The content from the earlier Read is still current.", event.UNCHANGED_STUB),
        ("Wasted call — file unchanged since your last Read. Refer to that result.", event.UNCHANGED_STUB),
        ("A file unchanged since 1990. " * 20, 0),
    ],
)
def test_stub_of_an_unchanged_file(words: str, flags: int, *, typed: bool) -> None:
    """Short, whichever client says it."""
    (found,) = results(words, typed=typed).results

    assert flags == found[R_FLAGS]
