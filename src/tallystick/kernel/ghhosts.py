"""Who is logged in to GitHub, by the hosts file of its own command line: a few lines of YAML, read as what they are."""

from __future__ import annotations

_HOST = "github.com:"


def login(hosts: str) -> str:
    """Return the login in use, with a warning sign where several are logged in; "" where none is."""
    user = section = ""
    inside = False
    step = others = 0
    for line in hosts.splitlines():
        depth = len(line) - len(line.lstrip(" "))
        key, _, value = line.strip().partition(":")
        if not key or key.startswith("#"):
            continue
        step = step or depth
        if depth == 0:
            inside = line.startswith(_HOST)
        elif inside and depth == step:
            section = key
            if key == "user":
                user = value.strip().strip("\"'")
        elif inside and section == "users" and depth == 2 * step:
            others += 1
    return user + ("⚠" if user and others > 1 else "")
