"""What was installed comes out again, and the settings are what they were."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick.host.environment import stub_path
from tallystick.host.install_record import Records
from tallystick.tasks.install import install
from tallystick.tasks.uninstall import uninstall
from tests.histories import surroundings
from tests.tasks.test_install import THEIRS, lay, tree


def chain(home: Path) -> None:
    """Settings behind three links, the last folder elsewhere."""
    (home / "dots").mkdir()
    (home / "dots" / "claude.json").write_text('{"a": 1}', "utf-8")
    (home / "middle").symlink_to("dots")
    (home / ".claude").mkdir()
    (home / ".claude" / "one").symlink_to("../middle/claude.json")
    (home / ".claude" / "settings.json").symlink_to("one")


def linked_folder(home: Path) -> None:
    """A config folder that is a link."""
    (home / "far").mkdir()
    (home / "far" / "settings.json").write_bytes(b'{"a":1}')
    (home / ".claude").symlink_to(home / "far")


def link_to_nothing(home: Path) -> None:
    """A link to a file in a folder that is not there yet."""
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").symlink_to("x/y")


def read_only_middle(home: Path) -> None:
    """A link in a folder that nobody may write to."""
    chain(home)
    (home / ".claude").chmod(0o555)


def with_mode(mode: int) -> Callable[[Path], None]:
    """Settings with these permissions."""

    def make(home: Path) -> None:
        lay(home, '{"a": 1}\n')
        (home / ".claude" / "settings.json").chmod(mode)

    return make


def of(content: bytes | str | None) -> Callable[[Path], None]:
    """Settings with this content."""

    def make(home: Path) -> None:
        lay(home, content)

    return make


STARTS: dict[str, Callable[[Path], None]] = {
    "no folder": of(None),
    "no file": lambda home: (home / ".claude").mkdir(),
    "empty file": of(b""),
    "spaces": of(b" \n\t\n"),
    "empty object": of(b"{}"),
    "empty object with space": of(b"{ \n }\n\n"),
    "other keys": of('{\n  "hooks": {"Stop": [{"x": 1}, {"y": [2]}]},\n  "env": {"K": "v"}\n}\n'),
    "one line": of('{"a":1,"b":[1,2]}'),
    "tabs": of('{\n\t"a": {\n\t\t"b": 1\n\t}\n}'),
    "carriage returns": of('{\r\n  "a": 1\r\n}\r\n'),
    "non-ASCII": of('{"ü": "\\u00e9\\ud83d\\ude00 é 日本 😀"}'),
    "byte order mark": of(b'\xef\xbb\xbf{"a": 1}'),
    "odd style": of('{"a"\n:1\n,\n\n"b" :2}   \n'),
    "null": of('{"statusLine" : null , "a": 1}'),
    "theirs": of(f'{{"a": 1, "statusLine": {THEIRS}, "b": 2}}'),
    "theirs alone": of(f'{{\n  "statusLine": {THEIRS}\n}}'),
    "chain of links": chain,
    "linked folder": linked_folder,
    "link to nothing": link_to_nothing,
    "read-only middle": read_only_middle,
    "mode 0600": with_mode(0o600),
    "mode 0640": with_mode(0o640),
    "mode 0444": with_mode(0o444),
}


@pytest.mark.parametrize("start", STARTS)
def test_there_and_back_is_nothing(tmp_path: Path, start: str) -> None:
    """Installed, installed and uninstalled, every byte, link and mode is what it was, and nothing of ours is left."""
    STARTS[start](tmp_path)
    before = tree(tmp_path)
    place = surroundings(tmp_path)
    install(place, replace=True)
    within = tree(tmp_path)
    install(place, replace=True)

    assert within == tree(tmp_path)
    done = uninstall(place)
    assert "restored" == done.outcome
    left = {name: what for name, what in tree(tmp_path).items() if name != "root"}
    assert before == left


@pytest.mark.parametrize(
    "start", [start for start in STARTS if start not in {"no folder", "no file", "link to nothing"}]
)
def test_what_others_edited_stays(tmp_path: Path, start: str) -> None:
    """A member that came in between is still there, ours is gone, theirs is back; in any style."""
    STARTS[start](tmp_path)
    path = tmp_path / ".claude" / "settings.json"
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode().strip()
    before = json.loads(text or "{}")
    place = surroundings(tmp_path)
    install(place, replace=True)
    path.write_bytes(path.read_bytes().replace(b"{", b'{"new": 1, ', 1))
    done = uninstall(place)

    assert "removed" == done.outcome
    after = json.loads(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    assert {"new": 1} | before == after
    assert not os.path.exists(stub_path(place.root))
    assert done.backup is not None
    assert Path(done.backup).read_bytes().removeprefix(b"\xef\xbb\xbf").decode().strip() == text


def test_an_edit_elsewhere_is_the_only_difference(tmp_path: Path) -> None:
    """The text is the one before with that edit in it."""
    before = '{\n  "a": 1,\n  "hooks": {}\n}\n'
    place, path = lay(tmp_path, before)
    install(place)
    path.write_text(path.read_text("utf-8").replace('"a": 1', '"a": 99'), "utf-8")
    uninstall(place)

    assert before.replace('"a": 1', '"a": 99') == path.read_text("utf-8")


def test_a_renewed_installation_keeps_the_edit(tmp_path: Path) -> None:
    """Installed anew over an edited file, the end gives the edited file back and not the one before the edit."""
    place, path = lay(tmp_path, f'{{"a": 1, "statusLine": {THEIRS}}}')
    install(place, replace=True)
    path.write_text(path.read_text("utf-8").replace('"a": 1', '"a": 2').replace("/run", "/../statusline/run"), "utf-8")
    assert "renewed" == install(place).outcome
    uninstall(place)

    assert f'{{"a": 2, "statusLine": {THEIRS}}}' == path.read_text("utf-8")


def test_a_line_that_a_user_put_in_since_stays(tmp_path: Path) -> None:
    """It is not ours to take; the record of ours goes, the bytes before it stay for who wants them."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    path.write_text(f'{{"statusLine": {THEIRS}}}', "utf-8")
    before = path.read_bytes()
    done = uninstall(place)

    assert ("nothing", before) == (done.outcome, path.read_bytes())
    assert done.backup is not None
    assert '{"a": 1}' == Path(done.backup).read_text("utf-8")
    assert Records(place.root).is_empty
    assert not os.path.exists(stub_path(place.root))


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    """Is not made again."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    path.unlink()

    assert "nothing" == uninstall(place).outcome
    assert not path.exists()


def test_a_user_who_took_it_out_by_hand(tmp_path: Path) -> None:
    """Leaves nothing for us to keep either."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    path.write_text('{"a": 1}', "utf-8")
    done = uninstall(place)

    assert ("nothing", None) == (done.outcome, done.backup)
    assert {"root"} == {name for name in tree(tmp_path) if name.startswith("root")}


