"""The first index: built aside, put in place in one step."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.host import workers
from tallystick.store import folding
from tallystick.store.index import NAME
from tallystick.tasks import first_build
from tests.crash import corpus
from tests.indexes import differences, dump, synced


def test_two_processes_build_what_one_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the files are shared out."""
    corpus.yesterday(tmp_path)
    corpus.grow(tmp_path)
    synced(tmp_path / "one", tmp_path)
    used: list[int] = []
    monkeypatch.setattr(first_build, "_WORTH_A_WORKER", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    real = workers.Worker.results

    def results(worker: workers.Worker) -> Iterator[object]:
        used.append(1)
        return real(worker)

    monkeypatch.setattr(workers.Worker, "results", results)

    report = synced(tmp_path / "two", tmp_path)

    assert differences(dump(tmp_path / "one", tmp_path), dump(tmp_path / "two", tmp_path)) == {}
    assert ([1], 32) == (used, report.changed)


def test_what_a_killed_build_left_is_removed(tmp_path: Path) -> None:
    """Half a database and its journals."""
    corpus.yesterday(tmp_path)
    root = tmp_path / "root"
    root.mkdir()
    for name in (".building", ".building-journal", ".building-wal"):
        (root / f"{NAME}{name}").write_bytes(b"half")

    synced(root, tmp_path)

    assert {NAME, "index.lock"} == {path.name for path in root.iterdir()} - {f"{NAME}-wal", f"{NAME}-shm"}


@pytest.mark.parametrize("collecting", [True, False])
def test_a_build_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, collecting: bool
) -> None:
    """No file, no changed garbage collection; the error is the caller's."""
    corpus.yesterday(tmp_path)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(folding, "fold_all", fail)
    (gc.enable if collecting else gc.disable)()
    try:
        with pytest.raises(ZeroDivisionError):
            synced(tmp_path / "root", tmp_path)
        assert collecting == gc.isenabled()
    finally:
        gc.enable()
    assert {"index.lock"} == {path.name for path in (tmp_path / "root").iterdir()}
