"""Samples on disk: one line each, and the newest file of a row is the one that counts."""

from __future__ import annotations

import json
from pathlib import Path

from bench.archive import newest, save
from bench.timing import Sample

SAMPLE = Sample(0.123456, 0.25, 0.5, 1024, 0.75)


def test_a_sample_stands_on_one_line(tmp_path: Path) -> None:
    """A file of samples can be read and compared line by line."""
    path = Path(save("grown", {"samples": {"ours": [SAMPLE, SAMPLE]}}, {"machine": {"cores": 2}}, str(tmp_path)))
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "seconds" in line]
    assert 2 == len(lines)
    assert {
        "seconds": 0.1235,
        "cpu_seconds": 0.25,
        "others_cpu_seconds": 0.5,
        "rss_kib": 1024,
        "load": 0.75,
    } == json.loads(lines[0].rstrip(","))


def test_what_is_saved_is_found(tmp_path: Path) -> None:
    """A record comes back with its row, its date and what surrounds it."""
    path = save("grown", {"samples": {"ours": [SAMPLE]}}, {"machine": {"cores": 2}}, str(tmp_path))
    found = newest("grown", str(tmp_path))
    assert found is not None
    assert ("grown", Path(path).name[:10], {"cores": 2}) == (found["row"], found["date"], found["machine"])


def test_the_newest_counts(tmp_path: Path) -> None:
    """Of two dates the later one, whatever else lies there; a row whose name ends like another's is not mixed up."""
    for name in ("2026-01-02-index", "2026-01-10-index", "2026-01-11-first-index"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"is": name}), encoding="utf-8")
    assert {"is": "2026-01-10-index"} == newest("index", str(tmp_path))
    assert newest("memory", str(tmp_path)) is None
