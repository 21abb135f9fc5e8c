"""Findings: the same for any order of files and any cuts; each result booked once; past windows never change."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import detectors
from tallystick.model.finding import DIRECT, Finding
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tests import strategies
from tests.casebook.thread import Thread
from tests.indexes import synced
from tests.pasts import WINDOW, window_of
from tests.scenes import Scene

# Steps that meet each other: the same files and commands, what changes them, what drops them.
STEPS = (
    *("read a.py", "read a.py", "read a.py other", "read b.py", "read a.png image", "+ read a.py"),
    *(
        "run ls listing",
        "run ls listing",
        "run 'make all' x fails='Exit code 2'",
        "run make built",
        "run 'black a.py' x",
    ),
    *("edit a.py x y", "edit a.py y x", "write b.py hot", "write b.py cold", "run kilnctl x fails='command not found'"),
    *("say", "ask", "compact", "clear", "tool mcp__kiln__fire fired", "at 20000", "rewind 1"),
)
steps = st.lists(st.sampled_from(STEPS), min_size=2, max_size=14)


def script(main: list[str], child: list[str], other: list[str]) -> str:
    """Two sessions, the first with two children that do alike."""
    calls = [step for step in child if not step.startswith(("+", "compact", "rewind", "clear"))]
    lines = ["session 1", "ask", "spawn a", "+ spawn b", *_calm(main), "child a of 1 at=50", *calls]
    return "\n".join([*lines, "child b of 1 at=90", *calls, "session 2 at=3000", "ask", "say", *_calm(other)])


def _calm(found: list[str]) -> list[str]:
    """Steps in which a call beside another one follows a tool's step."""
    kept: list[str] = []
    for step in found:
        if not step.startswith("+") or (kept and kept[-1].startswith(("read", "run"))):
            kept.append(step)
    return kept


def found_in(root: Path) -> list[tuple[Any, ...]]:
    """Everything that a finding says, of all findings of an index."""
    index = open_index(str(root))
    if index is None:
        return []
    with index:
        findings = [one for history in histories(index, window_of) for one in detectors.detect(history)]
    return sorted((told(one) for one in findings), key=repr)


def told(found: Finding) -> tuple[Any, ...]:
    """A finding without the number of its file, which depends on the order of reading."""
    what = (found.signature, found.label, found.session, found.transcript, found.evidence, found.hash, found.note)
    return (*what, found.payload_tokens, found.exposures, found.window, found.t, found.path, found.subject)


def place(base: Path, thread: Thread) -> Path:
    """Where a transcript goes."""
    folder = base / "config" / "projects" / "-srv-kiln"
    if thread.agent:
        return folder / thread.session / "subagents" / f"agent-{thread.agent}.jsonl"
    return folder / f"{thread.session}.jsonl"


@given(data=st.data(), main=steps, child=steps, other=steps)
@settings(max_examples=strategies.examples(25))
def test_order_and_cuts_do_not_matter(data: st.DataObject, main: list[str], child: list[str], other: list[str]) -> None:
    """Files that come whole at once, and files that come in any order, each in two pieces, with syncs between."""
    scene = Scene(script(main, child, other))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        scene.lay(Path(one) / "config")
        synced(Path(one) / "root", Path(one) / "config")
        scene.lay(Path(two) / "config")  # for the files beside the children's
        threads = data.draw(st.permutations(list(scene.threads.values())))
        for thread in threads:
            place(Path(two), thread).write_bytes(b"")
        for piece in (0, 1):
            for thread in threads:
                content = thread.data()
                cut = data.draw(st.integers(0, len(content)))
                if piece:
                    place(Path(two), thread).write_bytes(content)
                else:
                    place(Path(two), thread).write_bytes(content[:cut])
                if data.draw(st.booleans()):
                    synced(Path(two) / "root", Path(two) / "config")
        synced(Path(two) / "root", Path(two) / "config")

        assert found_in(Path(two) / "root") == found_in(Path(one) / "root")


@given(main=steps, child=steps, other=steps)
@settings(max_examples=strategies.examples(25))
def test_each_result_is_booked_once_and_windows_add_up(main: list[str], child: list[str], other: list[str]) -> None:
    """No two findings of the direct sum name one result; exposure is payload times a number of turns, by windows."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        Scene(script(main, child, other)).lay(base / "config")
        synced(base / "root", base / "config")
        index = open_index(str(base / "root"))
        assert index is not None
        with index:
            findings = [one for history in histories(index, window_of) for one in detectors.detect(history)]
    direct = [one for one in findings if one.signature in DIRECT]

    assert len({one.place for one in direct}) == len(direct)
    assert all(one.evidence[0] != one.evidence[1] for one in direct)
    for one in direct:
        assert all(amount % one.payload_tokens == 0 and amount for _, amount in one.exposures)
        assert [window for window, _ in one.exposures] == sorted({window for window, _ in one.exposures})
        assert all(window % WINDOW == 0 and window >= one.window for window, _ in one.exposures)


@given(data=st.data(), main=steps)
@settings(max_examples=strategies.examples(25))
def test_past_windows_never_change(data: st.DataObject, main: list[str]) -> None:
    """A session that goes on adds to the window of now and to later ones; what it had found it still finds."""
    thread = Scene("\n".join(["session 1", "ask", *_calm(main), "say", "at 40000", "say", "say"])).threads["1"]
    whole = thread.lines
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        cut = data.draw(st.integers(1, len(whole)))
        found = []
        for lines in (whole[:cut], whole):
            thread.lines = lines
            place(base, thread).parent.mkdir(parents=True, exist_ok=True)
            place(base, thread).write_bytes(thread.data())
            synced(base / "root", base / "config")
            found.append({one[:5]: dict(one[8]) for one in found_in(base / "root") if one[0] in DIRECT})
    before, after = found
    now = max(window_of(one) for one in _times(whole[:cut]))

    assert before.keys() <= after.keys()
    for key, windows in before.items():
        assert {window: amount for window, amount in after[key].items() if window < now} == {
            window: amount for window, amount in windows.items() if window < now
        }


def _times(lines: list[dict[str, Any]]) -> list[int]:
    from datetime import datetime

    return [int(datetime.fromisoformat(line["timestamp"]).timestamp() * 1000) for line in lines]
