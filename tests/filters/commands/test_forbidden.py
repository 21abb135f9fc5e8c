"""Commands that nobody should run unasked."""

from __future__ import annotations

import pytest

from tallystick.filters.commands.forbidden import RULES, rewrite
from tallystick.filters.shell import simple_words

CASES = {
    "cd /": "cd_root",
    "cd //": "cd_root",
    "cd /home": "cd_system",
    "cd /usr/": "cd_system",
    "cd /home/ada/kiln": "",
    "cd": "",
    "cd src": "",
    "sed -i s/a/b/ f": "sed_in_place",
    "sed -i.bak s/a/b/ f": "sed_in_place",
    "sed -e s/a/b/ -ni f": "sed_in_place",
    "sed --in-place=.bak s/a/b/ f": "sed_in_place",
    "sed s/a/-i/ f": "",
    "sed -n 3,9p f.i": "",
    "perl -pi -e s/a/b/ f": "perl_in_place",
    "perl -Mstrict -Ilib -e 1": "",
    "rm -rf /": "rm_root",
    "rm -r -f ~": "rm_root",
    "rm --recursive /*": "rm_root",
    "rm -rf build": "",
    "rm /": "",
}


@pytest.mark.parametrize("command", CASES)
def test_rule(command: str) -> None:
    """The rule by which a command is forbidden, and a command that fails instead."""
    found = rewrite(command, simple_words(command))

    assert CASES[command] == (found[0] if found else "")
    if found:
        assert found[1].endswith(f"; false  # [tally: forbidden:{found[0]}]")
        assert found[2]


def test_every_rule_has_a_case() -> None:
    """No rule without a command that it forbids."""
    assert {rule for rule in CASES.values() if rule} == set(RULES)
