"""The beginning of a session: what it is listed with, what it is given, what is measured anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.beginning import RECORD, begin, record
from tallystick.kernel.savingsrow import Price, folded
from tallystick.kernel.stagedrows import prompt_of, stage

NOW = 1_772_442_000.0  # 2026-03-02T09:00:00Z
PRICE = Price("claude-sonnet-4-6", "launch-config", 3 * 10**12)


class Scene:
    """A project with a launch `app-1f`, whose prompt of 25,800 bytes was made of 47,000."""

    def __init__(self, folder: Path) -> None:
        self.root, self.project = folder / "root", folder / "app"
        self.prompt = Path(os.fsdecode(prompt_of(os.fsencode(self.project), "app-1f")))
        self.prompt.parent.mkdir(parents=True)
        self.prompt.write_bytes(b"x" * 25_800)
        self.record = self.prompt.with_name(os.fsdecode(RECORD))
        self.record.write_bytes(record(47_000, PRICE))

    def stage(self) -> None:
        """Stage the launch's row."""
        row = folded(47_000, 25_800, PRICE, ts="2026-03-02T08:59:59Z", session="")
        assert row is not None
        assert stage(os.fsencode(self.root), os.fsencode(self.prompt), row)

    def begin(self, session: str, scope: str = "app-1f", **more: Any) -> int:
        """Begin a session in the project."""
        places = [b"", os.fsencode(self.project)]
        return begin(os.fsencode(self.root), session, places, now_s=NOW, warn=print, scope=scope, **more)

    def rows(self) -> list[tuple[str, int, int, str]]:
        """The ledger: session, saved, before, when."""
        place = self.root / "usage" / "savings.jsonl"
        lines = place.read_text().splitlines() if place.exists() else []
        keys = ("session_id", "tokens_saved", "tokens_before", "ts")
        return [tuple(json.loads(line)[key] for key in keys) for line in lines]

    def links(self, name: str) -> str:
        """Who is listed under a name."""
        place = self.root / "usage" / "session-links" / name
        return place.read_text() if place.exists() else ""


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """A launch that has compiled its prompt."""
    return Scene(tmp_path)


def test_the_first_session_of_a_launch(scene: Scene) -> None:
    """Gets the staged row and is listed under the launch; each later beginning of it adds nothing."""
    scene.stage()
    assert [scene.begin("a"), scene.begin("a"), scene.begin("a")] == [1, 0, 0]
    assert scene.rows() == [("a", 5300, 11_750, "2026-03-02T08:59:59Z")]
    assert scene.links("app-1f") == "a\n"


def test_a_session_that_goes_on_with_the_prompt(scene: Scene) -> None:
    """It is measured anew, once, by the prompt as it is: 46,800 bytes of 47,000 are 50 tokens less."""
    scene.stage()
    scene.begin("a")
    scene.prompt.write_bytes(b"x" * 46_800)
    assert [scene.begin("b", earlier="a"), scene.begin("b")] == [1, 0]
    assert scene.rows()[1:] == [("b", 50, 11_750, "2026-03-02T09:00:00Z")]
    assert scene.links("app-1f") == "a\nb\n"


@pytest.mark.parametrize("source", ["resume", "compact"])
def test_a_session_that_is_taken_up_again(source: str, scene: Scene) -> None:
    """It sends what it began with: it is listed, and not measured."""
    assert (scene.begin("old", source=source), scene.rows(), scene.links("app-1f")) == (0, [], "old\n")
    assert scene.begin("new", source="clear", earlier="old") == 1


def test_a_client_that_the_launched_one_started(scene: Scene) -> None:
    """It has the scope in its environment, and not the prompt: it is not listed, and gets nothing."""
    scene.stage()
    scene.begin("a")
    assert [scene.begin("nested"), scene.begin("nested-too", earlier="nested")] == [0, 0]
    assert (scene.links("app-1f"), len(scene.rows())) == ("a\n", 1)


def test_a_row_that_was_lost(scene: Scene) -> None:
    """The first session of a launch is measured by its prompt where nothing is staged any more."""
    assert (scene.begin("a"), scene.rows()) == (1, [("a", 5300, 11_750, "2026-03-02T09:00:00Z")])


def test_a_project_behind_a_link(scene: Scene) -> None:
    """Is the same project."""
    scene.project = scene.project.parent / "link"
    scene.project.symlink_to("app")
    assert scene.begin("a") == 1


def test_a_session_that_no_launch_began(scene: Scene) -> None:
    """It did not get the prompt: it gets what a launch left staged, and is not measured."""
    assert scene.begin("a", "") == 0
    assert (scene.begin("b", "", earlier="a"), scene.links("a")) == (0, "a\nb\n")
    assert scene.rows() == []


@pytest.mark.parametrize("scope", ["../app", ".", "other"])
def test_a_scope_that_leads_elsewhere(scope: str, scene: Scene) -> None:
    """Nothing is measured by what lies there."""
    assert scene.begin("a", scope) == 0
    assert scene.rows() == []


def test_a_prompt_that_is_no_smaller(scene: Scene) -> None:
    """Nothing was saved."""
    scene.prompt.write_bytes(b"x" * 47_000)
    assert (scene.begin("a"), scene.rows()) == (0, [])


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "{}", "\udcff", '{"sources":1,"model":"m"}', '{"sources":"1","model":"m","rate":"1"}'),
        *('{"sources":1,"model":2,"rate":"1"}', '{"sources":1,"model":"m","rate":"-1"}'),
        *(
            '{"sources":99999,"model":"m","rate":"%s"}' % ("\u0663" * 13),
            '{"sources":99999,"model":"m","rate":"%s"}' % ("1" * 30),
        ),
    ],
)
def test_records_that_say_nothing(text: str, scene: Scene) -> None:
    """Nothing is guessed."""
    scene.record.write_bytes(os.fsencode(text))
    assert (scene.begin("a"), scene.rows()) == (0, [])


def test_a_prompt_that_is_gone(scene: Scene) -> None:
    """Nothing is measured."""
    scene.prompt.unlink()
    assert (scene.begin("a"), scene.rows()) == (0, [])
