"""A settings file is read through links and written back as the file it was: mode, names, owner, links."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tallystick.errors import SettingsUnusable
from tallystick.host import settings_file
from tallystick.host.json_text import Members, NotJson
from tallystick.host.settings_file import read, remove, write


def fault_of(path: Path) -> str:
    """The line that a file is refused with, its path cut off."""
    with pytest.raises(SettingsUnusable) as raised:
        _ = read(str(path)).text
    return str(raised.value).removeprefix(f"{path}")


def mode_of(path: Path) -> str:
    """The permissions of a file."""
    return f"{path.stat().st_mode & 0o7777:o}"


def test_no_file(tmp_path: Path) -> None:
    """Is an empty one; it is made for this user alone, with the folder."""
    path = tmp_path / "a" / "b" / "settings.json"
    file = read(str(path))
    write(file, b"{}")

    assert (None, "") == (file.data, file.text)
    assert (b"{}", "600", "700") == (path.read_bytes(), mode_of(path), mode_of(path.parent))


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o400, 0o777])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    """Whatever it is."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    path.chmod(mode)
    write(read(str(path)), b'{"a": 1}')

    assert (b'{"a": 1}', f"{mode:o}") == (path.read_bytes(), mode_of(path))
    assert ["s.json"] == os.listdir(tmp_path)


def test_links_are_followed_and_stay(tmp_path: Path) -> None:
    """A chain of three, relative and absolute; the file at its end is the one that changes."""
    (tmp_path / "dots").mkdir()
    real = tmp_path / "dots" / "claude.json"
    real.write_bytes(b"{}")
    (tmp_path / "one").symlink_to("dots/claude.json")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    (tmp_path / "settings.json").symlink_to("two")
    file = read(str(tmp_path / "settings.json"))
    write(file, b'{"a": 1}')

    assert (str(real), b'{"a": 1}') == (file.real, real.read_bytes())
    assert ["dots/claude.json", str(tmp_path / "one"), "two"] == [
        os.readlink(tmp_path / name) for name in ("one", "two", "settings.json")
    ]
    assert ["claude.json"] == os.listdir(tmp_path / "dots")


def test_a_link_to_nothing_yet(tmp_path: Path) -> None:
    """The file is made where the link leads; removed again, the link is what it was."""
    (tmp_path / "settings.json").symlink_to("far/claude.json")
    write(read(str(tmp_path / "settings.json")), b"{}")
    file = read(str(tmp_path / "settings.json"))

    assert b"{}" == (tmp_path / "far" / "claude.json").read_bytes()
    remove(file)
    assert ("far/claude.json", False) == (
        os.readlink(tmp_path / "settings.json"),
        (tmp_path / "settings.json").exists(),
    )


def test_other_names_stay_names_of_it(tmp_path: Path) -> None:
    """A file with two names is written in place, or one of them would be left behind."""
    path, other = tmp_path / "s.json", tmp_path / "t.json"
    path.write_bytes(b'{"a": 1}')
    other.hardlink_to(path)
    write(read(str(path)), b"{}")

    assert (b"{}", path.stat().st_ino) == (other.read_bytes(), other.stat().st_ino)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who may give files away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    """Root that edits somebody's file does not take it."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    path.chmod(0o640)
    os.chown(path, 65534, 65534)
    inode = path.stat().st_ino
    write(read(str(path)), b'{"a": 1}')

    assert (b'{"a": 1}', 65534, 65534) == (path.read_bytes(), path.stat().st_uid, path.stat().st_gid)
    assert (True, "640") == (path.stat().st_ino != inode, mode_of(path))  # in one step


def test_an_owner_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the file is written in place, and stays theirs; nothing else is left."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    inode = path.stat().st_ino
    monkeypatch.setattr(os, "getegid", lambda: path.stat().st_gid + 1)
    monkeypatch.setattr(os, "fchown", refuse)
    write(read(str(path)), b'{"a": 1}')

    assert (b'{"a": 1}', inode, ["s.json"]) == (path.read_bytes(), path.stat().st_ino, os.listdir(tmp_path))


def test_attributes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new file has them too; one that may not be set is kept by writing in place."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    inode = path.stat().st_ino
    try:
        os.setxattr(path, "user.colour", b"red")
    except (OSError, AttributeError):
        pytest.skip("this file system keeps no attributes")
    write(read(str(path)), b'{"a": 1}')

    assert (b'{"a": 1}', b"red") == (path.read_bytes(), os.getxattr(path, "user.colour"))
    assert path.stat().st_ino != inode
    inode = path.stat().st_ino
    monkeypatch.setattr(os, "setxattr", refuse)
    write(read(str(path)), b"{}")
    assert (b"{}", b"red", inode) == (path.read_bytes(), os.getxattr(path, "user.colour"), path.stat().st_ino)


def refuse(*_: object) -> None:
    """What a folder that nobody may write to says, and a file that something is mounted on."""
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


def test_a_file_that_cannot_be_replaced_is_written_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder stays as it is."""
    path = tmp_path / "s.json"
    path.write_bytes(b'{"longer": "than what comes"}')
    inode = path.stat().st_ino
    monkeypatch.setattr(os, "replace", refuse)
    write(read(str(path)), b"{}")

    assert (b"{}", inode, ["s.json"]) == (path.read_bytes(), path.stat().st_ino, os.listdir(tmp_path))


