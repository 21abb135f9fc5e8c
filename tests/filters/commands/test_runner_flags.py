"""Flags of test runners."""

from __future__ import annotations

import pytest

from tallystick.filters.commands.runner_flags import RULES, rewrite
from tallystick.filters.shell import simple_words

CASES = {
    "pytest tests": ("no_header", "--no-header"),
    "pytest --no-header": ("tb_short", "--tb=short"),
    "pytest --no-header --tb=long": ("q", "-q"),
    "python3 -m pytest": ("no_header", "--no-header"),
    "cargo test fire": ("cargo_q", "-q"),
    "python -m unittest": ("unittest_q", "-q"),
}
LEFT = (
    "pytest -v",
    "pytest -q",
    "pytest -s",
    "cargo test -- --nocapture",
    "cargo build",
    "go test",
    "python -m pip",
    "node",
)


@pytest.mark.parametrize("command", CASES)
def test_flag(command: str) -> None:
    """The next rule, and its flag at the end."""
    rule, flag = CASES[command]

    assert rewrite(command, simple_words(command)) == (rule, f"{command} {flag}", "")


@pytest.mark.parametrize("command", LEFT)
def test_left_alone(command: str) -> None:
    """Runs that say how much they want to see, and other programs."""
    assert rewrite(command, simple_words(command)) is None


def test_every_rule_has_a_case() -> None:
    """No rule without a command that it changes."""
    assert {rule for rule, _ in CASES.values()} == set(RULES)
