"""The small program under the root folder that a client runs for its status line.

It starts the fast path with the Python that installed it, else a `tally` that is left and says that it is ours, and
prints a line whatever is missing: a client blanks the line of a program that fails or says nothing.
"""

from __future__ import annotations

import os
import sys

from tallystick.errors import UsageError
from tallystick.host import programs
from tallystick.host.environment import installation, stub_path
from tallystick.kernel.quoting import quote

SIGN = "# The status line of tallystick"
GONE = "tally is not installed any more: install it again, or take statusLine out of settings.json"
# `-P` keeps the folder of the session off the path of modules: what lies there is not ours to run.
_TEXT = """\
#!/bin/sh
{sign}, written by `tally`, which keeps it current. Change nothing here;
# `tally uninstall statusline` takes it out. It ends with 0 and prints a line, whatever has become of what it runs.
{mark}
TALLY_ROOT={root}
export TALLY_ROOT
python={python}
fast={fast}
if [ -f "$fast" ] && [ -x "$python" ]; then
  "$python" -I -S "$fast" 2>/dev/null && exit 0
fi
if [ -x "$python" ] && line=$("$python" -P -m tallystick statusline 2>/dev/null) && [ -n "$line" ]; then
  printf '%s\\n' "$line"
  exit 0
fi
other=$(command -v tally) && grep -q tallystick "$other" 2>/dev/null || other=false
if line=$("$other" statusline 2>/dev/null) && [ -n "$line" ]; then
  printf '%s\\n' "$line"
  exit 0
fi
printf '%s\\n' {gone}
exit 0
"""
_TEST, _THEN = "[ -f ", " ] && . "
_WITHOUT_PYTHON = f"{_TEST}{{run}}{_THEN}{{run}}; echo {{gone}}"
_COMMAND = (
    f"{_TEST}{{run}}{_THEN}{{run}}; "
    "{python} -P -m tallystick statusline --repair --root {root} 2>/dev/null || echo {gone}"
)
_PLACE = stub_path("/x").removeprefix("/x")


def content(root: str) -> bytes:
    """Return the program for a root folder and the installation that runs now."""
    fast = os.path.join(programs.package(), "statusline", "__main__.py")
    words = {"root": root, "python": sys.executable or "", "fast": fast, "gone": GONE}
    quoted = {name: quote(word) for name, word in words.items()}
    return os.fsencode(_TEXT.format(sign=SIGN, mark=installation(), **quoted))


def command(root: str) -> str:
    """Return the command line that a client is given; UsageError where a settings file cannot hold the path.

    The client's own sh reads the program (`.`): a second sh would cost half a millisecond at each render. Where the
    root folder was taken away, the rest of the command draws the line and writes the program again.
    """
    path, python = stub_path(root), sys.executable or ""
    if not path.isprintable():
        raise UsageError(f"the root folder {path!r} cannot stand in a settings file; choose another one with --root")
    words = _COMMAND if python.isprintable() and python else _WITHOUT_PYTHON
    found = {"run": path, "python": python, "root": root, "gone": GONE}
    return words.format(**{name: quote(word) for name, word in found.items()})


def path_of(words: object) -> str | None:
    """Return the program that a client's command reads or runs, None where it is no command of ours by its form."""
    if not isinstance(words, str):
        return None
    if not words.startswith(_TEST):
        return programs.unquote(words.removeprefix(". "))
    rest = words.removeprefix(_TEST)
    at = rest.find(_THEN)
    while at >= 0:
        if rest.startswith(f"{rest[:at]};", at + len(_THEN)):
            path = programs.unquote(rest[:at])
            return path if path.endswith(_PLACE) else None
        at = rest.find(_THEN, at + 1)
    return None


def is_ours(words: object) -> bool:
    """Whether a client's command is one of ours: by its form, else by the program it runs, if that is still there."""
    path = path_of(words)
    if path is None:
        return False
    if str(words).startswith(_TEST):
        return True
    try:
        with open(path, "rb") as file:
            return SIGN.encode() in file.read(200)
    except (OSError, ValueError):
        return False


def write(root: str) -> None:
    """Put the program in its place, or a newer one over it; the same one is left as it is."""
    programs.put(stub_path(root), content(root))


def follow(root: str) -> None:
    """Write the program anew for this installation, unless it runs another one that is still there."""
    programs.follow(stub_path(root), SIGN, lambda: write(root))


def is_of(root: str, mark: str) -> bool:
    """Whether the program names this installation as the one that wrote it."""
    return programs.is_of(stub_path(root), mark)


def try_out(words: str, seconds: float = 10) -> tuple[int, str]:
    """Run a client's command as the client does, on an empty payload; return its exit code and what it prints."""
    import subprocess

    try:
        done = subprocess.run(
            ["sh", "-c", words],
            input=b"{}",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return 1, ""
    return done.returncode, done.stdout.decode(errors="replace")


def remove(root: str) -> None:
    """Take the program away, and its folder if nothing else is in it."""
    programs.take_away(stub_path(root))
