"""What git's own small files say: the branch that is checked out, and the repository on the remote."""

from __future__ import annotations

_BRANCHES = "ref: refs/heads/"


def branch(head: str) -> str:
    """Return the branch that a HEAD file names; "" where none is checked out, or one that a harness made up."""
    found = head.strip().removeprefix(_BRANCHES) if head.startswith(_BRANCHES) else ""
    return "" if found in {"HEAD", "session", ".invalid"} or found.startswith("session/") else found


def pointed(file: str) -> str:
    """Return where a worktree's `.git` file says that its folder is, "" where it says nothing."""
    return file.strip().removeprefix("gitdir:").strip() if file.startswith("gitdir:") else ""


def repository(config: str) -> str:
    """Return `owner/name` of the remote "origin" in a config file, "" where there is none or it has no owner."""
    inside = False
    for raw in config.splitlines():
        line = raw.strip()
        if line.startswith("["):
            inside = line.replace(" ", "").startswith('[remote"origin"]')
        elif inside:
            key, _, value = line.partition("=")
            if key.strip().lower() == "url":
                return _owner_and_name(value.strip().strip('"'))
    return ""


def _owner_and_name(address: str) -> str:
    scheme, found, rest = address.partition("://")
    path = rest if found else scheme
    # `host:owner/name` is ssh's short form; a folder on this machine has no owner
    host, colon, short = path.partition(":")
    if not found:
        if not colon or "/" in host:
            return ""
        path = f"{host}/{short}"
    parts = [part for part in path.removesuffix("/").removesuffix(".git").split("/") if part]
    return "/".join(parts[-2:]) if len(parts) >= 3 else ""
