"""The small program under the root folder that a repository's commit hooks run, so that they survive an upgrade.

It starts the fast path with the Python that installed it, else any `tally` that is left, else nothing: a commit does
not fail because tally has gone.
"""

from __future__ import annotations

import os
import sys

from tallystick.host import programs
from tallystick.host.environment import commit_stub_path, installation
from tallystick.kernel.quoting import quote
from tallystick.kernel.trailers import KEYS

SIGN = "# The commit trailers of tallystick"
NOTE = "tallystick-commit"  # `commits.note` leaves it: without it there is nothing to do behind the editor
# Without a session nothing is written, and without a line of a block nothing is taken off: then no Python starts.
_TEXT = """\
{sign}, written by `tally`, which keeps it current. Change nothing here; in a
# repository `tally uninstall git-hook` takes its hooks out. They read it with $hook set, and go on whatever it does.
{mark}
if [ "$hook" = commit-msg ]; then
  [ -e "${{1%/*}}/{note}" ] || exit 0
elif [ -z "${{CLAUDE_CODE_SESSION_ID:-}}" ]; then
  grep -qiE '^({keys})[[:blank:]]*:' "$1" || exit 0
fi
TALLY_ROOT={root}
export TALLY_ROOT
python={python}
fast={fast}
if [ -f "$fast" ] && [ -x "$python" ]; then
  exec "$python" -I -S "$fast" --hook "$hook" --message-file "$1" --commit-source "${{2:-}}"
fi
exec tally commit-trailers --hook "$hook" --message-file "$1" --commit-source "${{2:-}}"
"""


def content(root: str) -> bytes:
    """Return the program for a root folder and the installation that runs now."""
    fast = os.path.join(programs.package(), "commits", "__main__.py")
    words = {"root": root, "python": sys.executable or "", "fast": fast}
    quoted = {name: quote(word) for name, word in words.items()}
    return os.fsencode(_TEXT.format(sign=SIGN, mark=installation(), note=NOTE, keys="|".join(KEYS), **quoted))


def write(root: str) -> None:
    """Put the program in its place, or a newer one over it."""
    programs.put(commit_stub_path(root), content(root))


def follow(root: str) -> None:
    """Write the program anew for this installation, unless it runs another one that is still there."""
    programs.follow(commit_stub_path(root), SIGN, lambda: write(root))


def is_of(root: str, mark: str) -> bool:
    """Whether the program names this installation as the one that wrote it."""
    return programs.is_of(commit_stub_path(root), mark)
