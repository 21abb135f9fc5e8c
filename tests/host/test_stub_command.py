"""The command that a client is given: read back by sh, known again, and a line also where nothing is left of us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.host import programs
from tallystick.host.environment import stub_path
from tallystick.host.stub import GONE, command, content, is_ours, path_of, try_out, write
from tallystick.kernel.quoting import quote


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder whose name sh would take apart."""
    return tmp_path / "it's my root $HOME"


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        ("/home/dev/.local/share/tallystick", "/home/dev/.local/share/tallystick/statusline/run"),
        ("/a b", "'/a b/statusline/run'"),
        ("/it's", "'/it'\\''s/statusline/run'"),
        ("/é", "'/é/statusline/run'"),
        ("/$(x)`y`;z", "'/$(x)`y`;z/statusline/run'"),
        ("/a ] && . b", "'/a ] && . b/statusline/run'"),
    ],
)
def test_the_command(root: str, expected: str) -> None:
    """As sh reads it back; a program that is there is read, and is all that happens."""
    assert command(root).startswith(f"[ -f {expected} ] && . {expected}; ")
    assert f"{root}/statusline/run" == path_of(command(root))
    assert (
        f"{root}/statusline/run"
        == subprocess.run(["sh", "-c", f"printf %s {expected}"], capture_output=True, text=True, check=True).stdout
    )


def test_a_root_folder_that_was_taken_away(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next render draws a line all the same, and the one after it finds the program again."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(programs.package()))
    words = command(str(root))

    code, text = try_out(words)

    assert (0, True) == (code, text.strip() not in {"", GONE})
    assert content(str(root)) == Path(stub_path(str(root))).read_bytes()
    assert (0, text) == try_out(words)


@pytest.mark.parametrize("python", ["", "/no where/python", "/bin/false", "/a\x1bb"])
def test_nothing_at_all_is_left(root: Path, monkeypatch: pytest.MonkeyPatch, python: str) -> None:
    """Neither the root folder nor a Python that runs us: a line that says so."""
    monkeypatch.setattr(sys, "executable", python)

    assert (0, f"{GONE}\n") == try_out(command(str(root)))
    assert not root.exists()


@pytest.mark.parametrize("root", ["/a\nb", "/a\x1bb", "/a\udcff"])
def test_some_paths_cannot_stand_in_settings(root: str) -> None:
    """They are refused before anything is written."""
    with pytest.raises(UsageError, match="cannot stand in a settings file; choose another one with --root"):
        command(root)


@pytest.mark.parametrize("word", ["", "a", "/a-b_c.d+e/f", "a b", "'", "''", "a'b\"c$d\\e", "é\n*"])
def test_any_word_can_be_quoted(word: str) -> None:
    """The shell reads it back."""
    assert (
        word
        == subprocess.run(["sh", "-c", f"printf %s {quote(word)}"], capture_output=True, text=True, check=True).stdout
    )


def test_ours_is_known(root: Path, tmp_path: Path) -> None:
    """By its form under any root folder; a file that is sourced or run by its first lines, not by its name."""
    assert is_ours(command(str(root)))
    assert not root.exists()
    write(str(root))
    (tmp_path / "statusline").mkdir()
    (tmp_path / "statusline" / "run").write_text("#!/bin/sh\necho theirs\n", "utf-8")

    assert is_ours(f". {quote(stub_path(str(root)))}")
    assert is_ours(quote(stub_path(str(root))))
    others = (f". {tmp_path}/statusline/run", f". {tmp_path}/none", "[ -f a ] && . a; b", "[ -f a ] && . b; c")
    for other in (*others, "node x.js", "", "\0", None, 3, {"a": 1}):
        assert not is_ours(other)
