"""`tally compress`: shortens what a tool printed, from stdin to stdout."""

from __future__ import annotations

import sys

from tallystick.cli.options import Option
from tallystick.host.terminal import complain
from tallystick.host.whole_files import write_all
from tallystick.tasks.compress import compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.tasks.compress import Compressed

ABOUT = (
    "Shortens what a tool printed, from stdin to stdout; failures and warnings stay, what is left out is counted and "
    "kept, and data or an unknown tool's output passes through as it is. Always ends with 0."
)
OPTIONS = (Option("--tool", "the command whose output this is, as in --tool 'cargo test'", metavar="COMMAND"),)


def run(arguments: Arguments, place: Surroundings) -> int:
    """Pass stdin on, shortened where that can be; say on stderr what was done."""
    words = (arguments.text("--tool") or "").split()
    done = compress(_given(), words, place, complain)
    put(done.after)
    complain(f"{' '.join(words) or 'no --tool, so that nothing is known of it'}: {said(done)}")
    return 0


def said(done: Compressed) -> str:
    """What was done, for the person who watches."""
    before, after = len(done.before), len(done.after)
    if after == before:
        return f"{before:,} bytes, {done.path}"
    share = 100 * (before - after) / before
    less = "<1" if share < 1 else f"{min(99, round(share))}"
    return f"{before:,} bytes to {after:,} ({less}% less), {done.path}; all of it: tally output {done.id}"


def _given() -> bytes:
    """All of stdin; a closed one, or one that cannot be read, gives nothing."""
    if sys.stdin is None:  # its number may be another file's by now
        return b""
    try:
        with open(0, "rb", closefd=False) as file:
            return file.read()
    except OSError:
        return b""


def put(data: bytes) -> bool:
    """Write to stdout; say whether somebody took it. The command whose output it is must not fail by that."""
    if sys.stdout is None:  # its number may be another file's by now
        return False
    try:
        write_all(1, data)
    except BrokenPipeError:
        return False
    except OSError as error:
        complain(f"the output could not be written: {error.strerror}")
        return False
    return True
