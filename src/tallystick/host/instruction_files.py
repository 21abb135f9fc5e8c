"""The files that instructions are compiled from, and the one they are compiled into: `.tallystick` in the project."""

from __future__ import annotations

import os

from tallystick.accounting.instructions import SECTIONS
from tallystick.errors import NotFound, UsageError
from tallystick.host.whole_files import replace
from tallystick.kernel import beginning, stagedrows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME, RECORD = os.fsdecode(stagedrows.PROMPT), os.fsdecode(beginning.RECORD)
_BODIES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "instructions")
_LARGEST = 1 << 20  # bytes of one file
_AGENTS = os.path.join(".claude", "agents")
_HARNESS = ".tallystick"
_OLD = 30 * 86_400  # seconds after which the prompt of a launch goes


def bodies() -> dict[str, str]:
    """Return the sections that come with tally, by name."""
    found = {}
    for name in SECTIONS:
        with open(os.path.join(_BODIES, f"{name}.md"), encoding="utf-8") as file:
            found[name] = file.read()
    return found


def find_project(path: str) -> str:
    """Return a project's folder without links in its path; NotFound where there is none."""
    if not os.path.isdir(path):
        raise NotFound(f"{path}: there is no such folder; name a project's")
    try:
        return os.path.realpath(path)
    except FileNotFoundError:
        raise NotFound("the current folder has been removed; change into a project's") from None


def own_text(project: str) -> tuple[str, str]:
    """Return the path and the text of a project's own instructions, "" where it has none."""
    path = os.path.join(project, "CLAUDE.md")
    return path, (_read(path) if os.path.lexists(path) else "")


def agent_files(project: str) -> Iterator[tuple[str, str]]:
    """Yield name, without its ending, and text of each agent that a project declares, in folders below too."""
    for folder, names, files in os.walk(os.path.join(project, _AGENTS)):
        names.sort()
        for name in sorted(files):
            if name.endswith(".md"):
                yield name.removesuffix(".md"), _read(os.path.join(folder, name))


def top_names(project: str) -> list[str]:
    """Return the names of the files at the top of a project."""
    with os.scandir(project) as entries:
        return [entry.name for entry in entries if entry.is_file()]


def _read(path: str) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); mend it or move it away") from None
    if len(raw) > _LARGEST:
        raise UsageError(f"{path}: is larger than 1 MiB; instructions are not")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text (byte {error.start}); save it as such") from None


def put(project: str, scope: str, name: str, data: bytes) -> str:
    """Write a file for a launch and return its path; git is told to pass over all of them. OSError where it cannot."""
    top = os.path.join(project, _HARNESS)
    folder = os.path.join(top, "sessions", scope)
    for one in (top, os.path.dirname(folder), folder):
        if os.path.islink(one):
            raise UsageError(f"{one}: is a link, and may lead out of the project; move it away")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    ignore = os.path.join(top, ".gitignore")
    if not os.path.lexists(ignore):
        replace(ignore, b"*\n", 0o644)
    path = os.path.join(folder, name)
    replace(path, data)
    return path


def prune(project: str, now_s: float, spared: str) -> None:
    """Take away the prompts of launches that are older than thirty days; nothing else of a folder is touched."""
    sessions = os.path.join(project, _HARNESS, "sessions")
    try:
        scopes = sorted(os.listdir(sessions))
    except OSError:
        return
    for scope in scopes:
        folder = os.path.join(sessions, scope)
        path = os.path.join(folder, NAME)
        try:
            if scope != spared and not os.path.islink(folder) and now_s - os.stat(path).st_mtime > _OLD:
                os.unlink(path)
                record = os.path.join(folder, RECORD)
                if os.path.lexists(record):
                    os.unlink(record)
                os.rmdir(folder)
        except OSError:
            continue
