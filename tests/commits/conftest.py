"""A repository with hooks and a session, for every test that asks for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commits.repositories import Repository, lay_session


@pytest.fixture
def transcript(home: Path) -> Path:
    """The transcript of a session that has spent something."""
    return lay_session(home)


@pytest.fixture
def bare(tmp_path: Path, transcript: Path) -> Repository:
    """A repository without hooks of ours."""
    return Repository(tmp_path / "repository")


@pytest.fixture
def repository(bare: Repository, capsys: pytest.CaptureFixture[str]) -> Repository:
    """A repository with our hooks."""
    assert bare.install() == 0
    capsys.readouterr()
    return bare
