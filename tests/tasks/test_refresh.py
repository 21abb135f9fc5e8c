"""Refreshing: a sync that follows the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.tasks.refresh import refresh
from tests.casebook.thread import Thread, call, usage
from tests.histories import lay, surroundings

SECRET = "echo the-glaze-recipe"


@pytest.mark.parametrize(("setting", "expected"), [(None, False), ("hash", False), ("text", True)])
@pytest.mark.parametrize("is_first", [True, False])
def test_command_texts(tmp_path: Path, setting: str | None, expected: bool, is_first: bool) -> None:  # noqa: FBT001
    """The text of commands is kept only where the settings say so, on the first sync and on later ones."""
    config, place = tmp_path / "claude", surroundings(tmp_path, tmp_path / "claude")
    if not is_first:
        lay(config, Thread(9, cwd="/srv/other"))
        refresh(place)
    if setting is not None:
        (tmp_path / "root").mkdir(exist_ok=True)
        (tmp_path / "root" / "config.toml").write_text(f'[privacy]\ncommands = "{setting}"\n', "utf-8")
    made = Thread(1)
    made.say("msg_a", call("toolu_a", "Bash", command=SECRET), usage(1, 1, 1))
    lay(config, made)

    report = refresh(place)

    assert report.changed == 1
    kept = b"".join(path.read_bytes() for path in (tmp_path / "root").glob("index.sqlite3*"))
    assert expected == (SECRET.encode() in kept)


def test_broken_settings(tmp_path: Path) -> None:
    """Settings that cannot be read stop a sync before it starts."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text("[", "utf-8")

    with pytest.raises(UsageError):
        refresh(surroundings(tmp_path, lay(tmp_path / "claude", Thread(1))))
    assert [path.name for path in (tmp_path / "root").iterdir()] == ["config.toml"]
