"""The first index is built by a process of its own, which says how far it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host.environment import Surroundings
from tallystick.store.index import is_there
from tallystick.tasks.building import Building, main
from tests.scenes import Scene


def building(folder: Path) -> Building:
    """The build of a folder's `config`."""
    Scene("session 1\nask\nsay\n").lay(folder / "config")
    environ = {"HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    return Building(Surroundings(str(folder / "root"), [str(folder / "config")], environ, 0))


def test_it_builds(tmp_path: Path) -> None:
    """Begun once, whoever asks; and then the index is there."""
    found = building(tmp_path)
    found.wait()
    before = found.progress
    found.start()
    found.start()
    found.wait()

    assert "it has just begun" == before
    assert found.progress in {"0 of 0 MB are read", "it has just begun"}
    assert is_there(str(tmp_path / "root"))


def test_why_it_cannot(tmp_path: Path) -> None:
    """A root that is no folder: the reason stands where the progress would."""
    (tmp_path / "root").write_text("a file", "utf-8")
    found = building(tmp_path)
    found.start()
    found.wait()

    assert "name another place with --root" in found.progress


def test_the_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Done and all bytes, a line each time; 1 where it cannot."""
    building(tmp_path)
    size = next((tmp_path / "config").rglob("*.jsonl")).stat().st_size

    assert 0 == main([str(tmp_path / "root"), str(tmp_path / "config")])
    assert f"{size} {size}" == capsys.readouterr().out.splitlines()[-1]
    (tmp_path / "file").write_text("", "utf-8")
    assert 1 == main([str(tmp_path / "file"), str(tmp_path / "config")])
