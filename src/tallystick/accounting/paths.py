"""Paths as the index knows them: absolute, and one spelling a place."""

from __future__ import annotations

import posixpath


def canonical_path(path: str, cwd: str | None) -> str:
    """Return an absolute path, lexically normalised against the directory the line was written in."""
    if path[0] == "/" and "/." not in path and "//" not in path and path[-1] != "/":
        return path
    found = posixpath.normpath(posixpath.join(cwd or "/", path))
    return found[1:] if found[:2] == "//" else found  # two slashes at the start mean what one does
