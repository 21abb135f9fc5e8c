"""Shortens what a tool printed, keeps the whole of it, records what each filter did, and notes what was saved.

A text passes through byte for byte where shortening it would lose something or win nothing: short ones, data that a
program reads, bytes that are no text, tools that no filter knows, and where the whole cannot be kept.
"""

from __future__ import annotations

import os

from tallystick.accounting.structured import is_structured
from tallystick.filters.context import Context
from tallystick.filters.digests import DIGESTS
from tallystick.filters.failures import signs_in
from tallystick.filters.marks import left_out
from tallystick.filters.pipeline import load, steps
from tallystick.host import outputs, rtk
from tallystick.kernel import calls
from tallystick.kernel.steprecords import record_steps
from tallystick.tasks.booking import SESSION, book
from tallystick.tasks.recording import open_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.host.environment import Surroundings

    Step = tuple[str, str, str, str, int]

NATIVE, RTK, PASSED = "native_fallback", "rtk_binary", "passed_through"
_SHORTEST = 80  # bytes: a shorter output is not worth a look
_NO_SESSION = "no-session"
_LAYER = "tool_output_compression"


class Compressed:
    """What is printed instead of an output: by which path it came, and the id of the whole where that was shortened."""

    __slots__ = ("after", "before", "id", "path")

    def __init__(self, before: bytes, after: bytes, path: str, id: str) -> None:  # noqa: A002 - the glossary's word
        self.before = before
        self.after = after
        self.path = path
        self.id = id


class Call:
    """One call of a tool, as a client's hook is told of it: its id, the tool, and what the model would have got."""

    __slots__ = ("id", "shown", "tool")

    def __init__(self, id: str, tool: str, shown: str) -> None:  # noqa: A002 - the glossary's word
        self.id = id
        self.tool = tool
        self.shown = shown


def compress(
    raw: bytes,
    words: Sequence[str],
    place: Surroundings,
    warn: Callable[[str], object],
    *,
    exit_code: int | None = None,
    call: Call | None = None,
) -> Compressed:
    """Shorten an output of the tool that these words ran; `exit_code` where it is known.

    Of a `call` that a client makes, less than it would have shown must be left, and it is noted once, however many ask.
    A call without words is one of a server's tool: of its answer only what nobody may miss is left out.
    """
    passed = Compressed(raw, raw, PASSED, "")
    is_answer = call is not None and not words
    text = _text(raw) if is_answer or _is_known(words) else None
    if text is None:
        return passed
    name = outputs.identify(raw)
    context = Context(words=tuple(words), exit_code=exit_code, recover=f"tally output {name}")
    path, done = _by_rtk(raw, text, context, place) or (NATIVE, _by_filters(text, context))
    short = done[-1][3] if done else text
    after = short.encode("utf-8", "surrogatepass")
    shown = call.shown if call is not None else text
    if len(after) >= min(len(raw), len(shown.encode("utf-8", "surrogatepass"))):
        return passed
    if outputs.keep(place.root, raw) is None:
        return passed
    if call is None or calls.take(os.fsencode(place.root), place.environ.get(SESSION, "").strip(), call.id):
        event = _record(done, context, place, warn, call)
        marks = {"output": name, "transform": event, "tool_use_id": call.id if call is not None else ""}
        book(place, shown, short, how=path, warn=warn, marks=marks, failed=bool(exit_code))
    return Compressed(raw, after, path, name)


def _text(raw: bytes) -> str | None:
    """Return an output's text, None where it is to pass through whatever its tool."""
    if len(raw) < _SHORTEST or b"\0" in raw:
        return None
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    return None if is_structured(text) else text


def _is_known(words: Sequence[str]) -> bool:
    """Say whether some digest is for the tool that these words run; one for whatever program does not say so."""
    context, nobody = Context(words=tuple(words)), Context(words=("\0",))
    digests = (one for module in DIGESTS.values() for one in load(module))
    return bool(words) and any(one.applies(context) and not one.applies(nobody) for one in digests)


def _by_filters(text: str, context: Context) -> list[Step]:
    found = steps(text, context, "output" if context.words else "answer")
    done = [(step.bucket, step.mechanism, step.before, step.after, step.count) for step in found]
    recover = context.recover
    if done and recover not in done[-1][3] and (gone := text.count("\n") - done[-1][3].count("\n")) > 0:
        *earlier, (bucket, mechanism, before, after, count) = done  # whoever reads it must know the way to the rest
        return [*earlier, (bucket, mechanism, before, _pointed(after, gone, recover), count)]
    return done


def _pointed(text: str, gone: int, recover: str) -> str:
    """Return a text with a last line that says how to get all of it."""
    return f"{text.rstrip(chr(10))}\n{left_out(gone, 'lines', recover=recover)}\n"


def _by_rtk(raw: bytes, text: str, context: Context, place: Surroundings) -> tuple[str, list[Step]] | None:
    """Return what an installed rtk makes of it, None where there is none, it fails, or it would hide every failure."""
    program = rtk.find(place.environ) if context.words else None
    short = rtk.pipe(program, raw, context.words) if program else None
    if short is None or not short.strip() or (signs_in(text) and not signs_in(short)):
        return None
    gone = text.count("\n") - short.count("\n")
    if gone > 0:
        short = _pointed(short, gone, context.recover)
    return (RTK, [("tool_output_filter", "rtk_pipe", text, short, 1)]) if len(short) < len(text) else None


def _record(
    done: list[Step], context: Context, place: Surroundings, warn: Callable[[str], object], call: Call | None
) -> str:
    """Write down what each filter did; return the id of the last of these events, "" where none could be."""
    session = place.environ.get(SESSION, "").strip() or _NO_SESSION
    tool = call.tool if call is not None and not context.words else os.path.basename(context.program)
    with (
        open_own(session, "compress", root=place.root, mode=None, environ=place.environ, warn=warn) as ledger,
        ledger.scope(session=session if call is not None else "", tool_call_id=call.id if call is not None else ""),
    ):
        count = record_steps(ledger, done, layer=_LAYER, surface="tool_output", ctx={"tool_name": tool})
        return ledger.last_event if count else ""
