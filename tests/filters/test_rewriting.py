"""What becomes of a command: each change on its own, and what still parses and keeps its beginning."""

from __future__ import annotations

import subprocess

import pytest

from tallystick.filters.commands import COMMANDS
from tallystick.filters.rewriting import changes, rewritten

ALL = tuple(COMMANDS)

UNTOUCHED = (
    *("ps aux | grep x", "case $1 in a) make ;; esac", "make 2>&1", "git diff > p.patch", "sudo make", "ssh host make"),
    *("make && make test", "cat <<E\nmake\nE", "pytest | tail -5", "make &", "echo $(make)", "echo 'pip install x'"),
    *(
        "pip install 'a;b' | cat",
        'bash -c "make"',
        "git log -p",
        "ls",
        "pytest -v",
        "make -- -j",
        "npm install --silent",
    ),
)


@pytest.mark.parametrize("command", UNTOUCHED)
def test_untouched(command: str) -> None:
    """Compound commands, quoted text, and what asks for what it prints."""
    assert changes(command, ALL) == []
    assert rewritten(command, ALL) == command


def test_flags_one_after_the_other() -> None:
    """Each flag is a change of its own, and each begins where the one before it ended."""
    done = changes("pytest tests/kiln", ALL)

    assert [(c.bucket, c.mechanism, c.surface, c.before, c.after) for c in done] == [
        ("bash_command_transform", f"test_flag:{rule}", "execution_command", before, after)
        for rule, before, after in (
            ("no_header", "pytest tests/kiln", "pytest tests/kiln --no-header"),
            ("tb_short", "pytest tests/kiln --no-header", "pytest tests/kiln --no-header --tb=short"),
            ("q", "pytest tests/kiln --no-header --tb=short", "pytest tests/kiln --no-header --tb=short -q"),
        )
    ]


def test_refusal() -> None:
    """A command that does not run, and what is said instead."""
    transform, refusal = changes("cat kiln.py", ALL)

    assert (transform.mechanism, transform.surface, transform.after) == ("redirect:cat_file", "execution_command", "")
    assert (refusal.bucket, refusal.mechanism, refusal.surface) == (
        "command_intervention",
        "redirect_refusal:cat_file",
        "tool_output",
    )
    assert (refusal.before, refusal.after) == ("", "Not run: cat kiln.py\nread this file with the reading tool\n")
    assert not rewritten("cat kiln.py", ALL)


def test_only_what_is_wanted() -> None:
    """Kinds of rules that nobody named do nothing."""
    assert changes("cat kiln.py", ("universal", "test_flag")) == []
    assert changes("pip install x", ()) == []


def test_forbidden_runs_and_fails() -> None:
    """What runs instead says why on stderr and fails."""
    command = rewritten("sed -i s/a/b/ kiln.py", ALL)

    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr == "edit files with the editing tool: it shows what changes\n"
    assert not done.stdout


@pytest.mark.parametrize(
    "command",
    [
        "pip install 'a b'",
        "CI=1 make all",
        "npm ci",
        "npx tsc",
        "pytest -k 'a and b'",
        "python -m unittest",
        "cargo test",
    ],
)
def test_still_parses_and_begins_alike(command: str) -> None:
    """A rewritten command begins with the one that it was, and a shell can read it."""
    after = rewritten(command, ("universal", "test_flag"))

    assert after.startswith(f"{command} -")
    assert rewritten(after, ("universal", "test_flag")) == after
    assert subprocess.run(["/bin/sh", "-n", "-c", after], check=False).returncode == 0
