"""A repository's two commit hooks on disk: ours put in the place of what is there, and that put back, to the byte.

A hook of somebody else stays beside ours under another name, and runs first. No step can stop halfway.
"""

from __future__ import annotations

import os
import stat

from tallystick.errors import HooksUnusable
from tallystick.host.environment import commit_stub_path
from tallystick.host.whole_files import replace
from tallystick.kernel.quoting import quote

NAMES = ("prepare-commit-msg", "commit-msg")
SIGN = "# tallystick-git-hook"
SUFFIX = ".before-tally"
CALL = 'tally commit-trailers --hook {name} --message-file "$1" --commit-source "$2"'
LARGEST = 1 << 20
FREE, OURS, FOREIGN = "free", "ours", "foreign"
_TEXT = """\
#!/bin/sh
{sign} 1: `tally install git-hook` wrote this, `tally uninstall git-hook` takes it out and puts back the
# hook that was here before, which runs first. Only that one can stop a commit.
hook={name}
before=${{0%/*}}/$hook{suffix}
if [ -x "$before" ]; then "$before" "$@" || exit; fi
(. {program}) </dev/null >/dev/null 2>&1
exit 0
"""
# Words that the hooks of such programs have. They write their hooks anew whenever they like, and ours would be gone.
_MANAGERS = {
    "lefthook": b"lefthook",
    "pre-commit": b"pre-commit.com",
    "husky": b"husky",
    "overcommit": b"overcommit",
    "simple-git-hooks": b"SIMPLE_GIT_HOOKS",
    "yorkie": b"yorkie",
    "captainhook": b"captainhook",
}


class Slot:
    """The place of one hook: what stands there, as read. `kept` is the name under which another one's hook stays."""

    __slots__ = ("data", "kept", "kind", "mode", "path")

    def __init__(self, path: str, kind: str, data: bytes, mode: int) -> None:
        self.path = path
        self.kind = kind
        self.data = data
        self.mode = mode
        self.kept = path + SUFFIX

    @property
    def name(self) -> str:
        """The hook's name."""
        return os.path.basename(self.path)

    @property
    def has_kept(self) -> bool:
        """Whether the hook of somebody else stays beside ours."""
        return os.path.lexists(self.kept)

    def is_current(self, root: str) -> bool:
        """Whether git would run exactly what an installation for this root folder writes."""
        return self.data == content(self.name, root) and bool(self.mode & stat.S_IXUSR)

    @property
    def is_edited(self) -> bool:
        """Whether somebody changed our hook."""
        program = self.data.partition(b"\n(. ")[2].partition(b") </dev/null")[0]
        return self.data != _content(self.name, os.fsdecode(program))


def content(name: str, root: str) -> bytes:
    """Return our hook of a name, for a root folder."""
    return _content(name, quote(commit_stub_path(root)))


def _content(name: str, program: str) -> bytes:
    return os.fsencode(_TEXT.format(sign=SIGN, name=name, suffix=SUFFIX, program=program))


def look(path: str) -> Slot:
    """Read what stands in a hook's place; HooksUnusable where that is no file of its own or cannot be read."""
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            raise HooksUnusable(f"{path}: is a link, so it belongs to somebody else; nothing was changed")
        if not stat.S_ISREG(found.st_mode):
            raise HooksUnusable(f"{path}: is no regular file; nothing was changed")
        with open(path, "rb") as file:
            data = file.read(LARGEST)
    except FileNotFoundError:
        return Slot(path, FREE, b"", 0)
    except OSError as error:
        raise HooksUnusable(f"{path}: cannot be read ({error.strerror}); nothing was changed") from None
    return Slot(path, OURS if f"\n{SIGN} ".encode() in data else FOREIGN, data, found.st_mode)


def manager_of(slot: Slot) -> str | None:
    """Return the program that wrote a hook and will write it again, None where none is known to."""
    if slot.kind != FOREIGN:
        return None
    return next((name for name, word in _MANAGERS.items() if word in slot.data), None)


def put(slot: Slot, root: str) -> None:
    """Put our hook in its place; the one that is there stays beside it."""
    if slot.kind == FOREIGN:
        os.link(slot.path, slot.kept)  # until ours has taken its place it has both names
    try:
        replace(slot.path, content(slot.name, root), 0o755)
    except BaseException:
        if slot.kind == FOREIGN:
            os.unlink(slot.kept)
        raise


def put_back(slot: Slot) -> None:
    """Take our hook out: what was there before is there again."""
    if slot.has_kept:
        os.replace(slot.kept, slot.path)
    else:
        os.unlink(slot.path)


def undo(slot: Slot) -> None:
    """Bring a place back to what it was when it was read."""
    if slot.kind == FOREIGN:
        os.replace(slot.kept, slot.path)
    elif slot.kind == OURS:
        replace(slot.path, slot.data, stat.S_IMODE(slot.mode))
    else:
        os.unlink(slot.path)
