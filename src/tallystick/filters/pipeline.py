"""Which filters run over a text, in which order, and what each of them did. Pure: equal input gives equal steps.

The steps are one chain: each begins with the text with which the one before it ended. Whoever owns the text records
them.
"""

from __future__ import annotations

from tallystick.filters import FILTERS
from tallystick.filters.digests import DIGESTS, SIGNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.filters.context import Context
    from tallystick.filters.protocol import Filter

DIGEST = "(digest)"  # where in a chain the digest of the command's own tool stands
_CLEANED = ("ansi", "overwritten")
_NORMALISED = ("ls_dates", "timings", "working_directory", "addresses")
_SHORTENED = (DIGEST, "passed_tests", "tracebacks", "duplicate_lines", "blank_lines", "similar_lines")
_BOUNDED = ("sink", "truncation")
_GUARDED = ("redaction", "repeats", "security_marks")
CHAINS: dict[str, tuple[str, ...]] = {
    # what a command printed, before the model reads it
    "output": (*_CLEANED, *_SHORTENED, *_BOUNDED),
    # the same in a harness that wants equal results of equal runs, hides secrets, and sends nothing twice
    "harness": (*_CLEANED, *_NORMALISED, *_SHORTENED, *_GUARDED, *_BOUNDED, "envelope"),
    # what a tool of some server answered, which may be content that somebody asked for
    "answer": (*_CLEANED, DIGEST, "duplicate_lines", *_BOUNDED),
    # what is written to disk or shown to people
    "stored": ("redaction",),
    # a file that was read, whole or in part; its definitions alone
    "read": ("read_range", "read_numbers", "read_reminders"),
    "outline": ("outline",),
    # the answer of a search
    "search": ("search_order", "search_ignored", "search_refusals", "search_pages"),
}


class Step:
    """One mechanism's change of the text; `before` and `after` always differ."""

    __slots__ = ("after", "before", "bucket", "count", "kind", "mechanism")

    def __init__(self, one: Filter, before: str, after: str, count: int, tool: str) -> None:
        self.bucket = one.BUCKET
        self.mechanism = one.MECHANISM.replace("<tool>", tool)
        self.kind = one.KIND
        self.before = before
        self.after = after
        self.count = count


def steps(text: str, context: Context, chain: str = "output") -> list[Step]:
    """Return what a chain of filters does to a text, in order; none where nothing changes."""
    done: list[Step] = []
    for name in CHAINS[chain]:
        for one in _members(name, text, context):
            after, count = one.apply(text, context)
            if after == text:
                continue
            done.append(Step(one, text, after, count, context.tool))
            text = after
            if name == DIGEST:
                break  # the first that knows the text; what it kept is no other tool's output
    return done


def shorten(text: str, context: Context, chain: str = "output") -> str:
    """Return the text at the end of a chain."""
    done = steps(text, context, chain)
    return done[-1].after if done else text


def load(module: str) -> tuple[Filter, ...]:
    """Return what a module of a table holds: its parts where it has several mechanisms, else itself."""
    found = __import__(module, fromlist=["apply"])
    parts: tuple[Filter, ...] = getattr(found, "PARTS", None) or (found,)
    return parts


def candidates(text: str) -> list[str]:
    """The modules of the digests that may know a text: it holds a sign of theirs."""
    return [module for name, module in DIGESTS.items() if any(sign in text for sign in SIGNS[name])]


def _members(name: str, text: str, context: Context) -> Iterator[Filter]:
    modules = candidates(text) if name == DIGEST else (FILTERS[name],)
    for module in modules:
        for one in load(module):
            if one.applies(context):
                yield one
