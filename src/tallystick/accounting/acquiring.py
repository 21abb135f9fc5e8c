"""What counts as acquiring something: text in a result; no image, no empty result, no stub of the client's own."""

from __future__ import annotations

from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act

_NO_TEXT = event.HAS_IMAGE | event.UNCHANGED_STUB
_REFUSED = event.DENIED | event.INTERRUPTED


def has_text(act: Act) -> bool:
    """Say whether an act's result put text into the context that counts: results without text and images never do."""
    return act.chars > 0 and not act.flags & _NO_TEXT


def is_read(act: Act) -> bool:
    """Say whether an act read a file: it succeeded, and gave text."""
    return act.kind == event.READ and act.path != 0 and has_text(act) and not act.flags & event.IS_ERROR


def line_range(act: Act) -> tuple[int, int]:
    """Return the lines a read asked for: the first one (1 where it named none), and how many (-1: to the end)."""
    return max(act.first, 1), act.count


def has_failed(act: Act) -> bool:
    """Say whether a tool ran and failed: a refusal or an interruption is no failure of its own."""
    return bool(act.flags & event.IS_ERROR) and not act.flags & _REFUSED


def has_succeeded(act: Act) -> bool:
    """Say whether a tool ran and did not fail."""
    return act.result_line > 0 and not act.flags & (event.IS_ERROR | _REFUSED)
