"""Our hooks go into a client's settings beside those of others, and the way back is to the byte, in any order."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import SettingsUnusable
from tallystick.host import hooks_stub
from tallystick.host.environment import Surroundings, hooks_stub_path
from tallystick.tasks import install_mcp
from tallystick.tasks.install import install as install_line
from tallystick.tasks.install_hooks import EVENTS, install
from tallystick.tasks.settings_parts import HOOKS, LINE
from tallystick.tasks.uninstall import uninstall
from tests.histories import surroundings
from tests.tasks.test_install import BROKEN, lay, tree
from tests.tasks.test_uninstall import STARTS

THEIRS = '{\n  "hooks": {\n    "SessionStart": [\n      {"hooks": [{"type": "command", "command": "one"}]},\n      {"hooks": [{"type": "command", "command": "two"}]}\n    ]\n  }\n}\n'
PARTS: dict[str, tuple[Callable[[Surroundings], object], Callable[[Surroundings], object]]] = {
    LINE: (lambda place: install_line(place, replace=True), lambda place: uninstall(place, LINE)),
    HOOKS: (install, lambda place: uninstall(place, HOOKS)),
    "mcp": (install_mcp.install, install_mcp.uninstall),
}
ORDERS = [(there, back) for there in itertools.permutations(PARTS) for back in itertools.permutations(PARTS)]


def hooks_of(path: Path) -> Any:
    """The hooks that settings have now."""
    return json.loads(path.read_text("utf-8"))["hooks"]


def test_a_client_without_settings(tmp_path: Path) -> None:
    """Gets a file with our hooks alone, and the program that they name."""
    place, path = lay(tmp_path)
    done = install(place)

    assert (done.outcome, done.stub) == ("installed", f"{tmp_path}/root/hooks/run")
    assert os.access(done.stub, os.X_OK)
    entry = {"type": "command", "timeout": 15}
    assert hooks_of(path) == {
        "SessionStart": [{"hooks": [entry | {"command": hooks_stub.command(place.root, "session-start")}]}],
        "PreToolUse": [
            {"matcher": "Read|Bash", "hooks": [entry | {"command": hooks_stub.command(place.root, "divert-check")}]}
        ],
        "PostToolUse": [
            {"matcher": "Bash|mcp__.*", "hooks": [entry | {"command": hooks_stub.command(place.root, "post-tool-use")}]}
        ],
    }


def test_others_stay_and_come_first(tmp_path: Path) -> None:
    """Two hooks of others and ours are three."""
    place, path = lay(tmp_path, THEIRS)
    install(place)

    commands = [group["hooks"][0]["command"] for group in hooks_of(path)["SessionStart"]]
    assert commands == ["one", "two", hooks_stub.command(place.root, "session-start")]
    assert path.read_text().startswith(THEIRS.removesuffix("\n    ]\n  }\n}\n"))


def test_a_second_time(tmp_path: Path) -> None:
    """Nothing changes, also where somebody has changed a timeout."""
    place, path = lay(tmp_path, THEIRS)
    install(place)
    path.write_text(path.read_text().replace('"timeout": 15', '"timeout": 5'))
    before = tree(tmp_path)

    assert install(place).outcome == "already"
    assert before == tree(tmp_path)


def test_another_root_folder(tmp_path: Path) -> None:
    """Its hooks take the place of those that were there."""
    place, path = lay(tmp_path, THEIRS)
    install(place)
    other = Surroundings(str(tmp_path / "other"), None, place.environ, place.now_ms)

    assert install(other).outcome == "renewed"
    assert len(hooks_of(path)["SessionStart"]) == 3
    assert "/root/hooks/run" not in path.read_text()


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    ("there", "back"),
    [
        ((HOOKS,), (HOOKS,)),
        ((LINE, HOOKS), (LINE, HOOKS)),
        ((LINE, HOOKS), (HOOKS, LINE)),
        ((HOOKS, LINE), (LINE, HOOKS)),
        ((HOOKS, LINE), (HOOKS, LINE)),
    ],
)
def test_there_and_back(tmp_path: Path, start: str, there: tuple[str, ...], back: tuple[str, ...]) -> None:
    """Whatever the settings were, they are that again to the byte, and nothing of ours is left anywhere."""
    STARTS[start](tmp_path)
    place = surroundings(tmp_path)
    before = tree(tmp_path)
    for part in there:
        PARTS[part][0](place)
    for part in back:
        PARTS[part][1](place)

    assert before == {name: found for name, found in tree(tmp_path).items() if name != "root"}


@pytest.mark.parametrize(("there", "back"), ORDERS, ids="-".join)
@pytest.mark.parametrize("content", [None, THEIRS])
def test_all_three_in_any_order(
    tmp_path: Path, there: tuple[str, ...], back: tuple[str, ...], content: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was there is there again."""
    monkeypatch.setattr(install_mcp, "_has_sdk", lambda: True)
    place, path = lay(tmp_path, content)
    for part in there:
        PARTS[part][0](place)
    for part in back:
        PARTS[part][1](place)

    assert (path.read_text() if path.exists() else None) == content
    assert not (tmp_path / "root" / "install").exists()
    assert not (tmp_path / "root" / "hooks").exists()
    assert not (tmp_path / "root" / "statusline").exists()


