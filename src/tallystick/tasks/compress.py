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


def compress(
    raw: bytes,
    words: Sequence[str],
    place: Surroundings,
    warn: Callable[[str], object],
    *,
    exit_code: int | None = None,
) -> Compressed:
    """Shorten an output of the tool that these words ran; `exit_code` where it is known."""
    passed = Compressed(raw, raw, PASSED, "")
    text = _text(raw)
    if text is None or not _is_known(words):
        return passed
    name = outputs.identify(raw)
    recover = f"tally output {name}"
    path, done = _by_rtk(raw, text, words, recover, place) or (NATIVE, _by_filters(text, words, recover, exit_code))
    after = done[-1][3].encode("utf-8", "surrogatepass") if done else raw
    if len(after) >= len(raw) or outputs.keep(place.root, raw) is None:
        return passed
    _record(done, words, place, warn)
    book(place, text, done[-1][3], how=path, output=name, warn=warn)
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
    """Say whether some digest is for the tool that these words run."""
    context = Context(words=tuple(words))
    return bool(words) and any(one.applies(context) for module in DIGESTS.values() for one in load(module))


def _by_filters(text: str, words: Sequence[str], recover: str, exit_code: int | None) -> list[Step]:
    context = Context(words=tuple(words), exit_code=exit_code, recover=recover)
    found = steps(text, context)
    done = [(step.bucket, step.mechanism, step.before, step.after, step.count) for step in found]
    if done and recover not in done[-1][3] and (gone := text.count("\n") - done[-1][3].count("\n")) > 0:
        *earlier, (bucket, mechanism, before, after, count) = done  # whoever reads it must know the way to the rest
        return [*earlier, (bucket, mechanism, before, _pointed(after, gone, recover), count)]
    return done


def _pointed(text: str, gone: int, recover: str) -> str:
    """Return a text with a last line that says how to get all of it."""
    return f"{text.rstrip(chr(10))}\n{left_out(gone, 'lines', recover=recover)}\n"


def _by_rtk(
    raw: bytes, text: str, words: Sequence[str], recover: str, place: Surroundings
) -> tuple[str, list[Step]] | None:
    """Return what an installed rtk makes of it, None where there is none, it fails, or it would hide every failure."""
    program = rtk.find(place.environ)
    short = rtk.pipe(program, raw, words) if program else None
    if short is None or not short.strip() or (signs_in(text) and not signs_in(short)):
        return None
    gone = text.count("\n") - short.count("\n")
    if gone > 0:
        short = _pointed(short, gone, recover)
    return (RTK, [("tool_output_filter", "rtk_pipe", text, short, 1)]) if len(short) < len(text) else None


def _record(done: list[Step], words: Sequence[str], place: Surroundings, warn: Callable[[str], object]) -> None:
    session = place.environ.get(SESSION, "").strip() or _NO_SESSION
    with open_own(session, "compress", root=place.root, mode=None, environ=place.environ, warn=warn) as ledger:
        record_steps(ledger, done, layer=_LAYER, surface="tool_output", ctx={"tool_name": os.path.basename(words[0])})
