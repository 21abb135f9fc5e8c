"""Names that are no text, times that are no history, a standard output that is closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tallystick.store import queries
from tallystick.store.index import open_index
from tallystick.tasks.sync import sync
from tests.casebook.thread import Thread, compact, text, usage


def lay(config: Path, name: bytes, *lines: bytes) -> None:
    """Write a transcript under a name that may be no UTF-8."""
    folder = os.path.join(os.fsencode(config), b"projects", b"x")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(b"".join(line + b"\n" for line in lines))


def say(name: str, **fields: str) -> bytes:
    """One response of 3, 100 and 2 tokens."""
    return compact(Thread().say(name, [text("a")], usage(3, 100, 2), **fields))


def test_a_file_name_that_is_no_text_is_a_name_all_the_same(tmp_path: Path) -> None:
    """It is read, found again, and grows, like any other."""
    config, root = tmp_path / "config", str(tmp_path / "root")
    lay(config, b"a\xff.jsonl", say("m1"))
    lay(config, b"b.jsonl", say("m2"))
    for expected in (2, 0):
        assert expected == sync(root, [str(config)], os.environ).changed
    lay(config, b"a\xff.jsonl", say("m1"), say("m3"))
    sync(root, [str(config)], os.environ)

    with open_index(root) as index:  # type: ignore[union-attr]
        assert 3 == queries.token_sums(index)[0]
        assert b"a\xff.jsonl" in {
            os.fsencode(os.path.basename(row.path)) for row in queries.transcripts(index).values()
        }


def test_a_leap_of_millennia_is_two_days(tmp_path: Path) -> None:
    """A bad clock's day is one row more, not three million to walk through."""
    config = tmp_path / "config"
    lay(config, b"a.jsonl", say("m1"), say("m2", timestamp="9999-12-31T10:00:00.000Z"))
    words = ["spent", "--timezone", "UTC", "--csv", "--root", str(tmp_path / "root"), "--config-dir", str(config)]
    for by in ("day", "window", "week", "month"):
        done = subprocess.run(
            [sys.executable, "-m", "tallystick", *words, "--by", by],
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        )
        assert 2 == len([line for line in done.stdout.splitlines()[1:] if line and not line.startswith("total")])


def test_a_closed_output_is_no_failure(tmp_path: Path) -> None:
    """`tally spent >&-` prints nothing and says nothing."""
    lay(tmp_path, b"a.jsonl", say("m1"))
    command = f"exec {sys.executable} -m tallystick spent --root '{tmp_path}/root' --config-dir '{tmp_path}' >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False, timeout=60)

    assert (0, "") == (done.returncode, done.stderr)
