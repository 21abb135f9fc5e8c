"""A session's totals in one render: restored or read again, and priced."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.hotconfig import HotConfig
from tallystick.kernel.sessionfold import OUTPUT
from tallystick.kernel.snapshot import Payload, Snapshot
from tallystick.statusline import totals as module
from tallystick.statusline.totals import Totals
from tests.statusline.renders import lay_sessions, payload
from tests.statusline.rounds import Rounds

FULL = "payloads/04"


@pytest.fixture
def rounds(home: Path) -> Rounds:
    """The captured session."""
    lay_sessions(home)
    return Rounds(home / "root", Path(payload(FULL, home)["transcript_path"]))


def priced(
    rounds: Rounds, config: HotConfig | None = None, model: str = "claude-opus-5-5", **environ: str
) -> tuple[str, bool]:
    """The cost of a session in dollars, and whether prices may still come."""
    totals = Totals(os.fsencode(rounds.root), os.fsencode(rounds.stem), os.fsencode(rounds.main), float("inf"))
    totals.catch_up({}, 1)
    snapshot = Snapshot()
    totals.show(snapshot, Payload({"model": {"id": model}} if model else {}), config or HotConfig(), environ)
    totals.close()
    assert snapshot.estimate is not None
    found = snapshot.estimate.atto
    return ("" if found is None else f"{found / 10**18:.6f}"), snapshot.estimate.may_come


def dollars(totals: dict[str, int], read: float) -> str:
    """Opus 5.5: 4 in, 5 and 8 written, 20 out, per million tokens; global unless told otherwise."""
    rates = {"input": 4, "w5": 5, "w1": 8, "output": 20}
    return f"{sum(count * rates[name] for name, count in totals.items()) / 1e6 + read / 1e6:.6f}"


def test_the_shipped_prices_answer_at_once(rounds: Rounds) -> None:
    """Before anything was compiled or fetched; the tier is that of the main model's id."""
    used = Rounds(rounds.root / "again", rounds.main).read()
    row = [sum(column) for column in zip(*used.rows.values(), strict=True)]
    counts = {"input": row[2], "w5": row[3], "w1": row[4], "output": row[7]}

    assert priced(rounds) == (dollars(counts, row[6] * 0.2), True)
    expected = f"{float(dollars(counts, row[6] * 0.2)) * 1.1:.5f}"  # regional is a tenth more
    assert f"{float(priced(rounds, model='us.anthropic.claude-opus-5-5')[0]):.5f}" == expected
    assert f"{float(priced(rounds, model='', ANTHROPIC_MODEL='eu.anthropic.claude-x')[0]):.5f}" == expected
    mapped = HotConfig(models={"mine": "us.anthropic.claude-opus-5-5"})
    assert f"{float(priced(rounds, mapped, 'mine')[0]):.5f}" == expected


def test_the_api_s_prices_never_come(rounds: Rounds) -> None:
    """Nothing is fetched for them; `auto` is theirs unless the client runs on Bedrock."""
    assert priced(rounds, HotConfig(prices="api"))[1] is False
    assert priced(rounds, HotConfig(prices="auto"))[1] is False
    assert priced(rounds, HotConfig(prices="auto"), CLAUDE_CODE_USE_BEDROCK="1")[1] is True
    assert priced(rounds, AWS_REGION="no region")[1] is False


def test_compiled_prices_come_first(rounds: Rounds) -> None:
    """What `tally` compiled stands in the place of the shipped list; fetched ones need not be waited for."""
    (rounds.root / "prices").mkdir()
    (rounds.root / "prices" / "hot").write_text("tallystick prices 1 x\ncuts\nbands\n")
    assert priced(rounds) == ("", True)
    (rounds.root / "prices" / "bedrock-us-east-1.json").touch()
    assert priced(rounds) == ("", False)


@pytest.mark.parametrize(("old", "new"), [("\t0\t", "\tx\t"), ("claude-opus-5-5\t", "claude-opus-5-5\t9")])
def test_prices_that_are_spoilt(rounds: Rounds, old: str, new: str) -> None:
    """No cost is known, and all else is."""
    (rounds.root / "prices").mkdir()
    shipped = Path(module._SHIPPED).read_text("utf-8")
    (rounds.root / "prices" / "hot").write_text(shipped.replace(old, new), "utf-8")
    found = Totals(os.fsencode(rounds.root), os.fsencode(rounds.stem), os.fsencode(rounds.main), float("inf"))
    found.catch_up({}, 1)
    snapshot = Snapshot()

    found.show(snapshot, Payload({"model": {"id": "claude-opus-5-5"}}), HotConfig(), {})
    found.close()

    assert snapshot.fold is not None
    assert (True, None) == (snapshot.fold.column(OUTPUT) > 0, snapshot.estimate)


def test_a_change_of_prices_reads_again(rounds: Rounds) -> None:
    """Where they change at other times, or by other sizes, the totals are sorted anew."""
    whole = rounds.read().column(OUTPUT)
    assert not (rounds.read(), rounds.is_changed)[1]
    (rounds.root / "prices").mkdir()
    (rounds.root / "prices" / "hot").write_text("tallystick prices 1 x\ncuts 1796000000000\nbands 5000\n")

    found = rounds.read()

    assert rounds.is_changed
    assert found.column(OUTPUT) == whole
    assert {key[2:] for key in found.rows} >= {(0, 1_796_000_000_000), (5000, 1_796_000_000_000)}


@pytest.mark.parametrize(
    "spoilt",
    [
        {"held": {"1": "no numbers"}},
        {"positions": "odd"},
        {"keeper": [5, 256, 9]},
        {"positions": [10**9, 0, 0]},
        {"positions": [None, None, None]},
        {"seals": [1, 1, 1]},
        {"names": [7, 7, 7]},
        {"cuts": []},
    ],
)
def test_a_spoilt_state_is_read_again(rounds: Rounds, spoilt: dict[str, Any]) -> None:
    """Whatever stands in it, the next round is right."""
    whole = rounds.read().column(OUTPUT)
    with rounds.main.open("ab") as file:
        file.write(b"\n")
    kept = json.loads(rounds.kept)
    if "held" in spoilt:
        spoilt = {"held": dict.fromkeys(kept["held"], "no numbers")}
    rounds.kept = json.dumps(kept | spoilt)

    found = rounds.read()
    with rounds.main.open("ab") as file:
        file.write(rounds.main.read_bytes()[-1:])

    assert found.column(OUTPUT) == whole
    assert rounds.read().column(OUTPUT) == whole


def test_a_transcript_that_goes_while_it_is_looked_at(rounds: Rounds) -> None:
    """Nothing is known then, and nothing fails."""
    rounds.main.unlink()

    assert rounds.read().rows == {}
