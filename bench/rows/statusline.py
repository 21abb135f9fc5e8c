"""The status line as a client runs it, in both layouts, on one session that grows before each render: beside a bare
interpreter and two other programs that get the same payload. Before that the first renders of the session.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from bench import peer
from bench.growing import GROWTH, LEDGER, Session
from bench.memory import watch
from bench.rounds import Side, alternate
from bench.timing import Failed, run
from bench.trees import make

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.trees import Tree

NAME = "statusline"
_SEED, _SIZE_MB = 4, 100
_ROUNDS = 5  # for each one of the setting: a render is short, and its time scatters more
_PATIENCE = 90.0  # seconds that it waits in all for others: ten milliseconds are soon doubled
_COLD = 3  # times that the session is new
_MOST = 20  # renders until it must be complete


def measure(setting: Setting) -> Record:
    """Count the renders that a new session needs, a few times; then let every side take its turn."""
    tree = _tree(setting)
    session = Session(setting, tree)
    cold = [_cold(session) for _ in range(_COLD)]
    sides = [
        Side("bare", session.bare, session.environment),
        session.ours("full"),
        session.ours("line"),
        session.theirs("ccline", [peer.ccline(setting.cache)], "tokens"),
        session.theirs("ccusage", setting.peer.line(), "$12.40 session"),
    ]
    found = alternate(sides, _ROUNDS * setting.rounds, patience=_PATIENCE)
    return {
        "corpora": {"single": tree.describe()},
        "grown_bytes": GROWTH,
        "ledger_rows": LEDGER,
        "other_versions": {"ccline": peer.CCLINE_VERSION},
        "samples": found,
        "cold": cold,
    }


def _tree(setting: Setting) -> Tree:
    """The session that the targets speak of, or one that was given."""
    return setting.single() if setting.given.single else make(setting.cache, seed=_SEED, size_mb=_SIZE_MB, single=True)


def _cold(session: Session) -> dict[str, Any]:
    """Forget what is known of the session; render until it is complete."""
    side = session.ours("full")
    session.forget()
    peak = watch(side.command, side.environment, side.given, side.out)
    session.forget()
    seconds = []
    for _ in itertools.repeat(None, _MOST):
        seconds.append(round(run(side.command, side.environment, side.given, side.out).seconds, 4))
        if session.is_complete():
            side.check()
            return {"seconds": seconds, "peak": peak.plain()}
    raise Failed(f"a new session was not complete after {_MOST} renders")
