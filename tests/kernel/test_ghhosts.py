"""The hosts file of GitHub's command line."""

from __future__ import annotations

import pytest

from tallystick.kernel.ghhosts import login

ONE = """\
github.com:
    users:
        ada:
            oauth_token: not-one
    git_protocol: https
    user: ada
"""
TWO = """\
# written by gh
enterprise.example:
  user: somebody
  users:
    somebody:
github.com:

  user: "ada"
  users:
    ada:
      oauth_token: not-one
    grace:
      oauth_token: not-one
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ONE, "ada"),
        (TWO, "ada⚠"),
        ("github.com:\n    user: ada\n    oauth_token: x\n", "ada"),
        ("enterprise.example:\n  user: ada\n", ""),
        ("github.com:\n", ""),
        ("{}", ""),
        ("", ""),
    ],
)
def test_login(text: str, expected: str) -> None:
    """The user of github.com, with a sign where several are logged in there; never a token."""
    assert expected == login(text)
