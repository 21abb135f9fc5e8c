"""Finds transcript files: every `*.jsonl` below the sources' folders, links followed, each physical file once."""

from __future__ import annotations

import os

from tallystick.errors import RootUnusable
from tallystick.kernel.places import config_folders, split_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.source import Source


class Found:
    """A transcript file as one scan saw it: `mtime` in ns, `path` without links, `relative` to the source's folder."""

    __slots__ = ("device", "inode", "mtime", "path", "relative", "size")

    def __init__(self, path: str, relative: str, size: int, mtime: int, device: int, inode: int) -> None:
        self.path = path
        self.relative = relative
        self.size = size
        self.mtime = mtime
        self.device = device
        self.inode = inode


class Scan:
    """What one scan of a source found: files, the folders it looked in, and what could not be read."""

    __slots__ = ("files", "searched", "unreadable")

    def __init__(self) -> None:
        self.files: list[Found] = []
        self.searched: list[str] = []
        self.unreadable: list[str] = []


def config_dirs(source: Source, environment: Mapping[str, str], given: tuple[str, ...] = ()) -> list[str]:
    """Return where to look: the given directories, else those of the variable (commas between), else the defaults."""
    named = given or split_folders(environment.get(source.variable, ""))
    return config_folders(named, source.defaults, environment)


def scan(source: Source, directories: list[str]) -> Scan:
    """Find a source's transcripts below its directories; a folder that exists and cannot be listed is an error."""
    result = Scan()
    seen: set[tuple[int, int]] = set()
    for directory in directories:
        top = os.path.join(directory, source.folder)
        result.searched.append(top)
        try:
            real = os.path.realpath(top)
            _walk(real, len(real) + 1, source.suffix, result, seen)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise RootUnusable(
                f"{top} cannot be read ({error.strerror}): check its permissions, or name another with --config-dir"
            ) from error
    result.files.sort(key=lambda found: found.path)
    return result


def find(source: Source, directories: list[str], path: str) -> list[Found]:
    """Find one transcript by its path without links, and those in the folder that bears its name: its children.

    Nothing outside the source's folders is looked at; a file that is gone is not found.
    """
    result = Scan()
    seen: set[tuple[int, int]] = set()
    for directory in directories:
        top = os.path.realpath(os.path.join(directory, source.folder))
        if path.startswith(top + "/") and path.endswith(source.suffix):
            folder, name = os.path.split(path)
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if entry.name == name:
                            _add(entry, len(top) + 1, result, seen)
                _walk(path.removesuffix(source.suffix), len(top) + 1, source.suffix, result, seen)
            except OSError:
                break
            break
    return result.files


def beside(source: Source, folder: str) -> list[Found]:
    """Find the transcripts that lie in a folder itself; none where it cannot be read."""
    result = Scan()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(source.suffix):
                    _add(entry, len(folder) + 1, result, set())
    except OSError:
        return []
    return result.files


def _walk(folder: str, skip: int, suffix: str, result: Scan, seen: set[tuple[int, int]]) -> None:
    """Add the transcripts of one folder and those below it; a folder or file already seen is passed over."""
    status = os.stat(folder)
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    below = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                if entry.is_dir():
                    below.append(os.path.realpath(entry.path) if entry.is_symlink() else entry.path)
                elif entry.name.endswith(suffix):
                    _add(entry, skip, result, seen)
            except FileNotFoundError:
                continue  # gone between the listing and the look, or a link to nothing
            except OSError:
                result.unreadable.append(entry.path)
    for path in below:
        try:
            _walk(path, skip if path.startswith(folder) else len(path) + 1, suffix, result, seen)
        except FileNotFoundError:
            continue
        except OSError:
            result.unreadable.append(path)


def _add(entry: os.DirEntry[str], skip: int, result: Scan, seen: set[tuple[int, int]]) -> None:
    status = entry.stat()
    if (status.st_dev, status.st_ino) in seen or status.st_mode & 0o170000 != 0o100000:
        return
    seen.add((status.st_dev, status.st_ino))
    path = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
    result.files.append(
        Found(path, entry.path[skip:], status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino)
    )
