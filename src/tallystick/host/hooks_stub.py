"""The small program under the root folder that a client's hooks run, so that they survive an upgrade.

It starts the fast path with the Python that installed it, else a `tally` that is left, else nothing. It ends with 0 and
says nothing of what goes wrong: a hook that fails may stop the client's tools.
"""

from __future__ import annotations

import os
import sys

from tallystick.errors import UsageError
from tallystick.host import programs
from tallystick.host.environment import hooks_stub_path, installation
from tallystick.kernel.quoting import quote

SIGN = "# The hooks of tallystick"
# Where reads are not diverted no Python starts: a few lines of the settings tell, without any other program.
_TEXT = """\
{sign}, written by `tally`, which keeps it current. Change nothing here; `tally uninstall hooks`
# takes them out. They read it with $hook set. It ends with 0, whatever has become of what it runs.
{mark}
[ "${{TALLY_DISABLE_HOOKS:-}}" != 1 ] || exit 0
TALLY_ROOT={root}
export TALLY_ROOT
python={python}
fast={fast}
if [ "$hook" = divert-check ]; then
  [ -f "$TALLY_ROOT/statusline/config" ] || exit 0
  on=
  while IFS= read -r line; do
    if [ "$line" = diverts=1 ]; then on=1; break; fi
  done <"$TALLY_ROOT/statusline/config"
  [ -n "$on" ] || exit 0
fi
if [ -f "$fast" ] && [ -x "$python" ]; then
  "$python" -I -S "$fast" "$hook"
  exit 0
fi
other=$(command -v tally) && grep -q tallystick "$other" 2>/dev/null && "$other" hook "$hook"
exit 0
"""
_COMMAND = "hook={name}; [ -f {run} ] && . {run}; exit 0"
_BEGIN, _TEST, _THEN, _END = "hook=", "; [ -f ", " ] && . ", "; exit 0"
_PLACE = hooks_stub_path("/x").removeprefix("/x")


def content(root: str) -> bytes:
    """Return the program for a root folder and the installation that runs now."""
    fast = os.path.join(programs.package(), "hooks", "__main__.py")
    words = {"root": root, "python": sys.executable or "", "fast": fast}
    quoted = {name: quote(word) for name, word in words.items()}
    return os.fsencode(_TEXT.format(sign=SIGN, mark=installation(), **quoted))


def command(root: str, name: str) -> str:
    """Return the command line that a client is given for a hook; UsageError where settings cannot hold the path."""
    path = hooks_stub_path(root)
    if not path.isprintable():
        raise UsageError(f"the root folder {path!r} cannot stand in a settings file; choose another one with --root")
    return _COMMAND.format(name=name, run=quote(path))


def path_of(words: object) -> str | None:
    """Return the program that a client's command reads, None where it is no command of ours by its form."""
    if not isinstance(words, str) or not words.startswith(_BEGIN) or not words.endswith(_END):
        return None
    _, test, rest = words.removesuffix(_END).partition(_TEST)
    half = rest[: (len(rest) - len(_THEN)) // 2]
    if not test or rest != f"{half}{_THEN}{half}":
        return None
    path = programs.unquote(half)
    return path if path.endswith(_PLACE) else None


def write(root: str) -> None:
    """Put the program in its place, or a newer one over it."""
    programs.put(hooks_stub_path(root), content(root))


def follow(root: str) -> None:
    """Write the program anew for this installation, unless it runs another one that is still there."""
    programs.follow(hooks_stub_path(root), SIGN, lambda: write(root))


def is_of(root: str, mark: str) -> bool:
    """Whether the program names this installation as the one that wrote it."""
    return programs.is_of(hooks_stub_path(root), mark)


def remove(root: str) -> None:
    """Take the program away, and what the hooks noted with it."""
    notes = os.path.join(os.path.dirname(hooks_stub_path(root)), "notes")
    if os.path.lexists(notes):
        os.unlink(notes)
    programs.take_away(hooks_stub_path(root))
