"""Who is logged in to GitHub, by the hosts file of its own command line: a few lines of YAML, read as what they are."""

from __future__ import annotations

_HOST = "github.com:"


def login(hosts: str) -> str:
    """Return the login in use, with a warning sign where several are logged in; "" where none is."""
    user = ""
    others = 0
    section = ""
    inside = False
    for line in hosts.splitlines():
        depth = len(line) - len(line.lstrip(" "))
        key, _, value = line.strip().partition(":")
        if not key or key.startswith("#"):
            continue
        if depth == 0:
            inside = line.startswith(_HOST)
        elif inside and depth == _step(hosts):
            section = key
            if key == "user":
                user = value.strip().strip("\"'")
        elif inside and section == "users" and depth == 2 * _step(hosts):
            others += 1
    return user + ("⚠" if user and others > 1 else "")


def _step(hosts: str) -> int:
    """Return by how many spaces the file indents."""
    for line in hosts.splitlines():
        depth = len(line) - len(line.lstrip(" "))
        if depth and line.strip():
            return depth
    return 1