def test_a_disk_that_fills_up_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place too: what was half written is put back."""
    path = tmp_path / "s.json"
    path.write_bytes(b'{"a": 1}')
    file = read(str(path))
    monkeypatch.setattr(os, "replace", refuse)
    real, taken = os.write, []

    def full(handle: int, data: bytes) -> int:
        taken.append(data)
        if len(taken) == 4:  # two wrote the temporary file, the third a part of the file in place
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, data[:6])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(
        SettingsUnusable, match=r"s.json: cannot be written \(No space left on device\); nothing was changed"
    ):
        write(file, b'{"b": 22}')

    assert b'{"a": 1}' == path.read_bytes()


def test_somebody_was_faster(tmp_path: Path) -> None:
    """A file that changed after it was read is not written over, nor removed."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    file = read(str(path))
    path.write_bytes(b'{"theirs": 1}')
    missing = read(str(tmp_path / "t.json"))
    (tmp_path / "t.json").write_bytes(b"{}")

    said = "was changed by somebody else just now; nothing was changed"
    for one in (file, missing):
        with pytest.raises(SettingsUnusable, match=said):
            write(one, b"x")
    with pytest.raises(SettingsUnusable, match=said):
        remove(file)
    assert b'{"theirs": 1}' == path.read_bytes()


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """Folders, devices, loops and giants."""
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "null").symlink_to("/dev/null")
    with (tmp_path / "giant").open("wb") as giant:
        giant.truncate(settings_file.LARGEST + 1)
    (tmp_path / "file").touch()

    assert ": is no regular file; nothing was changed" == fault_of(tmp_path)
    assert ": is no regular file; nothing was changed" == fault_of(tmp_path / "null")
    assert ": cannot be read (Too many levels of symbolic links); nothing was changed" == fault_of(tmp_path / "loop")
    assert ": is larger than 8 MiB; nothing was changed" == fault_of(tmp_path / "giant")
    assert ": cannot be read (Not a directory); nothing was changed" == fault_of(tmp_path / "file" / "x")


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    """Cannot be removed a second time."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    file = read(str(path))
    path.unlink()

    with pytest.raises(SettingsUnusable, match="changed by somebody else"):
        remove(file)


def test_removing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line."""
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(os, "unlink", refuse)

    with pytest.raises(SettingsUnusable, match=r"cannot be removed \(Device or resource busy\); nothing was changed"):
        remove(read(str(path)))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Named with their place."""
    path = tmp_path / "s.json"
    path.write_bytes(b'{\n "a": "\xff"\n}')

    assert (
        ", line 2, column 8: bytes that are not UTF-8; nothing was changed: correct it there and try again"
        == fault_of(path)
    )


def test_a_byte_order_mark_is_kept(tmp_path: Path) -> None:
    """It is no part of the text, and it is still there afterwards."""
    path = tmp_path / "s.json"
    path.write_bytes(b"\xef\xbb\xbf{}")
    file = read(str(path))

    assert ("{}", b"\xef\xbb\xbf{ }") == (file.text, file.with_text("{ }"))


def test_a_misreading_is_one_line(tmp_path: Path) -> None:
    """The file, the place, the fault, and that nothing happened."""
    file = read(str(tmp_path / "s.json"))
    with pytest.raises(NotJson) as raised:
        Members("{\n  // x\n}")

    assert (
        f"{tmp_path}/s.json, line 2, column 3: a comment, which JSON does not have; nothing was changed: "
        "correct it there and try again"
    ) == str(file.misread(raised.value))
