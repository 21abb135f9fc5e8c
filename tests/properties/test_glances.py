"""The sum at a glance: what is kept by session never differs from what a look at everything finds."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.accounting import wasting
from tallystick.detectors import detect
from tallystick.model.finding import DIRECT
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tallystick.tasks.wasted import glance
from tests import strategies
from tests.indexes import synced
from tests.pasts import window_of
from tests.properties.test_findings import place, script, steps
from tests.scenes import Scene


def looked(root: Path) -> tuple[object, ...]:
    """Of everything there is, without what is kept."""
    index = open_index(str(root))
    assert index is not None
    with index:
        every = list(histories(index, window_of))
        found = [one for history in every for one in detect(history) if one.signature in DIRECT]
        acquired = sum(map(wasting.acquired, every))
    largest = sorted((one.payload_tokens for one in found), reverse=True)[:3]
    return sum(one.payload_tokens for one in found), len(found), acquired, largest, {one.evidence[-1] for one in found}


def glanced(root: Path) -> tuple[object, ...]:
    """With what is kept."""
    index = open_index(str(root))
    assert index is not None
    with index:
        found = glance(index, 0, 0)
    assert found.tokens == found.today == found.window
    return found.tokens, found.findings, found.acquired, [top[0] for top in found.tops], {top[2] for top in found.tops}


@given(data=st.data(), main=steps, child=steps, other=steps)
@settings(max_examples=strategies.examples(20))
def test_what_is_kept_is_what_is_found(
    data: st.DataObject, main: list[str], child: list[str], other: list[str]
) -> None:
    """However files grow between two glances, with a fork that shares the responses of its parent."""
    fork = f"session 3 at=4000\nfork 4 of 1 upto {data.draw(st.integers(2, 6))}\nread a.py\nread a.py"
    scene = Scene(f"{script(main, child, other)}\n{fork}")
    with tempfile.TemporaryDirectory() as folder:
        config, root = Path(folder) / "config", Path(folder) / "root"
        scene.lay(config)
        threads = data.draw(st.permutations(list(scene.threads.values())))
        for thread in threads:
            place(Path(folder), thread).write_bytes(b"")
        for piece in (0, 1):
            for thread in threads:
                content = thread.data()
                cut = len(content) if piece else data.draw(st.integers(0, len(content)))
                place(Path(folder), thread).write_bytes(content[:cut])
                if data.draw(st.booleans()):
                    synced(root, config)
                    assert glanced(root)[:4] == looked(root)[:4]
        synced(root, config)

        *sums, tops = glanced(root)
        *expected, evidence = looked(root)
        assert sums == expected
        assert tops <= evidence  # type: ignore[operator]
