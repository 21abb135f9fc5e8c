"""Our cost beside the client's, on what the real client wrote and on what it might."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tallystick.tasks.audit import audit
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay, surroundings, thread

CAPTURES = Path(__file__).parents[1] / "data" / "captures" / "2.1.332"
# Where the client and we cannot agree, and why: what these captures are about.
LESS = "claude-opus-5-5: the client's totals hold less than the transcript (killed, or several processes)"
PARENT = "a fork: the client's totals begin with its parent's"
APART = {
    "models": ["glm-5 has no price in our list"],
    "killed": [LESS],
    "together": [LESS],
    "compact_fork": [PARENT],
    "fork_agents": [PARENT],
    "fork_running": ["a fork: the client's totals begin from nothing, without the copied lines"],
}


@pytest.mark.parametrize("scenario", sorted(path.name for path in CAPTURES.iterdir() if path.is_dir()))
def test_real_client(tmp_path: Path, scenario: str) -> None:
    """Every session of the captures costs what its client says, or a reason is given that is known to be true."""
    found = audit(surroundings(tmp_path, CAPTURES / scenario))

    reasons = [reason for row in found.rows for reason in row.reasons]
    assert reasons == APART.get(scenario, [])
    assert all(row.agrees for row in found.rows) == (scenario not in APART)


def stated(cost: float | None, **models: Any) -> Thread:
    """A session of one response (10 input and 3 output tokens of Opus 4.6: 125 millionths) and totals of its client."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(10, 0, 3))
    fields = {} if cost is None else {"totalCostUSD": cost}
    made.add("cost-state", modelUsage={name.replace("_", "-"): value for name, value in models.items()}, **fields)
    return made


def test_rows(tmp_path: Path) -> None:
    """A session whose client states a cost has a row; others are counted."""
    config = lay(
        tmp_path / "claude",
        stated(0.0001250, claude_opus_4_6={"inputTokens": 10, "outputTokens": 3, "costUSD": 0.0001250}),
        thread(2),
    )

    found = audit(surroundings(tmp_path, config))

    (row,) = found.rows
    assert (row.session, row.short, row.project) == (Thread(1).session, "5e550000", "/srv/kiln")
    assert (row.ours, row.client, row.agrees, row.reasons) == (125 * 10**12, 125 * 10**12, True, [])
    assert (found.silent, found.notes) == (1, [])


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (
            stated(9.0, claude_opus_4_6={"inputTokens": 10, "outputTokens": 3, "costUSD": 9.0}),
            ["claude-opus-4-6: the same tokens at another price"],
        ),
        (stated(9.0), ["claude-opus-4-6 is not listed in the client's totals"]),
    ],
)
def test_reasons(tmp_path: Path, made: Thread, expected: list[str]) -> None:
    """A difference has its reason."""
    found = audit(surroundings(tmp_path, lay(tmp_path / "claude", made)))

    assert [row.reasons for row in found.rows] == ([expected] if made.lines[-1]["modelUsage"] else [])


def test_no_cost_is_no_zero(tmp_path: Path) -> None:
    """Totals without a cost leave nothing to compare."""
    config = lay(tmp_path / "claude", stated(None, claude_opus_4_6={"inputTokens": 10, "outputTokens": 3}))

    found = audit(surroundings(tmp_path, config))

    assert (found.rows, found.silent) == ([], 1)


def test_one_session(tmp_path: Path) -> None:
    """One session is found by the beginning of its id; an unknown one is noted."""
    place = surroundings(
        tmp_path, lay(tmp_path / "claude", stated(1.0, claude_opus_4_6={"inputTokens": 10}), thread(2))
    )

    assert len(audit(place, "5e550000-0001").rows) == 1
    assert (audit(place, "5e550000-0002").rows, audit(place, "5e550000-0002").silent) == ([], 1)
    assert len(audit(place, "nobody").notes) == 1


def test_nothing(tmp_path: Path) -> None:
    """Without a history there is nothing, and it says where it looked."""
    found = audit(surroundings(tmp_path))

    assert (found.rows, found.silent, len(found.searched)) == ([], 0, 3)
