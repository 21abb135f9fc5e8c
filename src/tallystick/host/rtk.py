"""An installed `rtk`, asked to shorten a text and nothing else: `rtk pipe` reads it from stdin and runs no tool."""

from __future__ import annotations

import os
import shutil
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORBIDDEN = "TALLY_COMPRESS_NO_RTK"
_YES = {"1", "true", "yes", "on"}
_SECONDS = 10
_LONGEST = 3  # words of a filter's name
# The filters of rtk 0.48.0.
FILTERS = {
    *("cargo-test", "pytest", "go-test", "go-build", "ctest", "tsc", "vitest", "grep", "rg", "find", "fd", "git-log"),
    *("git-diff", "git-status", "log", "mypy", "ruff-check", "ruff-format", "prettier", "phpunit", "pest", "paratest"),
    *("php-test", "ecs", "phpstan", "pint"),
}


def find(environ: Mapping[str, str]) -> str | None:
    """Return the path of an installed rtk, None where there is none or it is forbidden."""
    if environ.get(FORBIDDEN, "").strip().lower() in _YES:
        return None
    return shutil.which("rtk", path=environ.get("PATH", os.defpath))


def filter_name(words: Sequence[str]) -> str:
    """Return the filter for a tool: its first words joined, the longest name that there is; "" where there is none."""
    for count in range(min(_LONGEST, len(words)), 0, -1):
        name = "-".join(words[:count]).lower()
        if name in FILTERS:
            return name
    return ""


def pipe(program: str, raw: bytes, words: Sequence[str]) -> str | None:
    """Return what rtk makes of a text, None where it fails in whatever way."""
    name = filter_name(words)
    command = [program, "pipe", *(("-f", name) if name else ())]
    try:
        done = subprocess.run(command, input=raw, capture_output=True, timeout=_SECONDS, check=False)
        return None if done.returncode else done.stdout.decode()
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
