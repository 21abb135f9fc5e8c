"""Which sessions belong together: those of one launch, and those that went on from another.

`usage/session-links/<name>` lists their ids, one a line, in the order in which they began; `name` is a launch's scope
or the id of the session that the others came from.
"""

from __future__ import annotations

from posix import scandir
from time import time

from tallystick.kernel.files import append, make_folder, read_text, remove
from tallystick.kernel.sessionids import is_plain

FOLDER = b"/usage/session-links"
_LONGEST = 128
_OLD = 30 * 86_400  # seconds


def link(root: bytes, name: str, session: str) -> bool:
    """List a session under a name, once; say whether it is listed."""
    if not is_name(name) or not is_plain(session):
        return False
    path = root + FOLDER + b"/" + name.encode("utf-8", "surrogateescape")
    listed = read_text(path)
    if session in listed.split("\n"):
        return True
    if not listed:
        _prune(root)
    return make_folder(root + FOLDER) and append(path, session.encode())


def join(root: bytes, scope: str, earlier: str, session: str) -> bool:
    """List a session under a launch's scope where it is the first one or goes on from a listed one; say whether it is.

    Any other one only inherited the scope's name: a client that the launched one started.
    """
    if not is_name(scope):
        return False
    listed = read_text(root + FOLDER + b"/" + scope.encode("utf-8", "surrogateescape")).split()
    if listed and session not in listed and (not earlier or earlier not in listed):
        return False
    return link(root, scope, session)


def siblings(root: bytes, session: str) -> list[str]:
    """Return the other sessions of the first file that lists this one, in its order."""
    return [other for other in _listing(root, session)[1] if other and other != session]


def follow(root: bytes, earlier: str, session: str) -> bool:
    """List a session with the one that it went on from; say whether it is listed."""
    name = _listing(root, earlier)[0] or earlier
    return earlier != session and is_plain(session) and link(root, name, earlier) and link(root, name, session)


def _listing(root: bytes, session: str) -> tuple[str, list[str]]:
    """Return the first file that lists a session and all that it lists, "" where there is none."""
    try:
        names = sorted(entry.name for entry in scandir(root + FOLDER))
    except OSError:
        return "", []
    for one in names:
        if one.startswith(b"."):
            continue
        listed = read_text(root + FOLDER + b"/" + one).split("\n")
        if session in listed:
            return one.decode("utf-8", "surrogateescape"), listed
    return "", []


def _prune(root: bytes) -> None:
    """Take away what has not grown for thirty days: every look without a saving reads all of them."""
    oldest = time() - _OLD
    try:
        for entry in list(scandir(root + FOLDER)):
            if entry.stat(follow_symlinks=False).st_mtime < oldest:
                remove(entry.path)
    except OSError:
        return


def is_name(name: str) -> bool:
    """Say whether a text may name a file of links: no path, nothing hidden, no control letters."""
    return 0 < len(name) <= _LONGEST and name.isprintable() and not name.startswith(".") and not set(name) & {"/", "\\"}
