"""A sync: what it reports, what it makes, whom it tells. Its properties: tests/properties, tests/crash, tests/trouble."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import RootUnusable
from tallystick.store.index import NAME
from tallystick.tasks.sync import make_root, sync
from tests.crash import corpus
from tests.indexes import dump, synced


def test_a_report_counts_what_was_done(tmp_path: Path) -> None:
    """Files found and read, bytes, responses, rejections; a second sync finds the same and reads none."""
    corpus.yesterday(tmp_path)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*.jsonl"))

    first, second = synced(tmp_path / "root", tmp_path), synced(tmp_path / "root", tmp_path)

    # three and a copy of one file, a child of two, a fork of two, three of two: response rows by file
    assert (6, 6, size, 1) == (first.files, first.changed, first.bytes, first.rejections)
    assert (6, 0, 0, 0, 0) == (second.files, second.changed, second.bytes, second.gone, second.moved)
    assert [str(tmp_path / name) for name in ("projects", "sessions")] == first.searched == second.searched


def test_a_days_work_is_reported(tmp_path: Path) -> None:
    """One rewritten, one deleted, one moved, one new, one grown."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    corpus.spoil(tmp_path)

    report = synced(tmp_path / "root", tmp_path)

    assert (6, 3, 1, 1) == (report.files, report.changed, report.gone, report.moved)


def test_progress_ends_with_all_bytes(tmp_path: Path) -> None:
    """Told after each file of a first build and after each batch of a later sync; it never falls."""
    corpus.yesterday(tmp_path)
    told: list[tuple[int, int]] = []
    for change in (lambda _: None, corpus.grow):
        change(tmp_path)
        told.clear()
        sync(str(tmp_path / "root"), [str(tmp_path)], {}, lambda done, total: told.append((done, total)))
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1]


def test_a_root_is_its_users_alone(tmp_path: Path) -> None:
    """Folder 0700, files 0600, whatever the mask; folders above it are made too."""
    corpus.yesterday(tmp_path)
    root = tmp_path / "a" / "root"

    synced(root, tmp_path)

    assert 0o700 == root.stat().st_mode & 0o777
    assert {0o600} == {path.stat().st_mode & 0o777 for path in root.iterdir()}
    make_root(str(root))


def test_a_root_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / "file").touch()

    with pytest.raises(RootUnusable, match="--root"):
        make_root(str(tmp_path / "file" / "root"))


@pytest.mark.parametrize("keeps", [False, True])
def test_command_texts_are_kept_only_where_asked(tmp_path: Path, *, keeps: bool) -> None:
    """By default no word of a command is in the index."""
    corpus.yesterday(tmp_path)

    sync(str(tmp_path / "root"), [str(tmp_path)], {}, command_texts=keeps)

    assert keeps == (b"fire 30" in (tmp_path / "root" / NAME).read_bytes())
    assert dump(tmp_path / "root", tmp_path)["response"]
