"""A client's settings file on disk: read through links, written back in one step with its mode, owner and links kept.

Where a folder does not let a file be replaced, or the new file could not be made like the old one (other names, another
owner, attributes of its own), it is written in place, and put back as it was if that fails.
"""

from __future__ import annotations

import errno
import os
import stat

from tallystick.errors import SettingsUnusable
from tallystick.host import whole_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.json_text import NotJson

LARGEST = 8 << 20
_MARK = b"\xef\xbb\xbf"  # some editors begin a file with it


class SettingsFile:
    """A settings file as it was read: its `path` as named, the `real` one behind links, its bytes (None: no file)."""

    __slots__ = ("data", "found", "path", "real")

    def __init__(self, path: str, real: str, data: bytes | None, found: os.stat_result | None) -> None:
        self.path = path
        self.real = real
        self.data = data
        self.found = found

    @property
    def text(self) -> str:
        """The text, without a byte order mark; SettingsUnusable where the bytes are not UTF-8."""
        data = (self.data or b"").removeprefix(_MARK)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
            raise self.refuse(line, column, "bytes that are not UTF-8") from None

    def with_text(self, text: str) -> bytes:
        """Return the bytes of a new text, with the mark if the old ones had it."""
        return (_MARK if self.data and self.data.startswith(_MARK) else b"") + text.encode()

    def misread(self, error: NotJson) -> SettingsUnusable:
        """Return the line for a text that is not JSON."""
        return self.refuse(error.line, error.column, error.fault)

    def refuse(self, line: int, column: int, fault: str) -> SettingsUnusable:
        """Return the line for a fault at a place."""
        return SettingsUnusable(
            f"{self.path}, line {line}, column {column}: {fault}; nothing was changed: correct it there and try again"
        )


def read(path: str) -> SettingsFile:
    """Read a settings file, following links; SettingsUnusable where it is there and cannot be read."""
    real = os.path.realpath(path)
    try:
        found = os.stat(real)
        if not stat.S_ISREG(found.st_mode):
            raise SettingsUnusable(f"{path}: is no regular file; nothing was changed")
        if found.st_size > LARGEST:
            raise SettingsUnusable(f"{path}: is larger than {LARGEST >> 20} MiB; nothing was changed")
        with open(real, "rb") as file:
            return SettingsFile(path, real, file.read(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return SettingsFile(path, real, None, None)
    except OSError as error:
        raise SettingsUnusable(f"{path}: cannot be read ({error.strerror}); nothing was changed") from None


def write(file: SettingsFile, data: bytes) -> None:
    """Put new bytes in the place of those that were read; SettingsUnusable where that fails or somebody was faster."""
    _refuse_change(file)
    try:
        if file.found is None:
            os.makedirs(os.path.dirname(file.real), mode=0o700, exist_ok=True)
            whole_files.replace(file.real, data)
        elif file.found.st_nlink > 1 or not _replace(file, data):
            _write_in_place(file.real, data)
    except OSError as error:
        raise SettingsUnusable(f"{file.path}: cannot be written ({error.strerror}); nothing was changed") from None


def remove(file: SettingsFile) -> None:
    """Take away a file that was not there before; SettingsUnusable where that fails or somebody was faster."""
    _refuse_change(file)
    try:
        os.unlink(file.real)
    except OSError as error:
        raise SettingsUnusable(f"{file.path}: cannot be removed ({error.strerror}); nothing was changed") from None


def _refuse_change(file: SettingsFile) -> None:
    if _stamp(_look(file.real)) != _stamp(file.found):
        raise SettingsUnusable(f"{file.path}: was changed by somebody else just now; nothing was changed: try again")


def _look(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _stamp(found: os.stat_result | None) -> tuple[int, ...] | None:
    return found and (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _replace(file: SettingsFile, data: bytes) -> bool:
    """Put a new file of the same mode, owner and attributes in the place of the old one; False where that cannot be."""
    assert file.found is not None
    found = file.found

    def dress(handle: int) -> None:
        if (found.st_uid, found.st_gid) != (os.geteuid(), os.getegid()):
            os.fchown(handle, found.st_uid, found.st_gid)
        for name, value in _attributes(file.real):
            os.setxattr(handle, name, value)

    try:
        whole_files.replace(file.real, data, stat.S_IMODE(found.st_mode), dress)
    except OSError:
        return False
    return True


def _attributes(path: str) -> list[tuple[str, bytes]]:
    """Return the attributes that are no business of the system's own."""
    if not hasattr(os, "listxattr"):
        return []
    try:
        return [(name, os.getxattr(path, name)) for name in os.listxattr(path) if not name.startswith("security.")]
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return []  # a file system without any
        raise


def _write_in_place(real: str, data: bytes) -> None:
    """Write over a file's bytes, and write the old ones back if the disk does not take the new ones."""
    handle = os.open(real, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        old = os.pread(handle, LARGEST, 0)
        try:
            _overwrite(handle, data)
        except OSError:
            _overwrite(handle, old)
            raise
    finally:
        os.close(handle)


def _overwrite(handle: int, data: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    whole_files.write_all(handle, data)
    os.ftruncate(handle, len(data))
    os.fsync(handle)
