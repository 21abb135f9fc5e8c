"""Compiling a project, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host.instruction_files import bodies
from tallystick.tasks.instructions import compile_project, remarks, said, write


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that says in ten bytes how it is tested, and has an agent."""
    (tmp_path / "CLAUDE.md").write_text("# App\n\n## Tests\n\nmake test.\n")
    (tmp_path / ".claude" / "agents").mkdir(parents=True)
    (tmp_path / ".claude" / "agents" / "a.md").write_text("---\nname: a\ndescription: Reads.\n---\n")
    (tmp_path / "go.mod").touch()
    return tmp_path


def test_a_project(project: Path) -> None:
    """Sources are all nine sections and the ten bytes; the text has eight of them, the ten bytes and the context."""
    whole = sum(len(body.encode()) for body in bodies().values())
    found = compile_project(str(project))
    assert found.sources == whole + 10
    # Eight sections of tally without their last line ends, and what stands around each of nine titles:
    # "\n## Title\n\nBody\n".
    titles = 74 + 9 * len("\n## \n\n\n") + len("# Instructions\n")
    context = len("\n## Agents\n\n- a: Reads.\n") + len("\n## Stack\n\n- Go: go.mod\n")
    assert found.size == whole - len(bodies()["tests"].encode()) - 8 + 10 + titles + context
    path = write(str(project), "s", found)
    assert Path(path).read_text() == found.text == compile_project(str(project)).text


def test_what_is_said_of_it(project: Path) -> None:
    """How many sections, whose, and both sizes."""
    found = compile_project(str(project))
    assert said(found) == (
        f"9 sections, the project's own: Tests; sources {found.sources:,} B, compiled {found.size:,} B"
    )
    (project / "CLAUDE.md").unlink()
    assert said(compile_project(str(project))).startswith("9 sections, none of them the project's own; ")


def test_remarks(project: Path) -> None:
    """What launching there would save, with the tenth of a percent by hand; or that it would save nothing."""
    found = compile_project(str(project))
    less = found.sources - found.size
    (remark,) = remarks(str(project))
    share = f"{100 * less / found.sources:.1f}"
    assert remark.text == (
        f"instruction_fold ACTIVE: sources {found.sources:,} B - compiled {found.size:,} B = {less} B ({share}% smaller)"
    )
    (project / "CLAUDE.md").unlink()
    (remark,) = remarks(str(project))
    assert remark.text.startswith("instruction_fold INACTIVE for this project: sources ")
    assert remark.text.endswith(" B: the compiled prompt is not smaller")
    (project / "CLAUDE.md").write_bytes(b"\xff")
    (remark,) = remarks(str(project))
    assert remark.is_warning
    assert "CLAUDE.md: is not UTF-8 text" in remark.text
