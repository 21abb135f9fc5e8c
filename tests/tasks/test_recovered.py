"""Gross and net, from the ledger and the transcripts of a session."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from tallystick.accounting.netting import Again
from tallystick.model.saved import Saved
from tallystick.tasks.recovered import find
from tallystick.tasks.saved import saved
from tests.casebook.thread import Thread
from tests.histories import lay, surroundings
from tests.kernel.test_savings import row
from tests.store.test_recoveries import ONE, TWO, act
from tests.tasks.test_saved import lay as lay_ledger

EARLY = "2026-03-02T09:00:00Z"
DIVERTED = "files 2000 tok - summary 5 tok, at 4 B/token, priced at m (env) input $3/Mtok, less worker $0.003000"


def asked(folder: Path, by: str = "technique") -> Saved:
    """What `tally saved` says."""
    place = surroundings(folder, folder / "claude")

    def again(kept: Mapping[str, Iterable[str]]) -> Mapping[str, list[Again] | None]:
        return find(place, kept)

    return saved(place.root, by, None, again)


def test_gross_and_net(tmp_path: Path) -> None:
    """Of 1,900 the session read 100 again by command and 200 from the file; of 60 all and more; 1,995 cost 1,000."""
    made = Thread(1)
    act(made, 1, "Bash", 400, command=f"tally output {ONE}")
    act(made, 2, "Read", 800, file_path=f"{tmp_path}/root/outputs/{ONE}")
    act(made, 3, "Bash", 400, command=f"cat {tmp_path}/root/outputs/{TWO} | head -n 40")
    lay(tmp_path / "claude", made)
    own = {"session_id": made.session, "ts": EARLY}
    lay_ledger(
        tmp_path / "root",
        row(1900, 2000, output=ONE, **own),
        row(60, 160, output=TWO, **own),
        row(1995, 2000, technique="divert", basis=DIVERTED, **own),
        row(5300, 11_750, technique="instruction-compression", **own),
    )
    found = asked(tmp_path)
    assert [(key, one.saved, one.net) for key, one in found.groups] == [
        ("instruction-compression", 5300, 5300),
        ("divert", 1995, 995),
        ("compress", 1960, 1560),  # 1,600 of the one and -40 of the other
    ]
    assert (found.totals.saved, found.totals.net) == (9255, 7855)


def test_a_net_below_nothing(tmp_path: Path) -> None:
    """It is what it is."""
    made = Thread(1)
    act(made, 1, "Bash", 4000, command=f"tally output {ONE}")
    lay(tmp_path / "claude", made)
    lay_ledger(tmp_path / "root", row(100, 1000, output=ONE, session_id=made.session, ts=EARLY))
    found = asked(tmp_path, "session")
    assert (found.totals.saved, found.totals.net) == (100, -900)


def test_where_the_index_says_nothing(tmp_path: Path) -> None:
    """No transcript of the session, no transcript at all, an index that cannot be used: it is not known."""
    lay_ledger(tmp_path / "root", row(100, 1000, output=ONE))
    assert asked(tmp_path).totals.net is None
    lay(tmp_path / "claude", Thread(2))
    assert asked(tmp_path).totals.net is None
    (tmp_path / "root" / "index.sqlite3").unlink(missing_ok=True)
    (tmp_path / "root" / "index.sqlite3").write_text("no database")
    assert asked(tmp_path).totals.net is None


def test_a_root_behind_a_link(tmp_path: Path) -> None:
    """The file may be named by either path."""
    made = Thread(1)
    act(made, 1, "Read", 40, file_path=f"{tmp_path}/real/outputs/{ONE}")
    act(made, 2, "Read", 40, file_path=f"{tmp_path}/root/outputs/{ONE}")
    lay(tmp_path / "claude", made)
    (tmp_path / "real").mkdir()
    os.symlink(tmp_path / "real", tmp_path / "root")
    lay_ledger(tmp_path / "root", row(100, 1000, output=ONE, session_id=made.session, ts=EARLY))
    assert asked(tmp_path).totals.net == 80


def test_a_ledger_that_kept_nothing(tmp_path: Path) -> None:
    """Asks no index."""
    lay_ledger(tmp_path / "root", row(100, 1000))
    assert asked(tmp_path).totals.net == 100
    assert not (tmp_path / "root" / "index.sqlite3").exists()
