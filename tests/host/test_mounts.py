"""Which file system holds a path."""

from __future__ import annotations

import builtins
import io
from pathlib import Path
from typing import Any

import pytest

from tallystick.host import mounts

TABLE = """\
overlay / overlay rw 0 0
server:/home /home nfs4 rw 0 0
tmpfs /home/me/tmp tmpfs rw 0 0
//nas/pots /mnt/the\\040pots cifs rw 0 0
host /mnt/over fuse.sshfs rw 0 0
"""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mounts of another machine."""
    real = builtins.open

    def fake(path: Any, *args: Any, **more: Any) -> Any:
        return io.StringIO(TABLE) if path == "/proc/self/mounts" else real(path, *args, **more)

    monkeypatch.setattr(builtins, "open", fake)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("path", "kind", "network"),
    [
        ("/srv/kiln", "overlay", False),
        ("/home/me", "nfs4", True),
        ("/home/me/tmp/x", "tmpfs", False),
        ("/homestead", "overlay", False),
        ("/mnt/the pots/x", "cifs", True),
        ("/mnt/over", "fuse.sshfs", True),
    ],
)
def test_the_nearest_mount_holds_a_path(path: str, kind: str, network: bool) -> None:  # noqa: FBT001
    """A name that only begins like a mount point is not below it."""
    assert (kind, network) == (mounts.file_system(path), mounts.is_network(path))


@pytest.mark.parametrize("fault", [OSError("no /proc"), "broken\n"])
def test_what_the_system_does_not_tell_counts_as_local(monkeypatch: pytest.MonkeyPatch, fault: OSError | str) -> None:
    """Without a table, or with one that cannot be read."""

    def fake(*_: Any, **__: Any) -> Any:
        if isinstance(fault, OSError):
            raise fault
        return io.StringIO(fault)

    monkeypatch.setattr(builtins, "open", fake)

    assert ("", False) == (mounts.file_system("/srv"), mounts.is_network("/srv"))


def test_this_machine_has_an_answer(tmp_path: Path) -> None:
    """Some file system holds this test's folder."""
    assert mounts.file_system(str(tmp_path))
