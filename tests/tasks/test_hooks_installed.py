"""What doctor says of hooks: who runs them, whether they would answer, and what came of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.host import environment, hooks_stub
from tallystick.host.environment import Surroundings, hooks_stub_path
from tallystick.kernel.hooknotes import note
from tallystick.model.settings import Settings
from tallystick.tasks.hooks_installed import compression, remarks
from tallystick.tasks.install_hooks import install
from tests.histories import surroundings
from tests.kernel.test_savings import row
from tests.tasks.test_install import lay, tree

RUNS = "~/.claude/settings.json runs tally's"
NONE = "not installed: tally install hooks shortens what Claude Code's commands print"
PLUGIN = '{"enabledPlugins": {"tally@tallystick": true, "other@x": true}}'


def said(place: Surroundings, settings: Settings | None = None) -> list[str]:
    """Each remark, warnings with a mark, with its places."""
    found = list(remarks(place, settings or Settings()))
    assert {remark.about for remark in found} == {"hooks"}
    return [("! " if one.is_warning else "") + " / ".join((one.text, *one.places)) for one in found]


def on_path(place: Surroundings, folder: Path, *names: str) -> Surroundings:
    """The same place with some programs on the path."""
    folder.mkdir()
    for name in names:
        (folder / name).touch(mode=0o755)
    return Surroundings(place.root, None, {**place.environ, "PATH": str(folder)}, place.now_ms)


@pytest.mark.parametrize("content", [None, "", "{}", '{"hooks": {}, "disableAllHooks": true}', '{"enabledPlugins": 7}'])
def test_none_yet(tmp_path: Path, content: str | None) -> None:
    """A hint, no warning; and a look makes nothing."""
    place, _ = lay(tmp_path, content)
    before = tree(tmp_path)

    assert said(place) == [NONE]
    assert before == tree(tmp_path)


def test_ours(tmp_path: Path) -> None:
    """One line where all is well: each is run once."""
    place, _ = lay(tmp_path, "{}")
    install(place)

    assert said(place) == [RUNS]


def test_the_plugin(tmp_path: Path) -> None:
    """Alone, with ours, and without the command that it runs."""
    place, _ = lay(tmp_path, PLUGIN)
    place = on_path(place, tmp_path / "bin", "tally")
    assert said(place) == ["the plugin runs tally's, as ~/.claude/settings.json says"]
    install(place)
    assert said(place) == [f"{RUNS}, and so does the plugin: each call is noted once"]
    (tmp_path / "bin" / "tally").unlink()
    assert said(place)[-1] == "! the plugin finds no tally on the PATH, so it does nothing"


@pytest.mark.parametrize("content", ['{"disableAllHooks": true}', '{"disableAllHooks": true, ' + PLUGIN[1:]])
def test_a_client_that_runs_none(tmp_path: Path, content: str) -> None:
    """Nothing would happen."""
    place, _ = lay(tmp_path, content)
    install(place)

    assert "! ~/.claude/settings.json has disableAllHooks, so the client runs none" in said(place)


def test_settings_that_cannot_be_read(tmp_path: Path) -> None:
    """The fault has its place."""
    place, path = lay(tmp_path, "[]")

    assert said(place)[0].startswith(f"! {path}, line 1, column 1: a list where an object is expected")


def test_a_program_that_is_missing(tmp_path: Path) -> None:
    """It says what mends it."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    os.unlink(hooks_stub_path(place.root))

    assert said(place) == [RUNS, "! their program ~/root/hooks/run is missing: tally install hooks writes it again"]


def test_another_root_folder(tmp_path: Path) -> None:
    """It is named."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    other = Surroundings(str(tmp_path / "other"), None, place.environ, place.now_ms)

    assert said(other) == [RUNS, "they are those of another root folder: ~/root/hooks/run"]


def test_another_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on running them."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    monkeypatch.setattr(environment, "__version__", "0.0.1")

    assert said(place)[1:] == ["another installation of tally runs them: tally install hooks lets this one do so"]


def test_hooks_that_do_not_end_well(tmp_path: Path) -> None:
    """The program was spoiled."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    path = Path(hooks_stub_path(place.root))
    path.write_bytes(hooks_stub.content(place.root) + b"\n")
    path.write_text(path.read_text().replace("\npython=", "\nexit 2\npython="))

    assert said(place) == [RUNS, "! they do not end well: tally install hooks mends it"]


@pytest.mark.parametrize(("variable", "least"), [("", 40), ("7", 7), ("many", 350)])
def test_reads_that_are_refused(tmp_path: Path, variable: str, least: int) -> None:
    """From how many lines on, and whether there is anybody to divert to."""
    place, _ = lay(tmp_path, "{}")
    place = on_path(place, tmp_path / "bin", "claude", "sh")
    place = Surroundings(place.root, None, {**place.environ, "TALLY_DIVERT_MIN_LINES": variable}, place.now_ms)
    install(place)
    settings = Settings(divert_enabled=True, divert_lines=40)

    assert said(place, settings) == [RUNS, f"whole reads of {least} lines or more are refused: [divert] is enabled"]
    (tmp_path / "bin" / "claude").unlink()
    assert said(place, settings)[-1] == "! no claude is on the PATH, so no read is refused"


def test_what_they_could_not_do(tmp_path: Path) -> None:
    """During the week; the newest first."""
    place, _ = lay(tmp_path, "{}")
    now_s = place.now_ms / 1000
    for text, days in (("long ago", 8), ("first", 2), ("second", 1)):
        note(os.fsencode(place.root), text, now_s - days * 86_400)

    (hint, warning) = said(place)
    assert hint == NONE
    assert [text.split(" ", 1)[-1] for text in warning.split(" / ")[1:]] == ["second", "first"]


def found(place: Surroundings) -> tuple[str, bool]:
    """The row of what was recorded."""
    (remark,) = compression(place)
    assert remark.about == "savings"
    return remark.text, remark.is_warning


def test_what_was_recorded(tmp_path: Path) -> None:
    """Rows that a single call is credited with, of all sessions; four bytes a token."""
    place = surroundings(tmp_path)
    assert found(place) == ("tool_output_compression: nothing recorded yet", False)
    ledger = tmp_path / "root" / "usage" / "savings.jsonl"
    ledger.parent.mkdir(parents=True)
    rows = [row(20), row(40, technique="divert", session_id="other"), row(90, technique="instruction-compression")]
    ledger.write_bytes(b"\n".join([*rows, b"torn"]))
    said_so = "2 compress or divert rows, 60 tokens (~240 bytes) saved, last row 2026-03-02 09:00"

    assert found(place) == (f"tool_output_compression ACTIVE: {said_so}", False)


def test_nothing_recorded_though_hooks_are_in(tmp_path: Path) -> None:
    """That is worth a look."""
    place, _ = lay(tmp_path, "{}")
    install(place)

    assert found(place) == ("tool_output_compression: nothing recorded yet", True)


def test_a_ledger_that_cannot_be_read(tmp_path: Path) -> None:
    """The system says why."""
    place = surroundings(tmp_path)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "usage").write_text("")

    assert found(place) == ("tool_output_compression: ~/root/usage/savings.jsonl: Not a directory", True)
