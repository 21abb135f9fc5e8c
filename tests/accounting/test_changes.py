"""Changes: what may have changed state between two acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting import changes
from tallystick.accounting.marks import MAYBE, NEVER, SURELY
from tallystick.model import event
from tests.pasts import past

FRAME = "session 1\nask\nread src/kiln.py\n{between}\nread src/kiln.py"


@pytest.mark.parametrize(
    ("between", "path", "others", "mutated", "wrote", "succeeded"),
    [
        ("say", NEVER, NEVER, NEVER, NEVER, NEVER),
        ("edit src/kiln.py a b", SURELY, NEVER, SURELY, SURELY, NEVER),
        ("edit src/kiln.py a b fails=no", NEVER, NEVER, NEVER, NEVER, NEVER),
        ("edit glaze.py a b", NEVER, NEVER, SURELY, SURELY, NEVER),
        ("write src/kiln.py a", SURELY, NEVER, SURELY, SURELY, NEVER),
        ("run 'cat src/kiln.py'", SURELY, NEVER, NEVER, NEVER, SURELY),
        ("run 'cat kiln.py'", SURELY, NEVER, NEVER, NEVER, SURELY),
        ("run 'cat kiln.pyc'", NEVER, NEVER, NEVER, NEVER, SURELY),
        ("run make", NEVER, SURELY, SURELY, NEVER, SURELY),
        ("run make fails='Exit code 2'", NEVER, SURELY, SURELY, NEVER, NEVER),
        ("run 'rm kiln.py' denied", NEVER, NEVER, NEVER, NEVER, NEVER),
        ("tool mcp__kiln__fire hot", NEVER, SURELY, MAYBE, NEVER, NEVER),
        ("tool WebFetch page", NEVER, NEVER, NEVER, NEVER, NEVER),
        ("spawn a", NEVER, SURELY, MAYBE, NEVER, NEVER),  # its transcript is missing
        (
            "spawn a\nchild a of 1 at=5\nrun ls\nsession 1 at=9\nask\nread src/kiln.py",
            NEVER,
            NEVER,
            NEVER,
            NEVER,
            NEVER,
        ),
    ],
)
def test_between(
    tmp_path: Path, between: str, path: int, others: int, mutated: int, wrote: int, succeeded: int
) -> None:
    """What came between the first and the last read of the main thread."""
    history = past(tmp_path, FRAME.format(between=between))
    reads = [act for act in history.threads[0].acts if act.kind == event.READ]
    first, second = reads[0], reads[-1]
    found = changes.of(history)

    assert found is changes.of(history)
    assert (
        found.path_changed(first.path, first, second),
        found.others_ran(first, second),
        found.mutated(first, second),
        found.wrote(first, second),
        found.succeeded(first, second),
    ) == (path, others, mutated, wrote, succeeded)


def test_path_that_a_running_command_names_changes_at_any_time(tmp_path: Path) -> None:
    """The command was started before both reads; a path that it does not name may have changed."""
    history = past(
        tmp_path,
        "session 1\nask\nrun './fire > heat.log' background\nread heat.log\nread heat.log\nread kiln.py\nread kiln.py",
    )
    _, first, second, third, fourth = history.threads[0].acts
    found = changes.of(history)

    assert found.path_changed(first.path, first, second) == SURELY
    assert found.path_changed(third.path, third, fourth) == NEVER


def test_changed_before(tmp_path: Path) -> None:
    """Viewers and failures change nothing."""
    history = past(
        tmp_path, "session 1\nask\nrun ls\nrun make fails='Exit code 2'\nread kiln.py\nrun make\nread kiln.py"
    )
    _, _, first, _, second = history.threads[0].acts

    assert changes.of(history).changed_before(first) == NEVER
    assert changes.of(history).changed_before(second) == SURELY


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("run './fire > heat.log &'", True),
        ("run './fire > heat.log'", False),
        ("run './fire > other.log &'", False),
        ("spawn a\nchild a of 1\nrun './fire > heat.log &'\nsession 1\nask", False),
    ],
)
def test_is_watched(tmp_path: Path, before: str, *, expected: bool) -> None:
    """A viewer that names what a command in the background names."""
    history = past(tmp_path, f"session 1\nask\n{before}\nrun 'tail heat.log'\nrun 'tail heat.log &'")
    viewer = history.threads[0].acts[-2]

    assert changes.of(history).is_watched(viewer) == expected


def test_many_questions_are_answered_as_few_are(tmp_path: Path) -> None:
    """After some questions commands are sorted by words; each file's answer stays what it was."""
    names = [f"pot{number}.py" for number in range(8)]
    steps = "\n".join(f"read {name}\nrun 'touch {name}'\nread {name}" for name in names[:6])
    history = past(tmp_path, f"session 1\nask\n{steps}\nread pot6.py\nread pot6.py")
    acts = history.threads[0].acts
    pairs = [(acts[at], acts[at + 2]) for at in range(0, 18, 3)]

    found = [changes.of(history).path_changed(first.path, first, second) for first, second in pairs]

    assert [SURELY] * 6 == found
    assert NEVER == changes.of(history).path_changed(acts[-1].path, acts[-2], acts[-1])
