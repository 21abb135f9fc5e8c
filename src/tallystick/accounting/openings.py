"""Openings: what a session acquires among its first results, and the earlier openings that it may be compared with."""

from __future__ import annotations

from tallystick.accounting.acquiring import has_text, is_read
from tallystick.model.history import UNKNOWN_TIME, Opening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.history import History

RESULTS = 10  # of a session's first results
FLOOR = 100  # payload tokens
REACH = 24 * 3_600_000  # ms


def opening(history: History) -> Opening:
    """Return what a session's main thread read, of at least 100 tokens each, among its first ten results with text."""
    main = history.threads[0]
    taken: dict[tuple[int, bytes], Act] = {}
    if not main.is_child:
        for act in [act for act in main.acts if has_text(act)][:RESULTS]:
            if is_read(act) and act.tokens >= FLOOR:
                taken.setdefault((act.path, act.payload), act)
    t = next((act.t for act in main.acts if act.t != UNKNOWN_TIME), history.first_t)
    return Opening(history.session, history.project, main.prefix, t, taken)


def remember(earlier: list[Opening], history: History) -> list[Opening]:
    """Return the openings that a session which starts later may be compared with: forks only copy theirs."""
    kept = [one for one in earlier if history.first_t - one.t <= REACH]
    found = opening(history)
    return kept if history.is_fork or not found.taken else [*kept, found]
