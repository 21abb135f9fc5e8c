"""Scripts are read strictly, and a request finds its turn from its messages alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.standin.script import Failure, ScriptError, Served, Turn, marked, read_scripts, read_turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.standin.script import Json


def test_a_turn_is_read_whole() -> None:
    """Every key of a turn's JSON arrives in its field."""
    raw = {
        "say": [{"text": "hello"}],
        "usage": {"input": 11, "write_1h": 5},
        "stop": "max_tokens",
        "failures": [{"status": 529, "kind": "overloaded_error", "times": 2}],
    }
    expected = Turn(
        say=({"text": "hello"},),
        usage=Served(input=11, write_1h=5),
        stop="max_tokens",
        failures=(Failure(529, "overloaded_error", times=2),),
    )
    assert read_turn(raw) == expected


@pytest.mark.parametrize(
    "raw",
    [
        {"say": [{"words": "?"}], "usage": {}},
        {"say": [], "usage": {"inputs": 3}},
        {"say": [], "usage": {}, "stops": "end_turn"},
    ],
)
def test_an_unknown_key_is_refused(raw: dict[str, object]) -> None:
    """A slip in a script is an error, not a zero."""
    with pytest.raises(ScriptError):
        read_turn(raw)


def test_the_stop_reason_follows_from_the_blocks() -> None:
    """A turn that calls a tool stops for it; any other ends."""
    assert read_turn({"say": [{"tool": "Bash", "input": {}}], "usage": {}}).stop_reason == "tool_use"
    assert read_turn({"say": [{"text": "done"}], "usage": {}}).stop_reason == "end_turn"


def test_a_folder_of_scripts_is_read_by_name(tmp_path: Path) -> None:
    """The file's name is the script's name."""
    (tmp_path / "one.json").write_text(json.dumps({"turns": [{"say": [{"text": "1"}], "usage": {"input": 1}}]}))
    assert read_scripts(tmp_path) == {"one": (Turn(say=({"text": "1"},), usage=Served(input=1)),)}


def test_usage_on_the_wire_sums_the_two_cache_lifetimes() -> None:
    """1,000 for five minutes and 200 for an hour are 1,200 written; the opening count replaces the final one."""
    wire = Served(input=11, write_5m=1000, write_1h=200, read=5000, output=42).wire(1)
    assert wire["cache_creation_input_tokens"] == 1200
    assert wire["cache_creation"] == {"ephemeral_5m_input_tokens": 1000, "ephemeral_1h_input_tokens": 200}
    assert wire["output_tokens"] == 1


def test_the_last_marker_names_the_script_and_answers_after_it_count() -> None:
    """Two answers after the second marked prompt: the third turn of that script is due."""
    messages: list[Json] = [
        {"role": "user", "content": "%%play:first%%"},
        {"role": "assistant", "content": "a"},
        {"role": "user", "content": [{"type": "text", "text": "now %%play:second%%"}]},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": [{"type": "tool_result", "content": "%%play:third%%"}]},
        {"role": "assistant", "content": "c"},
        {"role": "system", "content": "between"},
        {"role": "user", "content": [{"type": "tool_result", "content": "x"}]},
    ]
    assert marked(messages) == ("second", 2)
    assert marked(messages[:2]) == ("first", 1)
    assert marked([{"role": "user", "content": "no marker"}]) is None