def test_edited_since(tmp_path: Path) -> None:
    """Ours goes, every edit stays, and so does the copy of the bytes before."""
    place, path = lay(tmp_path, THEIRS)
    install_line(place)
    install(place)
    path.write_text(path.read_text().replace('"one"', '"three"'))
    first, second = uninstall(place, HOOKS), uninstall(place, LINE)

    assert (first.outcome, second.outcome) == ("removed", "removed")
    assert path.read_text() == THEIRS.replace('"one"', '"three"')
    assert (first.backup, second.backup is None) == (None, False)
    assert Path(str(second.backup)).read_text() == THEIRS


def test_none_of_ours(tmp_path: Path) -> None:
    """Nothing is changed."""
    place, _ = lay(tmp_path, THEIRS)
    before = tree(tmp_path)

    assert uninstall(place, HOOKS).outcome == "nothing"
    assert before == tree(tmp_path)


def test_a_line_that_was_replaced_comes_back(tmp_path: Path) -> None:
    """Whichever goes first."""
    for order in ((LINE, HOOKS), (HOOKS, LINE)):
        home = tmp_path / order[0]
        home.mkdir()
        place, path = lay(home, '{"statusLine": {"type":"command", "command": "theirs"}}')
        install(place)
        install_line(place, replace=True)
        path.write_text(path.read_text().replace("{", '{"edited": 1, ', 1))
        for part in order:
            uninstall(place, part)
        assert path.read_text() == '{"edited": 1, "statusLine": {"type":"command", "command": "theirs"}}'


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_refused(tmp_path: Path, name: str) -> None:
    """Comments, lists, keys twice, text that breaks off: with file, line and column, and nothing is done."""
    content, fault = BROKEN[name]
    place, path = lay(tmp_path, content)
    before = tree(tmp_path)
    for action in (install, lambda place: uninstall(place, HOOKS)):
        with pytest.raises(SettingsUnusable) as raised:
            action(place)
        assert str(raised.value) == f"{path}, {fault}; nothing was changed: correct it there and try again"
    assert before == tree(tmp_path)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('{"hooks": []}', '"hooks" is not an object'),
        ('{"hooks": {"PreToolUse": 7}}', '"PreToolUse" in "hooks" is not a list'),
    ],
)
def test_no_place_for_ours(tmp_path: Path, content: str, fault: str) -> None:
    """It is named, and nothing is done."""
    place, path = lay(tmp_path, content)

    with pytest.raises(SettingsUnusable, match=fault):
        install(place)
    assert path.read_text() == content


def test_only_a_difference(tmp_path: Path) -> None:
    """Nothing is written."""
    place, _ = lay(tmp_path, THEIRS)
    before = tree(tmp_path)
    done = install(place, dry_run=True)

    assert sum(line.startswith("+") and hooks_stub.SIGN not in line for line in done.diff) > len(EVENTS)
    assert before == tree(tmp_path)
    install(place)
    before = tree(tmp_path)
    assert any(line.startswith("-") for line in uninstall(place, HOOKS, dry_run=True).diff)
    assert before == tree(tmp_path)


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings are what they were, and nothing else is left."""
    place, path = lay(tmp_path, THEIRS)

    def full(*args: object) -> None:
        raise SettingsUnusable("no room")

    monkeypatch.setattr("tallystick.host.settings_file.write", full)
    with pytest.raises(SettingsUnusable, match="no room"):
        install(place)
    assert path.read_text() == THEIRS
    assert not os.path.exists(hooks_stub_path(place.root))
    assert not (tmp_path / "root" / "install").exists()


def test_a_client_that_runs_none(tmp_path: Path) -> None:
    """It is told."""
    place, _ = lay(tmp_path, '{"disableAllHooks": true}')

    assert install(place).is_silenced
