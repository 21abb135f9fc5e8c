"""`tally forget`: removes a session, a project or all before a day from the index, for good."""

from __future__ import annotations

import sys

from tallystick.accounting.bounds import since_ms
from tallystick.accounting.periods import find_zone
from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.terminal import complain
from tallystick.reports.figures import plural
from tallystick.tasks.forget import forget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings

ABOUT = (
    "Removes sessions from the index for good; what else is kept of them goes too: savings, whole outputs, "
    "transformations, the status line's notes, backups. Transcripts stay, and are not read again."
)
OPTIONS = (
    Option("--session", "forget this session: its id, or as much of it as is unique", metavar="ID"),
    Option("--project", "forget every session of this project: a path, or the last part of one", metavar="PROJECT"),
    Option("--before", "forget sessions that ended before this day or time", metavar="WHEN"),
    Option("--yes", "do not ask"),
)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Ask, forget, and say how much that was."""
    session, project, before = (arguments.text(name) for name in ("--session", "--project", "--before"))
    if session is None and project is None and before is None:
        raise UsageError("forget what? Name a --session, a --project or a day with --before")
    before_ms = None if before is None else since_ms(before, find_zone(None), place.now_ms)

    def confirm(count: int) -> bool:
        return arguments.has("--yes") or _ask(count)

    done = forget(place, confirm, session=session, project=project, before_ms=before_ms)
    for note in done.notes:
        complain(note)
    if not done.sessions:
        print("Nothing was forgotten.")
        return 0
    counted = ((done.savings, "saving"), (done.outputs, "kept output"), (done.backups, "backup"))
    parts = [plural(done.transcripts, "transcript"), *(plural(count, what) for count, what in counted if count)]
    removed = " and ".join((", ".join(parts[:-1]), parts[-1])) if parts[1:] else parts[0]
    print(f"Forgot {plural(done.sessions, 'session')}: {removed}.")
    return 0


def _ask(count: int) -> bool:
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError(
            f"this would forget {plural(count, 'session')} for good: add --yes to do it without being asked"
        )
    print(f"Forget {plural(count, 'session')} and all backups for good? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
