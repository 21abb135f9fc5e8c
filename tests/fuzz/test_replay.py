"""The checked-in corpus of the fuzzing runs is read in every way without a fault; how much of the reader it reaches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.corpus import ARCHIVE, LARGEST, inputs
from tests.fuzz.target import read_every_way

ROOT = Path(__file__).parents[2]
REPLAY = "from tests.fuzz.corpus import inputs; from tests.fuzz.target import read_every_way\nfor data in inputs().values(): read_every_way(data)"


def test_every_input_is_read_in_every_way() -> None:
    """Nothing raises, and all ways of reading find the same."""
    found = inputs()

    for name, data in found.items():
        try:
            read_every_way(data)
        except Exception as error:
            raise AssertionError(name) from error
    assert len(found) > 100


def test_the_archive_stays_small() -> None:
    """Half a megabyte at most."""
    assert ARCHIVE.stat().st_size < LARGEST


def test_the_corpus_reaches_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its line coverage of `agents` is printed; it must not fall below four fifths."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "COVERAGE_FILE": str(tmp_path / "coverage")}
    environment.pop("COVERAGE_PROCESS_START", None)
    report = tmp_path / "report.json"
    (tmp_path / "replay.py").write_text(REPLAY, encoding="utf-8")
    (tmp_path / "rc").write_text(
        f"[run]\nsource = {ROOT / 'src' / 'tallystick' / 'agents'}\n[report]\nexclude_also =\n    if TYPE_CHECKING:\n",
        encoding="utf-8",
    )
    rc = f"--rcfile={tmp_path / 'rc'}"
    for words in (["run", rc, str(tmp_path / "replay.py")], ["json", rc, "-q", "-o", str(report)]):
        subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, env=environment, check=True)

    totals = json.loads(report.read_text(encoding="utf-8"))["totals"]

    with capsys.disabled():
        print(
            f"\nfuzzing corpus: {totals['percent_covered']:.0f} % of the lines of agents/ ({totals['covered_lines']} of {totals['num_statements']})"
        )
    assert totals["percent_covered"] > 80
