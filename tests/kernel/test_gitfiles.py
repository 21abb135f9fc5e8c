"""Git's own files."""

from __future__ import annotations

import pytest

from tallystick.kernel import gitfiles


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("ref: refs/heads/main\n", "main"),
        ("ref: refs/heads/glaze/blue\n", "glaze/blue"),
        ("8a9f0c\n", ""),
        ("ref: refs/remotes/origin/main\n", ""),
        ("ref: refs/heads/session\n", ""),
        ("ref: refs/heads/session/12\n", ""),
        ("ref: refs/heads/.invalid\n", ""),  # as a repository with the newer reftable format says
        ("", ""),
    ],
)
def test_branch(head: str, expected: str) -> None:
    """A branch, and nothing where none is checked out or a harness made it up."""
    assert expected == gitfiles.branch(head)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("gitdir: ../.git/worktrees/b\n", "../.git/worktrees/b"), ("gitdir:/x", "/x"), ("else", ""), ("", "")],
)
def test_pointed(text: str, expected: str) -> None:
    """A worktree's file points to its folder."""
    assert expected == gitfiles.pointed(text)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("git@github.com:ada/kiln.git", "ada/kiln"),
        ("github.com:ada/kiln", "ada/kiln"),
        ("https://github.com/ada/kiln", "ada/kiln"),
        ("https://github.com/ada/kiln.git/", "ada/kiln"),
        ("https://user:secret@host.example:8443/group/ada/kiln.git", "ada/kiln"),
        ("ssh://git@github.com/ada/kiln.git", "ada/kiln"),
        ('"https://github.com/ada/kiln"', "ada/kiln"),
        ("https://host.example/kiln", ""),
        ("git@host.example:kiln", ""),
        ("/srv/git/kiln.git", ""),
        ("../kiln", ""),
        ("/srv/git:old/kiln.git", ""),
    ],
)
def test_repository(url: str, expected: str) -> None:
    """Owner and name of the remote "origin"; nothing of a password, and a folder has no owner."""
    config = f'[core]\n\turl = no\n[remote "other"]\n\turl = https://x.example/a/b\n[remote "origin"]\n\tfetch = +\n\tURL = {url}\n'

    assert expected == gitfiles.repository(config)


@pytest.mark.parametrize(
    "config", ["", "[core]\n", '[remote "origin"]\n\tfetch = x\n', '[remote "Origin"]\nurl = https://h/a/b']
)
def test_no_repository(config: str) -> None:
    """Without the remote, or without its address, there is none; names of remotes are told apart by case."""
    assert not gitfiles.repository(config)
