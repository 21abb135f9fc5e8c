"""Flags that leave out progress."""

from __future__ import annotations

import pytest

from tallystick.filters.commands.quiet_flags import RULES, rewrite
from tallystick.filters.shell import simple_words

CASES = {
    "pip install x": ("pip_install", "-q"),
    "pip3 install -U x": ("pip_install", "-q"),
    ".venv/bin/python -m pip install x": ("python_pip_install", "-q"),
    "uv sync": ("uv_install", "-q"),
    "npm ci": ("npm_install", "--loglevel=error"),
    "cargo build --release": ("cargo_build", "-q"),
    "make all": ("make", "-s"),
    "tsc -p .": ("tsc", "--pretty false"),
    "npx tsc": ("npx_tsc", "--pretty false"),
    "mvn package": ("maven", "-ntp"),
    "apt-get install -y gcc": ("apt_get", "-q"),
    "bundle install": ("bundle_install", "--quiet"),
    "wget https://kiln.example/x": ("wget", "-nv"),
}
LEFT = (
    *(
        "pip install -q x",
        "pip install --dry-run x",
        "pip list",
        "npm install --loglevel=warn",
        "npm test",
        "make test",
    ),
    *(
        "make check",
        "make -n",
        "make --trace",
        "cargo build -v",
        "cargo build -- x",
        "cargo run",
        "npx jest",
        "wget -q x",
    ),
    *("tsc --pretty", "apt-get -s install x", "apt-get", "uv pip list"),
)


@pytest.mark.parametrize("command", CASES)
def test_flag(command: str) -> None:
    """The rule, and its flag at the end."""
    rule, flag = CASES[command]

    assert rewrite(command, simple_words(command)) == (rule, f"{command} {flag}", "")


@pytest.mark.parametrize("command", LEFT)
def test_left_alone(command: str) -> None:
    """Commands that say how much they want to see, or are none of these."""
    assert rewrite(command, simple_words(command)) is None


def test_every_rule_has_a_case() -> None:
    """No rule without a command that it changes."""
    assert {rule for rule, _ in CASES.values()} == set(RULES)
