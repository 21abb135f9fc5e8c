"""A digest of a command's output without any model: the filters, with the whole kept for whoever wants to read it."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.marks import left_out
from tallystick.filters.pipeline import steps
from tallystick.filters.shell import simple_words, without_settings
from tallystick.host import outputs


def shorten(command: str, text: str, root: str) -> str:
    """Return what the filters leave of an output, which says how to get all of it; as it came where that fails."""
    raw = text.encode("utf-8", "surrogatepass")
    recover = f"tally output {outputs.identify(raw)}"
    words = without_settings(simple_words(command)) if command else ()
    done = steps(text, Context(words=words, recover=recover))
    if not done:
        return text
    short = done[-1].after
    gone = text.count("\n") - short.count("\n")
    if recover not in short and gone > 0:
        short = f"{short.rstrip()}\n{left_out(gone, 'lines', recover=recover)}\n"
    return short if len(short) < len(text) and outputs.keep(root, raw) is not None else text
