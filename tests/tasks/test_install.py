"""Our status line goes into a client's settings, once, and nothing else changes there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host import environment
from tallystick.host.environment import Surroundings, stub_path
from tallystick.host.stub import command
from tallystick.statusline import bundle
from tallystick.tasks.install import draw_once, install, settings_path
from tallystick.tasks.uninstall import uninstall
from tests.histories import surroundings

THEIRS = '{ "type":"command", "command": "node x.js" }'


def lay(home: Path, content: bytes | str | None = None) -> tuple[Surroundings, Path]:
    """A place whose client has these settings, and where they lie."""
    path = home / ".claude" / "settings.json"
    if content is not None:
        path.parent.mkdir()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return surroundings(home), path


def tree(folder: Path) -> dict[str, tuple[str, bytes | str]]:
    """Everything below a folder with its mode: bytes of files, targets of links; lock files left out."""
    found: dict[str, tuple[str, bytes | str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "install.lock":
            continue
        content: bytes | str = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else ""
        found[str(path.relative_to(folder))] = (f"{path.lstat().st_mode:o}", content)
    return found


def line_of(path: Path) -> Any:
    """The status line that settings have now."""
    return json.loads(path.read_text("utf-8"))["statusLine"]


def test_a_client_without_settings(tmp_path: Path) -> None:
    """Gets a file with our line alone, and the program that it names."""
    place, path = lay(tmp_path)
    done = install(place)

    assert {"type": "command", "command": command(place.root), "padding": 0} == line_of(path)
    assert ("installed", str(path), f"{tmp_path}/root/statusline/run") == (done.outcome, done.path, done.stub)
    assert os.access(done.stub, os.X_OK)
    assert ("600", "700") == tuple(f"{one.stat().st_mode & 0o777:o}" for one in (path, path.parent))


def test_all_else_stays(tmp_path: Path) -> None:
    """Two hooks of other tools, their order, tabs, a number as it was written."""
    before = '{\n\t"hooks": {"SessionStart": [{"a": 1}, {"b": 2}]},\n\t"n": 1.50,\n\t"ü": "\\u00e9"\n}\n'
    place, path = lay(tmp_path, before)
    install(place)

    assert path.read_text("utf-8").startswith(before[: -len("\n}\n")] + ',\n\t"statusLine": {\n\t\t"type": "command",')


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    """Not a byte, not a time."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    before, touched = tree(tmp_path), [one.stat().st_mtime_ns for one in (path, Path(stub_path(place.root)))]

    assert "already" == install(place).outcome
    assert before == tree(tmp_path)
    assert touched == [one.stat().st_mtime_ns for one in (path, Path(stub_path(place.root)))]


