"""The ladder of outcomes, rung by rung, and the events that prove them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting import rungs
from tallystick.accounting.rungs import CI, CLAIMED, COMMIT, FILES, NONE, TEST
from tests.pasts import past, pasts


def ladder(tmp_path: Path, script: str) -> list[tuple[int, int]]:
    """Line and rung of each step of a scene's main thread; its first line is 2."""
    history = past(tmp_path, f"session 1\nask\n{script}")
    return [(step.line, step.rung) for step in rungs.steps(history.threads[0], history.names)]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("run 'pytest -q'", [(3, TEST)]),
        ("run 'cd $HOME && git commit -m x'", [(3, COMMIT)]),
        ("run 'gh pr create --fill'", [(3, CI)]),
        ("run 'pytest; git commit -m x && git push && gh pr create'", [(3, CI)]),
        # failure in the output of a test is no test, and takes nothing from the commit behind it
        ("run 'pytest | tail' '2 failed, 3 passed in 0.1s' chars=28", []),
        ("run 'pytest; git commit -m x' '2 failed, 3 passed in 0.1s' chars=28", [(3, COMMIT)]),
        # a failure of any kind is nothing
        ("run 'pytest -q' fails='Exit code 1'", []),
        ("run 'git commit -m x' fails='Exit code 128'", []),
        ("run 'git commit -m x' denied", []),
        # what nobody knows the end of is a claim
        ("run 'pytest -q' background", [(3, CLAIMED)]),
        ("run 'git push && gh run watch &'", [(3, CLAIMED)]),
        ("run './fire.sh' background", []),
        # output speaks where no list knows the command, and not where the command only shows something
        ("run './fire.sh' 'all tests passed. ' chars=18", [(3, TEST)]),
        ("run 'cat log.txt' 'all tests passed. ' chars=18", []),
        ("run './fire.sh' '[main 1a2b3c4] Fire: 1 file changed. ' chars=37", [(3, COMMIT)]),
        ("run 'git pull' '[main 1a2b3c4] Fire: 1 file changed. ' chars=37", []),
        ("run './ship.sh' 'deployment complete. ' chars=21", [(3, CI)]),
        ("run './fire.sh' 'all tests passed. Build failed. ' chars=32", []),
        ("run './fire.sh' 'all tests passed. ' chars=18 fails='Exit code 1'", []),
        ("run './fire.sh'", []),
        # files
        ("edit kiln.py a b", [(3, FILES)]),
        ("write kiln.py a", [(3, FILES)]),
        ("edit kiln.py a b fails='String to replace not found'", []),
        ("tool mcp__disk__write_file x", [(3, FILES)]),
        ("tool TodoWrite x", []),
        ("tool mcp__disk__stat x", []),
        ("read kiln.py", []),
        # prose never rises above a claim, whoever says it
        (
            "say 'All tests pass, git commit done, CI is green: workflow run completed with status success.'",
            [(2, CLAIMED)],
        ),
        ("say 'Well.'", []),
        ("tool mcp__ci__status 'workflow run completed with status success. '", []),
        ("ask 'I have completed it; all tests pass.'", []),
    ],
)
def test_one_step(tmp_path: Path, step: str, expected: list[tuple[int, int]]) -> None:
    """Each rule alone."""
    assert expected == ladder(tmp_path, step)


def test_steps_stand_in_the_order_of_lines(tmp_path: Path) -> None:
    """Lines 2 and 3 are an edit, 4 a claim, 5 and 6 a test, 7 a call that nothing answered."""
    assert ladder(tmp_path, "edit kiln.py a b\nsay 'The task is complete.'\nrun 'make test'") == [
        (3, FILES),
        (4, CLAIMED),
        (6, TEST),
    ]


def test_call_without_an_answer_is_a_claim(tmp_path: Path) -> None:
    """The session ended before its commit did: the evidence is the call's own line."""
    history = past(tmp_path, "session 1\nask\nrun 'git commit -m x'")
    (act,) = history.threads[0].acts
    act.result_line = act.part = 0
    (step,) = rungs.steps(history.threads[0], history.names)

    assert (step.rung, step.line, step.part, step.t) == (CLAIMED, 2, 1, act.call_t)


def test_copies_prove_nothing(tmp_path: Path) -> None:
    """A fork begins with its parent's commit and claim; both are the parent's."""
    script = "session 1\nask\nrun 'git commit -m x'\nsay 'The task is complete.'\nsay\nfork 2 of 1 upto 4\nask\nsay"
    first, fork = pasts(tmp_path, script)

    assert [step.rung for step in rungs.steps(first.threads[0], first.names)] == [COMMIT, CLAIMED]
    assert rungs.steps(fork.threads[0], fork.names) == []


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("MultiEdit", True),
        ("str_replace_editor", True),
        ("apply_patch", True),
        ("create_file", True),
        ("StrReplaceEdit", True),
        ("createFile", True),
        ("create_issue", False),
        ("TodoWrite", False),
        ("todo_edit", False),
        ("get_credits", False),
        ("", False),
    ],
)
def test_tools_that_write_files(tool: str, expected: bool) -> None:  # noqa: FBT001 - the verdict
    """A tool is told by the words of its name."""
    assert expected == rungs.writes_files(tool)


def test_names() -> None:
    """Each rung has the name that a receipt prints."""
    assert dict(zip((NONE, CLAIMED, FILES, TEST, COMMIT, CI), rungs.NAMES, strict=True)) == {
        0: "none",
        1: "claimed",
        2: "files",
        3: "test",
        4: "commit",
        5: "ci",
    }
    assert rungs.VERIFIED == 3
