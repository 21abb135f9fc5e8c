"""Every time the plan said no, once, with what was used in its window until then."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.receipts import Place
from tallystick.accounting.windows import Windows
from tallystick.model.receipt import Exhaustion
from tallystick.model.settings import Settings
from tallystick.store import queries
from tallystick.store.index import open_index
from tallystick.tasks import limits
from tests.casebook.talk import client_says, limited
from tests.casebook.thread import Thread, sid
from tests.histories import lay
from tests.indexes import synced
from tests.store.test_windows import NINE, talk
from tests.tasks.test_windows import note


def found(tmp_path: Path, *threads: Thread, tier: str = "max_20x") -> list[Exhaustion]:
    """The exhaustions of a history."""
    synced(tmp_path / "root", lay(tmp_path / "claude", *threads))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    places = {file: Place(row.id, row.id[:13], "s") for file, row in queries.transcripts(index).items()}
    with index:
        return limits.exhaustions(index, str(tmp_path / "root"), Settings(account_tier=tier), Windows(), places)


def refused(number: int, seconds: float, **fields: object) -> Thread:
    """A talk that ends in a refusal."""
    made = talk(number)
    quota = {"status": "rejected", "resetsAt": NINE // 1000 + 7200, "rateLimitType": "five_hour", **fields}
    client_says(made.at(seconds), 1, "You've hit your limit", **limited(quotaLimits=quota))
    return made


def test_of_transcripts(tmp_path: Path) -> None:
    """Two sessions are refused for one window: one exhaustion, at the first of them, with what both used until then."""
    (one,) = found(tmp_path, refused(1, 700), refused(2, 800))

    assert (one.t, one.evidence, one.is_weekly) == (NINE + 700_000, f"{sid(1)[:13]}:e6", False)
    assert one.partition == ("max_20x", "opus", "high", "2026-03")
    # Of each session the responses of 09:00 and 09:10: 1 + 10 input, 24 more of prompts, 10 of these read, 6 output.
    assert (one.input, one.prompt, one.cached, one.output, one.exposure) == (22, 70, 20, 12, 0)


def test_of_the_status_line(tmp_path: Path) -> None:
    """A full allowance is an exhaustion too, shown by the last response until then; of an unknown session it is none."""
    full = '"five_hour":{"used_percentage":100,"resets_at":%d}}'
    note(
        tmp_path / "root",
        f'{{"ts":"2026-03-02T09:15:00Z","session_id":"{sid(1)}",{full % (NINE // 1000 + 9000)}',
        f'{{"ts":"2026-03-02T14:15:00Z","session_id":"nobody",{full % (NINE // 1000 + 27_000)}',
        f'{{"ts":"2026-03-02T09:16:00Z","session_id":"{sid(1)}","seven_day":{{"used_percentage":100,"resets_at":1772900000}}}}',
    )
    session, week = found(tmp_path, talk())

    assert (session.t, session.evidence, session.is_weekly) == (NINE + 900_000, f"{sid(1)[:13]}:e4", False)
    assert (session.partition[2], session.output) == ("high", 6)
    assert (week.t, week.is_weekly) == (NINE + 960_000, True)


def test_both_tell_of_one(tmp_path: Path) -> None:
    """A transcript's line and the status line's reading of the same reset are one exhaustion."""
    reading = f'"five_hour":{{"used_percentage":100,"resets_at":{NINE // 1000 + 7201}}}}}'
    note(tmp_path / "root", f'{{"ts":"2026-03-02T09:15:00Z","session_id":"{sid(1)}",{reading}')

    assert [one.t - NINE for one in found(tmp_path, refused(1, 700))] == [700_000]


def again(tmp_path: Path) -> Exhaustion:
    """The only exhaustion of the history as it is indexed."""
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    places = {file: Place(row.id, "x", "s") for file, row in queries.transcripts(index).items()}
    with index:
        (one,) = limits.exhaustions(index, str(tmp_path / "root"), Settings(), Windows(), places)
    return one


def test_effort_outlives_the_transcript(tmp_path: Path) -> None:
    """What the transcript said of the effort is kept; where it went before anybody asked, nobody knows."""
    synced(tmp_path / "root", lay(tmp_path / "claude", refused(1, 700)))
    (path,) = (tmp_path / "claude").rglob("*.jsonl")
    text = path.read_bytes()
    path.unlink()
    assert again(tmp_path).partition == ("unknown", "opus", "unknown", "2026-03")
    path.write_bytes(text)
    assert again(tmp_path).partition == ("unknown", "opus", "high", "2026-03")
    path.unlink()
    assert again(tmp_path).partition == ("unknown", "opus", "high", "2026-03")


def test_no_usage(tmp_path: Path) -> None:
    """Without any usage in its window there is no model, and without a response no effort."""
    made = Thread(1)
    client_says(made, 1, "You've hit your weekly limit · resets Mar 5", **limited())
    synced(tmp_path / "root", lay(tmp_path / "claude", made))

    assert again(tmp_path).partition == ("unknown", "unknown", "unknown", "2026-03")