def test_what_a_user_added_to_our_line_stays(tmp_path: Path) -> None:
    """Padding, a refresh interval: an installed line is not made anew."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    path.write_text(path.read_text("utf-8").replace('"padding": 0', '"padding": 2, "refreshInterval": 5'), "utf-8")
    before = path.read_bytes()

    assert "already" == install(place).outcome
    assert before == path.read_bytes()


def test_a_missing_program_is_written_again(tmp_path: Path) -> None:
    """Though the settings need no change."""
    place, _ = lay(tmp_path, "{}")
    done = install(place)
    os.unlink(done.stub)

    assert "already" == install(place).outcome
    assert os.path.exists(done.stub)


@pytest.mark.parametrize("theirs", [THEIRS, "3", "{}", "[]", '"x"', "false"])
def test_a_line_of_another_tool_stays(tmp_path: Path, theirs: str) -> None:
    """One line says so, and nothing at all is left of the attempt."""
    place, _ = lay(tmp_path, f'{{"statusLine": {theirs}}}')
    before = tree(tmp_path)
    with pytest.raises(SettingsUnusable, match=r"has a status line of another tool .*, which stays: add --replace"):
        install(place)

    assert before == tree(tmp_path)


def test_it_is_replaced_and_remembered(tmp_path: Path) -> None:
    """In its place, between its neighbours."""
    place, path = lay(tmp_path, f'{{"a": 1, "statusLine": {THEIRS}, "b": 2}}')
    done = install(place, replace=True)

    assert ("installed", "node x.js") == (done.outcome, done.foreign)
    assert ["a", "statusLine", "b"] == list(json.loads(path.read_text("utf-8")))
    assert ". " in line_of(path)["command"]


def test_nothing_is_no_line_of_another_tool(tmp_path: Path) -> None:
    """A null may be replaced without asking, and is given back."""
    place, path = lay(tmp_path, '{"statusLine": null}')

    assert "installed" == install(place).outcome
    uninstall(place)
    assert '{"statusLine": null}' == path.read_text("utf-8")


def test_the_name_of_another_tool_is_cleaned(tmp_path: Path) -> None:
    """It is printed: no control characters, and 80 at most."""
    place, _ = lay(tmp_path, '{"statusLine": {"command": "\\u001b[31m\\u202ex' + "y" * 200 + '"}}')
    with pytest.raises(SettingsUnusable) as raised:
        install(place)

    assert f"another tool ([31mx{'y' * 75})," in str(raised.value)


def test_another_root_of_ours_is_no_other_tool(tmp_path: Path) -> None:
    """It is followed to the new root, with what the user added to it; the end gives the old one back."""
    place, path = lay(tmp_path, '{"a": 1}')
    other = Surroundings(str(tmp_path / "other root"), None, place.environ, place.now_ms)
    install(place)
    path.write_text(path.read_text("utf-8").replace('"padding": 0', '"padding": 2'), "utf-8")
    before = path.read_bytes()
    done = install(other)

    assert ("renewed", None) == (done.outcome, done.foreign)
    assert {"type": "command", "command": command(other.root), "padding": 2} == line_of(path)
    uninstall(other)
    assert before == path.read_bytes()


BROKEN: dict[str, tuple[bytes | str, str]] = {
    "comment": ('{\n  // ours\n  "a": 1\n}', "line 2, column 3: a comment, which JSON does not have"),
    "trailing comma": ('{\n  "a": 1,\n}\n', "line 2, column 9: a comma with nothing but } behind it"),
    "truncated": ('{\n  "a": {"b": 1', "line 2, column 15: the file ends where a comma or } is expected"),
    "array": ("[]", "line 1, column 1: a list where an object is expected"),
    "key twice": ('{"a": 1, "a": 2}', 'line 1, column 10: "a" stands twice in one object'),
    "line twice": (
        '{"statusLine": 1, "statusLine": 2}',
        'line 1, column 19: "statusLine" stands twice in one object',
    ),
    "no text": (b'{"a": "\xff"}', "line 1, column 8: bytes that are not UTF-8"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("action", [install, uninstall])
def test_what_cannot_be_parsed_is_refused(tmp_path: Path, name: str, action: Callable[[Surroundings], object]) -> None:
    """With file, line and column; no program, no record, no byte in the settings."""
    content, fault = BROKEN[name]
    place, path = lay(tmp_path, content)
    before = tree(tmp_path)
    with pytest.raises(SettingsUnusable) as raised:
        action(place)

    assert f"{path}, {fault}; nothing was changed: correct it there and try again" == str(raised.value)
    assert before == tree(tmp_path)


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    """It has the difference."""
    place, path = lay(tmp_path, '{\n  "a": 1\n}\n')
    before = tree(tmp_path)
    done = install(place, dry_run=True)

    assert before == tree(tmp_path)
    assert (
        f"--- {path}",
        f"+++ {path}",
        "@@ -1,3 +1,8 @@",
        " {",
        '-  "a": 1',
        '+  "a": 1,',
        '+  "statusLine": {',
        '+    "type": "command",',
        f'+    "command": "{command(place.root)}",',
        '+    "padding": 0',
        "+  }",
        " }",
    ) == done.diff
    install(place)
    assert () == install(place, dry_run=True).diff


def test_silenced_hooks_are_noticed(tmp_path: Path) -> None:
    """A client that runs no hooks runs no status line."""
    place, _ = lay(tmp_path, '{"disableAllHooks": true}')

    assert install(place).is_silenced


@pytest.mark.parametrize(
    ("variable", "given", "expected"),
    [
        ("", [], "~/.claude"),
        ("~/c", [], "~/c"),
        ("~/c", ["~/d"], "~/d"),
    ],
)
def test_which_settings(tmp_path: Path, variable: str, given: list[str], expected: str) -> None:
    """The option's folder, else CLAUDE_CONFIG_DIR, else ~/.claude."""
    environ = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": variable}
    place = Surroundings(str(tmp_path / "root"), given or None, environ, 0)

    assert expected.replace("~", str(tmp_path)) + "/settings.json" == settings_path(place)


@pytest.mark.parametrize("given", [["a", "b"], []])
def test_one_folder_at_a_time(tmp_path: Path, given: list[str]) -> None:
    """Several are asked back."""
    place = Surroundings(str(tmp_path), given or None, {"HOME": "/h", "CLAUDE_CONFIG_DIR": "a,b"}, 0)

    with pytest.raises(UsageError, match=r"there are several config folders \(a, b\): name one with --config-dir"):
        settings_path(place)


def test_a_path_that_cannot_stand_in_settings(tmp_path: Path) -> None:
    """Is refused before anything is written."""
    place, _ = lay(tmp_path, "{}")
    odd = Surroundings(str(tmp_path / "a\nb"), None, place.environ, 0)
    before = tree(tmp_path)
    with pytest.raises(UsageError, match="cannot stand in a settings file"):
        install(odd)

    assert before == tree(tmp_path)


def test_versions_may_change_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade changes the program, not the settings."""
    place, path = lay(tmp_path, '{"a": 1}')
    with monkeypatch.context() as earlier:
        earlier.setattr(environment, "__version__", "0.0.1")
        install(place)
    before = path.read_bytes()

    assert "already" == install(place).outcome
    assert before == path.read_bytes()
    assert "# 0.0.1 " not in Path(stub_path(place.root)).read_text("utf-8")


def test_the_first_render_is_ours(tmp_path: Path) -> None:
    """The client's first one finds the file that it would have had to make; no session leaves anything."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    before = tree(tmp_path)
    with suppress(FileNotFoundError):
        os.unlink(bundle.PATH)

    draw_once(place)

    assert os.path.exists(bundle.PATH)
    assert before == tree(tmp_path)
