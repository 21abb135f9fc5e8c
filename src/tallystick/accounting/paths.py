"""Paths as the index knows them: absolute, and one spelling a place."""

from __future__ import annotations

import posixpath


def canonical_path(path: str, cwd: str | None) -> str:
    """Return an absolute path, lexically normalised against the directory the line was written in."""
    if path[0] == "/" and "/." not in path and "//" not in path and path[-1] != "/":
        return path
    return posixpath.normpath(posixpath.join(cwd or "/", path))
