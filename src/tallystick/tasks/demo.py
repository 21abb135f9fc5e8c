"""Runs a command on the shipped sample: transcripts and root are copies that go away with it, and its clock stands
where the sample ends.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from tallystick.host.clock import now_ms
from tallystick.host.environment import Surroundings
from tallystick.store import queries
from tallystick.store.index import open_index
from tallystick.tasks.sync import sync

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "sample")


@contextmanager
def staged(environ: Mapping[str, str]) -> Iterator[Surroundings]:
    """Lay the sample out in a folder of its own, and remove the folder afterwards."""
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="tally-demo-") as folder:
        history, root = os.path.join(folder, "claude"), os.path.join(folder, "root")
        shutil.copytree(os.path.join(_SAMPLE, "projects"), os.path.join(history, "projects"))
        sync(root, [history], environ)
        shutil.copytree(os.path.join(_SAMPLE, "usage"), os.path.join(root, "usage"))
        yield Surroundings(root, [history], environ, _end(root, environ))


def _end(root: str, environ: Mapping[str, str]) -> int:
    """Return TALLY_NOW, or the last moment of the sample."""
    index = open_index(root)
    if index is None or environ.get("TALLY_NOW"):
        return now_ms(environ)
    with index:
        return queries.coverage(index).last_ms or now_ms(environ)
