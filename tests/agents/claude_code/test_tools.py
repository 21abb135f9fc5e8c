"""Tool calls and their results, packed for the index."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.digests import key, payload, word
from tallystick.model import event
from tallystick.model.reading import Memory
from tests.agents.readings import Read
from tests.casebook.thread import Json, Thread, call, compact, text, usage

decoders = pytest.mark.parametrize("typed", [True, False], ids=["typed", "plain"])
(
    LINE,
    PART,
    BLOCK,
    KIND,
    TOOL,
    CALL,
    RESPONSE,
    PATH,
    START,
    COUNT,
    BEFORE,
    AFTER,
    CWD,
    PROGRAM,
    COMMAND,
    FLAGS,
    AT,
    WORDS,
) = range(18)
R_BLOCK, R_CALL, R_CHARACTERS, R_EXIT, R_FLAGS, R_PAYLOAD, R_BARE, R_ERROR, R_CHILD = 2, 4, 5, 6, 7, 8, 9, 10, 11


def calls(tool: str, *, typed: bool, cwd: str = "/srv/kiln", memory: Memory | None = None, **given: Any) -> Read:
    """One call of a tool."""
    entry = Thread(cwd=cwd).say("msg_1", call("toolu_1", tool, **given), usage(1, 2, 3))
    return Read([compact(entry)], typed=typed, memory=memory)


def results(content: Any, *, typed: bool, memory: Memory | None = None, **fields: Any) -> Read:
    """One result."""
    return Read([compact(Thread().give("toolu_1", content, **fields))], typed=typed, memory=memory)


@decoders
@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("Bash", event.COMMAND),
        ("Read", event.READ),
        ("Write", event.WRITE),
        ("Edit", event.WRITE),
        ("NotebookEdit", event.WRITE),
        ("Grep", event.SEARCH),
        ("Task", event.SPAWN),
        ("Agent", event.SPAWN),
        ("WebSearch", event.CALL),
        ("mcp__kiln__fire", event.CALL),
    ],
)
def test_a_call_is_of_one_kind(tool: str, kind: int, *, typed: bool) -> None:
    """What a tool does is known by its name."""
    (found,) = calls(tool, typed=typed).calls

    assert (1, 1, 0, kind) == found[:4]
    assert (key(tool), key("toolu_1"), key("msg_1")) == (found[TOOL], found[CALL], found[RESPONSE])


@decoders
def test_a_command_is_described(*, typed: bool) -> None:
    """Program, directory, normal form, words, flags: no text."""
    read = calls("Bash", typed=typed, command="cd glaze && pytest   -q")
    (found,) = read.calls

    assert ("pytest", "/srv/kiln/glaze") == (read.names[found[PROGRAM]], read.names[found[CWD]])
    assert (key("pytest -q"), event.TEST) == (found[COMMAND], found[FLAGS])
    assert (
        sorted(map(word, ["cd", "glaze", "pytest", "-q"])) == read.reading.words[found[AT] : found[AT] + found[WORDS]]
    )
    assert {key("toolu_1")} == read.memory.tests


@decoders
def test_a_command_in_the_background_is_no_test_to_wait_for(*, typed: bool) -> None:
    """Its result says only that it was started."""
    read = calls("Bash", typed=typed, command="pytest", run_in_background=True)

    assert (event.TEST | event.BACKGROUND, set()) == (read.calls[0][FLAGS], read.memory.tests)


@decoders
@pytest.mark.parametrize(
    ("given", "path", "start", "count"),
    [
        ({"file_path": "/srv/a.txt"}, "/srv/a.txt", -1, -1),
        ({"file_path": "b/../c.txt", "offset": 5, "limit": 10}, "/srv/kiln/c.txt", 5, 10),
        ({"file_path": "/srv/a.txt", "offset": "7", "limit": "many"}, "/srv/a.txt", 7, -1),
        ({"file_path": "/srv/a.txt", "offset": 3.0, "limit": True}, "/srv/a.txt", 3, -1),
        ({"file_path": "/srv/a.txt", "offset": -2, "limit": 1e30}, "/srv/a.txt", -1, -1),
        ({"file_path": ""}, None, -1, -1),
        ({}, None, -1, -1),
        ({"notebook_path": "/n.ipynb"}, "/n.ipynb", -1, -1),
    ],
)
def test_a_read_has_a_path_and_a_range(given: Json, path: str | None, start: int, count: int, *, typed: bool) -> None:
    """Paths are absolute and lexically normal; a number spelt as text is one; anything else is absent."""
    read = calls("Read", typed=typed, **given)
    (found,) = read.calls

    assert (path, start, count) == (read.names.get(found[PATH]), found[START], found[COUNT])


@decoders
@pytest.mark.parametrize(
    ("given", "before", "after", "flags"),
    [
        ({"old_string": "a", "new_string": "b"}, "a", "b", 0),
        ({"old_string": "a", "new_string": "b", "replace_all": True}, "a", "b", event.REPLACE_ALL),
        ({"content": "all\n"}, None, "all\n", event.WHOLE_FILE),
        ({"new_source": "cell"}, None, "cell", event.WHOLE_FILE),
        ({"old_string": "a", "new_string": 7, "replace_all": "yes"}, "a", None, 0),
        ({}, None, None, 0),
    ],
)
def test_an_edit_keeps_hashes_of_its_texts(
    given: Json, before: str | None, after: str | None, flags: int, *, typed: bool
) -> None:
    """Of the text that is replaced and of the text that is put; what is no text has none."""
    (found,) = calls("Edit", typed=typed, file_path="/a", **given).calls

    expected = tuple(0 if one is None else key(one) for one in (before, after))
    assert (*expected, flags) == (found[BEFORE], found[AFTER], found[FLAGS])


@decoders
def test_a_spawn_keeps_the_hash_of_its_brief(*, typed: bool) -> None:
    """By which the child is known that has no other link."""
    read = calls("Task", typed=typed, prompt="Count the pots.")

    assert key("Count the pots.") == read.calls[0][AFTER]
    assert [(1, 1, key("toolu_1"), 0, key("Count the pots."))] == read.reading.spawns


@decoders
def test_inputs_of_other_tools_are_one_hash(*, typed: bool) -> None:
    """Of JSON that depends on the value alone."""
    one, other = (calls(tool, typed=typed, b=1, a=2).calls[0] for tool in ("Fire", "Grep"))

    assert key('{"a":2,"b":1}') == one[COMMAND] == other[COMMAND]


@decoders
@pytest.mark.parametrize(
    ("content", "text_"),
    [
        ("four", "four"),
        ("caf\u00e9 \U0001f3fa", "caf\u00e9 \U0001f3fa"),
        ([text("a"), text("b")], "ab"),
        ([{"type": "image"}, text("x")], "x"),
        ("", None),
        ([], None),
        (None, None),
    ],
)
def test_a_result_is_measured_and_hashed(content: Any, text_: str | None, *, typed: bool) -> None:
    """Characters, and the hash of the text that the model saw; without text there is none."""
    (found,) = results(content, typed=typed).results

    assert key("toolu_1") == found[R_CALL]
    assert (len(text_ or ""), payload(text_) if text_ else event.NO_HASH) == (found[R_CHARACTERS], found[R_PAYLOAD])


@decoders
@pytest.mark.parametrize(
    ("content", "fields", "flags", "code"),
    [
        ("ok", {}, 0, 0),
        ("ok", {"is_error": False}, 0, 0),
        (
            "Exit code 2\nls: cannot access 'x': No such file or directory",
            {"is_error": True},
            event.IS_ERROR | event.NO_SUCH_PATH,
            2,
        ),
        ("It broke.", {"is_error": True}, event.IS_ERROR, 1),
        ("The user doesn't want to proceed", {"is_error": True}, event.IS_ERROR | event.DENIED, 1),
        ([{"type": "image"}], {}, event.HAS_IMAGE, 0),
        ("x", {"toolUseResult": {"interrupted": True}}, event.INTERRUPTED, event.NO_EXIT),
        ("x", {"toolUseResult": {"interrupted": False}}, 0, 0),
        ("x", {"toolUseResult": {"backgroundTaskId": "b1"}}, event.LAUNCHED, event.NO_EXIT),
        ("x", {"toolUseResult": {"persistedOutputPath": "/o"}}, event.PERSISTED, 0),
        ("x", {"toolUseResult": "Error: no"}, 0, 0),
        ("x", {"toolUseResult": [1]}, 0, 0),
        ("File unchanged since your last Read of it.", {}, event.UNCHANGED_STUB, 0),
        ("unchanged since your last Read" + "." * 400, {}, 0, 0),
        ("     1\u2192one", {}, event.NUMBERED, 0),
        ("1\tone", {}, event.NUMBERED, 0),
        ("1 one", {}, 0, 0),
    ],
)
def test_a_result_says_how_it_went(content: Any, fields: Json, flags: int, code: int, *, typed: bool) -> None:
    """Flags by structure, and the exit code where one can be derived."""
    (found,) = results(content, typed=typed, **fields).results

    assert (flags, code) == (found[R_FLAGS], found[R_EXIT])
    assert bool(flags & event.IS_ERROR) == bool(found[R_ERROR])


@decoders
def test_a_numbered_text_has_a_hash_without_its_numbers(*, typed: bool) -> None:
    """Of the file as the client recorded it, else of the lines with their numbers taken off: both are one."""
    bare = payload("one\ntwo")
    numbered = "     1\u2192one\n     2\u2192two"

    (by_hand,) = results(numbered, typed=typed).results
    (recorded,) = results(numbered, typed=typed, toolUseResult={"file": {"content": "one\ntwo"}}).results

    assert (bare, bare) == (by_hand[R_BARE], recorded[R_BARE])


@decoders
def test_a_test_that_passes_may_name_failures(*, typed: bool) -> None:
    """The output of a test command is looked at for marks of failure, also where it came with exit code 0."""
    memory = Memory(-1, (key("toolu_1"),))
    (found,) = results("2 passed\nBUILD FAILED", typed=typed, memory=memory).results

    assert (event.FAILURE_MARKERS, set()) == (found[R_FLAGS], memory.tests)
    assert 0 == results("2 passed\nBUILD FAILED", typed=typed).results[0][R_FLAGS]


@decoders
def test_a_result_may_name_its_child(*, typed: bool) -> None:
    """The agent whose file it is links the child to the call."""
    read = results("done", typed=typed, toolUseResult={"agentId": "ac0ffee", "status": "completed"})

    assert key("ac0ffee") == read.results[0][R_CHILD]
    assert [(1, 1, key("toolu_1"), key("ac0ffee"), 0)] == read.reading.spawns


@decoders
def test_blocks_are_numbered_up_to_255(*, typed: bool) -> None:
    """A message of three hundred blocks: the last ones share a number."""
    many = [call(f"toolu_{number}", "Fire") for number in range(300)]
    entry = Thread().say("m", many, usage(1, 2, 3))

    found = [one[BLOCK] for one in Read([compact(entry)], typed=typed).calls]

    assert [*range(256), *[255] * 44] == found
