"""Settings: read once, kept until the file changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.host import settings as host
from tallystick.store.index import open_index
from tallystick.tasks.settings import load
from tests.histories import lay, thread
from tests.indexes import synced


def test_kept_in_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second load does not read the file; a changed file is read again; without an index nothing is kept."""
    root = tmp_path / "root"
    synced(root, lay(tmp_path / "claude", thread(1)))
    assert load(str(root), None).window_offset == 4

    (root / "config.toml").write_text("[windows]\noffset_hours = 2\n[discount]\nanthropic = 0.9\n", "utf-8")
    index = open_index(str(root))
    assert index is not None
    with index:
        assert load(str(root), index).window_offset == 8

        def refuse(_: str) -> None:
            raise AssertionError

        with monkeypatch.context() as patched:
            patched.setattr(host, "read", refuse)
            kept = load(str(root), index)
        assert (kept.window_offset, kept.discounts, kept.unknown) == (8, {"anthropic": 900_000}, ())

        (root / "config.toml").write_text("[windows]\noffset_hours = 3\n", "utf-8")
        assert load(str(root), index).window_offset == 12
        (root / "config.toml").write_text("[", "utf-8")
        with pytest.raises(UsageError, match=r"config\.toml: is not TOML"):
            load(str(root), index)
    (root / "config.toml").unlink()
    assert load(str(root), None).window_offset == 4
