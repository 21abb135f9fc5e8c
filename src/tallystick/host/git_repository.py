"""Asks the installed git where the current repository has its hooks, and who put them there."""

from __future__ import annotations

import os

from tallystick.errors import HooksUnusable

HOOKS_PATH = "core.hooksPath"


class Repository:
    """A work tree: its top folder, git's folder that all its work trees share, the folder of the hooks that git runs.

    `scope` and `origin` say where core.hooksPath is set, "" where it is not.
    """

    __slots__ = ("common", "hooks", "origin", "scope", "top")

    def __init__(self, top: str, common: str, hooks: str, scope: str, origin: str) -> None:
        self.top = top
        self.common = common
        self.hooks = hooks
        self.scope = scope
        self.origin = origin

    @property
    def own_hooks(self) -> str:
        """The folder of the hooks where core.hooksPath names no other one."""
        return os.path.join(self.common, "hooks")

    def tracks(self, folder: str) -> bool:
        """Whether files of a folder are part of what the repository keeps."""
        inside = os.path.realpath(folder).startswith(os.path.realpath(self.top) + os.sep)
        return inside and bool(_ask(self.top, "ls-files", "-z", "--", folder))


def current() -> Repository:
    """Return the repository of the current folder; HooksUnusable where there is none, or git does not run."""
    top = _line(_ask(None, "rev-parse", "--show-toplevel"))
    common, hooks = (
        os.path.join(top, _line(_ask(top, "rev-parse", *words)))
        for words in (("--git-common-dir",), ("--git-path", "hooks"))
    )
    found = _ask(top, "config", "--show-scope", "--show-origin", "-z", "--get", HOOKS_PATH, is_asked=True)
    scope, origin = [*found.split("\0"), ""][:2]
    return Repository(top, os.path.normpath(common), os.path.normpath(hooks), scope, origin.removeprefix("file:"))


def _line(text: str) -> str:
    return text.removesuffix("\n")


def _ask(folder: str | None, *words: str, is_asked: bool = False) -> str:
    """Return what git prints; HooksUnusable where it fails, unless that is an answer too (`is_asked`)."""
    import subprocess

    command = ["git", *(("-C", folder) if folder else ()), *words]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise HooksUnusable(f"git cannot be run ({error.strerror}): install it, or run this where it is") from None
    if done.returncode and not is_asked:
        said = os.fsdecode(done.stderr).strip().partition("\n")[0] or f"git {words[0]} ended with {done.returncode}"
        raise HooksUnusable(f"no work tree of git here ({said}): change into one and try again")
    return os.fsdecode(done.stdout)
