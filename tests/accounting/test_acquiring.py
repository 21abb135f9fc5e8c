"""What counts as acquiring: text, of a tool that ran."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.acquiring import has_failed, has_succeeded, has_text, is_read, line_range
from tests.pasts import main


@pytest.mark.parametrize(
    ("step", "text", "read", "failed", "succeeded"),
    [
        ("read kiln.py", True, True, False, True),
        ("read kiln.png image", False, False, False, True),
        ("read kiln.py empty", False, False, False, True),
        ("read kiln.py stub", False, False, False, True),
        ("read kiln.py fails='File does not exist.'", True, False, True, False),
        ("run make", True, False, False, True),
        ("run make denied", True, False, False, False),
        ("run make fails='Exit code 2'", True, False, True, False),
    ],
)
def test_kinds(tmp_path: Path, step: str, *, text: bool, read: bool, failed: bool, succeeded: bool) -> None:
    """One act each."""
    (act,) = main(tmp_path, f"session 1\nask\n{step}").acts

    assert (has_text(act), is_read(act), has_failed(act), has_succeeded(act)) == (text, read, failed, succeeded)


@pytest.mark.parametrize(
    ("options", "expected"),
    [("", (1, -1)), ("offset=0", (1, -1)), ("offset=1", (1, -1)), ("offset=40 limit=20", (40, 20))],
)
def test_range(tmp_path: Path, options: str, expected: tuple[int, int]) -> None:
    """A read that names no first line starts at line 1."""
    (act,) = main(tmp_path, f"session 1\nask\nread kiln.py {options}").acts

    assert line_range(act) == expected
