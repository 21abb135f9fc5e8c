"""`tally transforms`: what harnesses changed of the texts to and from a model, summed, checked, compared."""

from __future__ import annotations

import os
import sys

from tallystick.cli.options import Option
from tallystick.errors import UsageError
from tallystick.host.terminal import screen
from tallystick.kernel.transformplaces import FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.cli.options import Arguments
    from tallystick.host.environment import Surroundings
    from tallystick.host.terminal import Screen

ABOUT = (
    "What harnesses changed before the model saw it, to the byte; `summary` adds ledgers up, `verify` checks every "
    "record against its evidence and ends with 1 where one does not hold, `compare` sets two arms side by side."
)
OPTIONS = (
    Option("ACTION", "summary, verify or compare", choices=("summary", "verify", "compare")),
    Option(
        "PATH",
        "a ledger, or the folder of a run or of runs (default: tally's own); compare takes two",
        repeat=True,
        optional=True,
    ),
    Option("--json", "print JSON"),
    Option("--output", "write to this file instead of the screen", metavar="FILE"),
)
_WIDE = 100  # columns of a file


def run(arguments: Arguments, place: Surroundings) -> int:
    """Print what was asked for, or write it to a file."""
    paths = arguments.texts("PATH")
    output = arguments.text("--output")
    target = screen(sys.stdout, os.environ, no_color=arguments.has("--no-color"))
    if output:
        target.width, target.colour = _WIDE, False
    action = {"summary": _summarise, "verify": _verify, "compare": _compare}[arguments.text("ACTION") or "summary"]
    text, code = action(paths or [os.path.join(place.root, FOLDER)], arguments, target)
    if output:
        _write(output, text)
    else:
        print(text, end="")
    return code


def _summarise(paths: list[str], arguments: Arguments, target: Screen) -> tuple[str, int]:
    from tallystick.tasks.transforms_summary import summarise

    changes = summarise(paths)
    if arguments.has("--json"):
        from tallystick.reports import transforms_json

        return transforms_json.render(changes), 0
    from tallystick.reports import transforms as page

    return _joined(page.lines(changes, width=target.width, colour=target.colour)), 0


def _verify(paths: list[str], arguments: Arguments, target: Screen) -> tuple[str, int]:
    from tallystick.reports import transforms_verify as page
    from tallystick.tasks.transforms_verify import verify

    verdicts = verify(paths)
    code = int(any(one.faults for one in verdicts))
    if arguments.has("--json"):
        return page.render_json(verdicts), code
    return _joined(page.lines(verdicts, width=target.width, colour=target.colour)), code


def _compare(paths: list[str], arguments: Arguments, target: Screen) -> tuple[str, int]:
    from tallystick.reports import transforms_compare as page
    from tallystick.tasks.transforms_compare import compare

    if len(paths) != 2:
        raise UsageError("compare takes two arms: tally transforms compare A B")
    found = compare(*paths)
    if arguments.has("--json"):
        return page.render_json(found), 0
    return _joined(page.lines(found, width=target.width, colour=target.colour)), 0


def _write(output: str, text: str) -> None:
    from tallystick.host.whole_files import replace

    try:
        replace(os.path.abspath(output), text.encode("utf-8", "replace"))
    except OSError as error:
        raise UsageError(f"--output {output} cannot be written ({error.strerror}): name another place") from None


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
