"""The ledger of savings, folded as it is now."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tallystick.host.environment import Surroundings
from tallystick.tasks.saved import remarks, saved
from tests.kernel.test_savings import ME, row


def lay(root: Path, *lines: bytes) -> None:
    """A ledger of these lines."""
    (root / "usage").mkdir(parents=True)
    (root / "usage" / "savings.jsonl").write_bytes(b"\n".join(lines))


def test_no_ledger(tmp_path: Path) -> None:
    """Nothing was saved, and nothing is wrong."""
    found = saved(str(tmp_path), "technique")
    assert (found.groups, found.totals.rows, found.refused, found.share) == ([], 0, [], None)
    assert found.place == f"{tmp_path}/usage/savings.jsonl"


def test_rows_and_refusals(tmp_path: Path) -> None:
    """Each line that is none is named with its number; blank ones are nothing."""
    lay(tmp_path, row(20), b"", b"torn", row(0), b" ", row(30, session_id="other"), row(40, cost=-1))
    found = saved(str(tmp_path), "session")
    assert [(key, one.saved) for key, one in found.groups] == [("other", 30), (ME, 20)]
    assert found.refused == [(3, "not JSON"), (4, "nothing saved"), (7, "no cost saved")]


def test_one_session(tmp_path: Path) -> None:
    """Rows of others are passed over, refused ones too; what no session can be told of is refused all the same."""
    lay(tmp_path, row(20), row(0, session_id="other"), b"torn", row(30, session_id="other"))
    found = saved(str(tmp_path), "technique", ME)
    assert (found.totals.saved, found.refused, found.share) == (20, [(3, "not JSON")], None)
    (tmp_path / "statusline").mkdir()
    (tmp_path / "statusline" / f"{ME}.json").write_text(json.dumps({"current_input_tokens": 80}))
    assert saved(str(tmp_path), "technique", ME).share == 20  # 20 of 80 + 20
    assert saved(str(tmp_path), "technique", "../x").share is None


def test_days_are_local(tmp_path: Path) -> None:
    """By the zone that everything else is told in."""
    lay(tmp_path, row(20, ts="2026-03-02T23:59:59Z"), row(20, ts="2026-03-03T00:00:00Z"))
    assert [key for key, _ in saved(str(tmp_path), "day").groups] == ["2026-03-02", "2026-03-03"]


def test_what_the_doctor_says(tmp_path: Path) -> None:
    """How much there is, and each line that is refused; nothing of a ledger that is not there."""
    place = Surroundings(str(tmp_path / "root"), None, {"HOME": str(tmp_path)}, 0)
    assert list(remarks(place)) == []
    lay(tmp_path / "root", row(2000), row(20))
    (first,) = remarks(place)
    assert (first.text, first.is_warning) == ("~/root/usage/savings.jsonl: 2 rows, 2,020 tokens", False)
    (tmp_path / "root" / "usage" / "savings.jsonl").write_bytes(b"torn")
    _, second = remarks(place)
    assert (second.text, second.places) == ("1 row refused and not counted", ("line 1: not JSON",))
    assert second.is_warning


def test_a_ledger_that_is_no_file_holds_nothing(tmp_path: Path) -> None:
    """A pipe that nobody writes to holds nobody up."""
    (tmp_path / "usage").mkdir()
    os.mkfifo(tmp_path / "usage" / "savings.jsonl")

    assert 0 == saved(str(tmp_path), "technique").totals.rows
