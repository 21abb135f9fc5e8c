"""Commands for which a host has a tool of its own."""

from __future__ import annotations

import pytest

from tallystick.filters.commands.redirects import RULES, rewrite
from tallystick.filters.shell import simple_words

CASES = {
    "cat kiln.py": "cat_file",
    "/bin/cat kiln.py": "cat_file",
    "cat -A kiln.py": "",
    "cat a b": "",
    "cat": "",
    "head kiln.py": "head_file",
    "head -n 5 kiln.py": "head_file",
    "head -5 kiln.py": "head_file",
    "head -n5 kiln.py": "head_file",
    "head -c 5 kiln.py": "",
    "tail -20 kiln.py": "tail_file",
    "tail -f kiln.log": "",
    "sed -n 3,9p kiln.py": "sed_range",
    "sed -n '3,$p' kiln.py": "sed_range",
    "sed -n /a/p kiln.py": "",
    "sed s/a/b/ kiln.py": "",
    "grep -rn fire src": "grep_tree",
    "grep fire kiln.py": "",
    "grep -rln fire .": "",
    "rg fire": "grep_tree",
    "rg -n fire src": "grep_tree",
    "rg -l fire": "",
    "rg": "",
    "find . -name '*.py'": "find_name",
    "find . -name '*.py' -delete": "",
    "find .": "",
}


@pytest.mark.parametrize("command", CASES)
def test_rule(command: str) -> None:
    """The rule by which a command is refused; nothing runs instead."""
    found = rewrite(command, simple_words(command))

    assert CASES[command] == (found[0] if found else "")
    if found:
        assert not found[1]
        assert found[2].startswith(f"Not run: {command}\n")


def test_every_rule_has_a_case() -> None:
    """No rule without a command that it refuses."""
    assert {rule for rule in CASES.values() if rule} == set(RULES)
