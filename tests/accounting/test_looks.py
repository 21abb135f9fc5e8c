"""What on disk a viewer's output depends on."""

from __future__ import annotations

import pytest

from tallystick.accounting.looks import FOLDER, NAMED, UNKNOWN, WORK_TREE, depends_on


@pytest.mark.parametrize(
    ("command", "source"),
    [
        ("cat a.txt", NAMED),
        ("head -5 a.txt | grep -n x; wc -l b.txt", NAMED),
        ("sed -n '1,5p' a.txt", NAMED),
        ("grep -n 'a.*b' a.txt", NAMED),  # a pattern in quotes is not the shell's
        ('grep -n "a*b" a.txt', NAMED),
        ("grep -rn x src", FOLDER),
        ("grep --recursive x", FOLDER),
        ("ls", FOLDER),
        ("cat a.txt && ls -la", FOLDER),
        ("git status && ls", WORK_TREE),
        ("cat *.txt", UNKNOWN),
        ("cat ~/a.txt", UNKNOWN),
        ("cat $HOME/a.txt", UNKNOWN),
        ('cat "$A"', UNKNOWN),
        ("cat `which x`", UNKNOWN),
        ("diff a <(ls)", UNKNOWN),
        ("env", UNKNOWN),
        ("cat a{1,2}", UNKNOWN),
        ("cat 'a b' ;", NAMED),
    ],
)
def test_sources(command: str, source: int) -> None:
    """Too much rather than too little."""
    assert source == depends_on(command)