def test_never_installed(tmp_path: Path) -> None:
    """Nothing happens, and nothing is made."""
    place, _ = lay(tmp_path, '{"a": 1}')
    before = tree(tmp_path)

    assert "nothing" == uninstall(place).outcome
    assert before == tree(tmp_path)


def test_without_a_record_the_line_still_comes_out(tmp_path: Path) -> None:
    """The root folder was emptied: the line is known by its command."""
    place, path = lay(tmp_path, '{"a": 1}')
    install(place)
    for name in os.listdir(tmp_path / "root" / "install"):
        (tmp_path / "root" / "install" / name).unlink()
    os.unlink(stub_path(place.root))

    assert "removed" == uninstall(place).outcome
    assert '{"a": 1}' == path.read_text("utf-8")


def test_a_lost_backup_is_no_obstacle(tmp_path: Path) -> None:
    """The line comes out of the text instead."""
    place, path = lay(tmp_path, '{"a": 1}')
    done = install(place)
    assert done.backup is not None
    Path(done.backup).write_bytes(b"spoilt")

    assert "removed" == uninstall(place).outcome
    assert '{"a": 1}' == path.read_text("utf-8")


def test_two_clients_share_a_root(tmp_path: Path) -> None:
    """The program stays until the last of them has let go."""
    places = [surroundings(tmp_path, tmp_path / name) for name in ("one", "two")]
    for place in places:
        install(place)
    uninstall(places[0])
    assert os.path.exists(stub_path(places[0].root))
    uninstall(places[1])

    assert [] == [path.name for path in tmp_path.rglob("*") if path.name not in {"root", "install.lock"}]


def test_a_folder_with_something_in_it_stays(tmp_path: Path) -> None:
    """We made it, but it is used by now."""
    place, path = lay(tmp_path)
    install(place)
    (path.parent / "projects").mkdir()
    uninstall(place)

    assert ["projects"] == os.listdir(path.parent)


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    """It has the difference, the other way round."""
    place, path = lay(tmp_path, f'{{\n  "statusLine": {THEIRS}\n}}\n')
    install(place, replace=True)
    before = tree(tmp_path)
    done = uninstall(place, dry_run=True)

    assert before == tree(tmp_path)
    assert (f'+  "statusLine": {THEIRS}', "node x.js") == (done.diff[-2], json.loads(str(done.foreign))["command"])
    assert path.exists()
