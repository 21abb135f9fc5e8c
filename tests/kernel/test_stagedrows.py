"""Rows of launches: staged, claimed once, left to those they belong to, adopted when nobody came."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel import savingsledger, stagedrows
from tallystick.kernel.fnv1a import digest
from tallystick.kernel.stagedrows import stage
from tests.stagings import HOUR, NOBODY, NOW, Scene, ledger, pending, prompt, row


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """Nothing staged yet."""
    (tmp_path / "app").mkdir()
    return Scene(tmp_path)


def test_a_row_is_claimed(scene: Scene) -> None:
    """It gets the session, a name, and loses what was for the claim alone; nothing stays staged."""
    place = scene.stage("app-1f", 7)
    staged = json.loads(place.read_text())
    assert (place.name, place.stat().st_mode & 0o777) == (
        f"{digest(os.fsencode(staged['compiled_prompt']))}.json",
        0o600,
    )
    assert scene.claim() == 1
    assert ledger(scene.root) == [{**row(7), "session_id": "s", "row": staged["row"]}]
    assert (pending(scene.root), scene.said) == ([], [])
    assert scene.claim() == 0


def test_an_earlier_stage_is_replaced(scene: Scene) -> None:
    """One prompt has one row."""
    scene.stage("app-1f", 1)
    scene.stage("app-1f", 2)
    assert (scene.claim(), scene.numbers()) == (1, [2])


@pytest.mark.parametrize("session", ["", " ", "../x"])
def test_a_session_without_a_name(session: str, scene: Scene) -> None:
    """Claims nothing."""
    scene.stage("app-1f")
    assert scene.claim(session) == 0
    assert len(pending(scene.root)) == 1


def test_rows_of_other_projects(scene: Scene) -> None:
    """They are left until they are twelve hours old; then whoever comes has them."""
    scene.stage("a", 1, hours=11.9, project="other")
    scene.stage("b", 2, hours=12, project="other")
    assert (scene.claim(), scene.numbers()) == (1, [2])
    assert scene.claim("t", "", scene.project.parent / "other") == 1
    assert [(found["session_id"], found["tokens_saved"]) for found in ledger(scene.root)] == [("s", 2), ("t", 1)]


def test_a_project_behind_a_link(scene: Scene) -> None:
    """Is the same project."""
    scene.stage("app-1f")
    (scene.project.parent / "link").symlink_to(scene.project)
    assert scene.claim("s", "", scene.project.parent / "link") == 1


def test_rows_whose_prompt_is_gone(scene: Scene) -> None:
    """They are left until they are twelve hours old, and then given up, aloud."""
    prompts = [scene.stage(scope, hours=hours) for scope, hours in (("a", 11.9), ("b", 12))]
    for scope in "ab":
        prompt(scene.project, scope).unlink()
    assert scene.claim() == 0
    assert pending(scene.root) == [prompts[0].name]
    assert len(scene.said) == 1
    assert scene.said[0].startswith('a staged saving is given up, its prompt is gone: {"ts": "2026-03-02T09:00:00Z"')


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff"])
def test_files_that_hold_no_row(text: str, scene: Scene) -> None:
    """Also twelve hours."""
    place = scene.stage("a")
    place.write_text(text, encoding="latin-1")
    os.utime(place, (NOW - 11 * HOUR,) * 2)
    assert (scene.claim(), len(pending(scene.root))) == (0, 1)
    os.utime(place, (NOW - 12 * HOUR,) * 2)
    assert (scene.claim(), pending(scene.root), len(scene.said)) == (0, [], 1)


@pytest.mark.parametrize("fields", [{"tokens_saved": 0}, {"cost_saved_usd": float("nan")}, {"basis": None}])
def test_rows_that_the_fold_would_refuse(fields: dict[str, Any], scene: Scene) -> None:
    """Are given up at once, aloud: no ledger is to hold them."""
    scene.stage("a")
    scene.change(prompt(scene.project, "a"), **fields)
    assert (scene.claim(), ledger(scene.root), pending(scene.root)) == (0, [], [])
    assert scene.said[0].startswith("a staged saving is given up, it cannot be read: {")


def test_a_launch_whose_client_still_runs(scene: Scene) -> None:
    """Its row is left to its own session, at any age below twelve hours."""
    scene.stage("mine", 1, process=os.getpid())
    scene.stage("other", 2, process=1)  # init: there, and somebody else's where we are not root
    scene.stage("late", 3, process=os.getpid(), hours=12)
    scene.stage("odd", 4, process=-1)
    assert (scene.claim("s", "mine"), scene.numbers()) == (3, [1, 3, 4])
    assert (scene.claim("t", "other"), scene.numbers()) == (1, [1, 2, 3, 4])


def test_somebody_elses_process(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is one that is there."""

    def refuse(process: int, number: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(stagedrows, "kill", refuse)
    scene.stage("other")
    assert scene.claim() == 0


def test_rows_of_another_tool(scene: Scene) -> None:
    """They name no path, no process and no row: found by the digest of a prompt of the project, and kept once."""
    path = prompt(scene.project, "old")
    scene.stage("old", 5)
    place = scene.change(path, pid=None, row=None, compiled_prompt="")
    text = place.read_bytes()
    assert (scene.claim(), scene.numbers()) == (1, [5])
    assert ledger(scene.root)[0]["row"] == digest(text)
    place.write_bytes(text)
    assert (scene.claim("t"), scene.numbers(), pending(scene.root)) == (0, [5], [])


@pytest.mark.parametrize("name", [[], "../../x", "0" * 15])
def test_odd_words_of_another_tool(name: Any, scene: Scene) -> None:
    """A process or a name that is none counts as not said."""
    scene.stage("old", 5)
    text = scene.change(prompt(scene.project, "old"), pid="x", row=name, compiled_prompt=7).read_bytes()
    assert scene.claim() == 1
    assert ledger(scene.root)[0]["row"] == digest(text)


def test_a_digest_that_fits_nothing(scene: Scene) -> None:
    """A file without a path whose digest is no prompt's of these projects is left."""
    path = scene.stage("old")
    scene.change(prompt(scene.project, "old"), compiled_prompt="")
    shutil.rmtree(prompt(scene.project, "old").parent)
    prompt(scene.project, "new")
    assert scene.claim("s", "", scene.project.parent / "nowhere", scene.project) == 0
    assert pending(scene.root) == [path.name]


def test_a_ledger_that_cannot_be_written(scene: Scene) -> None:
    """The row is put back, aloud, and claimed once the ledger can be written."""
    place = scene.stage("a", 3)
    wall = scene.root / "usage" / "savings.jsonl"
    wall.mkdir()
    assert scene.claim() == 0
    assert pending(scene.root) == [place.name]
    assert scene.said[0].startswith("the ledger of savings cannot be written; a row stays staged: {")
    wall.rmdir()
    assert (scene.claim(), scene.numbers()) == (1, [3])


def test_a_row_that_is_staged_while_one_is_put_back(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is lost: the newer one stays in the place, the older one waits as a claim until its process is gone."""
    place = scene.stage("a", 1)
    real = savingsledger.add_once

    def full(root: bytes, found: Any, name: str) -> str:
        scene.stage("a", 2)
        return "failed"

    monkeypatch.setattr(stagedrows, "add_once", full)
    scene.claim()
    monkeypatch.setattr(stagedrows, "add_once", real)
    names = pending(scene.root)
    assert (len(names), names[0]) == (2, place.name)
    assert (scene.claim(), scene.numbers()) == (1, [2])
    left = scene.root / "usage" / "pending-savings" / names[1]
    left.rename(left.with_name(names[1].replace(f"-{os.getpid()}-", f"-{NOBODY}-")))
    assert (scene.claim(), scene.numbers(), pending(scene.root)) == (1, [1, 2], [])


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_system_without_hard_links(number: int, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is put back by renaming; where that cannot be either, it waits as a claim."""

    def refuse(*paths: bytes) -> None:
        raise PermissionError(1, "Operation not permitted")

    place = scene.stage("a")
    real, calls = os.rename, list[bytes]()

    def rename(old: bytes, new: bytes) -> None:
        calls.append(old)
        (real if len(calls) <= number else refuse)(old, new)

    monkeypatch.setattr(stagedrows, "link", refuse)
    monkeypatch.setattr(stagedrows, "rename", rename)
    monkeypatch.setattr(stagedrows, "add_once", lambda *given: "failed")
    scene.claim()
    assert (pending(scene.root) == [place.name]) is (number == 2)
    assert len(pending(scene.root)) == 1


def test_claims_that_are_under_way(scene: Scene) -> None:
    """Those of a process that is there are left to it for twelve hours; those of one that was killed are taken up."""
    place = scene.stage("a", 1)
    mine = place.with_name(f"{place.name}.claim-{os.getpid()}-0")
    place.rename(mine)
    assert (scene.claim(), scene.numbers()) == (0, [])
    os.utime(mine, (NOW - 12 * HOUR,) * 2)
    assert (scene.claim(), scene.numbers(), pending(scene.root)) == (1, [1], [])


def test_a_claimer_that_was_killed_behind_its_row(scene: Scene) -> None:
    """The row is in the ledger: its file is taken away, and it is not added again."""
    place = scene.stage("a", 1)
    text = place.read_bytes()
    scene.claim()
    place.with_name(f"{place.name}.claim-{NOBODY}-0").write_bytes(text)
    assert (scene.claim("t"), scene.numbers(), pending(scene.root)) == (0, [1], [])


def test_what_a_killed_launch_left(scene: Scene) -> None:
    """A file that was never finished goes after twelve hours, without a word; files of others stay."""
    place = scene.root / "usage" / "pending-savings"
    place.mkdir(parents=True)
    for name, hours in (("0000000000000001.json.77.new", 11), ("0000000000000002.json.77.new", 12), ("readme", 99)):
        (place / name).write_text("{")
        os.utime(place / name, (NOW - hours * HOUR,) * 2)
    assert scene.claim() == 0
    assert (pending(scene.root), scene.said) == (["0000000000000001.json.77.new", "readme"], [])


def test_one_that_somebody_else_takes_first(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the claim: nothing is said."""
    scene.stage("a")

    def late(old: bytes, new: bytes) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(stagedrows, "rename", late)
    assert (scene.claim(), scene.said) == (0, [])


def test_one_that_is_gone_at_the_look(scene: Scene) -> None:
    """A link to nothing has no age and no row."""
    place = scene.root / "usage" / "pending-savings"
    place.mkdir(parents=True)
    (place / "0000000000000001.json").symlink_to("nothing")
    assert scene.claim() == 0


def test_what_cannot_be_staged(scene: Scene) -> None:
    """A number that is none; a folder that cannot be made."""
    assert not stage(os.fsencode(scene.root), b"/p", {"cost_saved_usd": float("inf")})
    (scene.root).touch()
    assert not stage(os.fsencode(scene.root), b"/p", row())


def test_a_prompt_at_any_path(scene: Scene) -> None:
    """Bytes that are no text, too."""
    scene.project = scene.project.parent / os.fsdecode(b"a\xff")
    scene.stage("a")
    assert scene.claim() == 1
