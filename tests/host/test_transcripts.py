"""Where transcripts are looked for, and what a scan finds. Links, doors and pipes: tests/trouble/."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from tallystick.host.transcripts import config_dirs, scan
from tallystick.model.source import Source

SOURCE = Source(
    variable="KILN_DIR",
    defaults=("~/.kiln", "/srv/kiln"),
    folder="projects",
    suffix=".jsonl",
    sidecar=".m",
    expires=False,
)


@pytest.mark.parametrize(
    ("environment", "given", "expected"),
    [
        ({}, (), ["HOME/.kiln", "/srv/kiln"]),
        ({"KILN_DIR": ""}, (), ["HOME/.kiln", "/srv/kiln"]),
        ({"KILN_DIR": " , "}, (), ["HOME/.kiln", "/srv/kiln"]),
        ({"KILN_DIR": "/a"}, (), ["/a"]),
        ({"KILN_DIR": "/a, ~/b ,/c"}, (), ["/a", "HOME/b", "/c"]),
        ({"KILN_DIR": "/a"}, ("/x", "~"), ["/x", "HOME"]),
        ({}, ("~kiln/x",), ["~kiln/x"]),
    ],
)
def test_given_folders_replace_the_variables_and_those_the_defaults(
    home: Path, environment: dict[str, str], given: tuple[str, ...], expected: list[str]
) -> None:
    """Never added to one another; a tilde is the home of the environment."""
    found = config_dirs(SOURCE, {"HOME": str(home), **environment}, given)

    assert [name.replace("HOME", str(home)) for name in expected] == found


def test_a_home_that_is_not_named_is_looked_up() -> None:
    """An environment without HOME: the system knows the user's."""
    assert f"{pwd.getpwuid(os.getuid()).pw_dir}/.kiln" == config_dirs(SOURCE, {})[0]


def put(path: Path, data: bytes = b"{}\n") -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_a_scan_finds_transcripts_at_any_depth(tmp_path: Path) -> None:
    """Sorted by path, each with its size, times and place below `projects`; other files are none."""
    projects = tmp_path / "projects"
    deep = put(projects / "b" / "s" / "subagents" / "agent-a.jsonl", b"12345")
    flat = put(projects / "a.jsonl")
    put(projects / "b" / "notes.txt")
    put(tmp_path / "other" / "c.jsonl")

    found = scan(SOURCE, [str(tmp_path), str(tmp_path / "nowhere")])

    assert [str(flat), str(deep)] == [one.path for one in found.files]
    assert ["a.jsonl", "b/s/subagents/agent-a.jsonl"] == [one.relative for one in found.files]
    status = deep.stat()
    one = found.files[1]
    assert (5, status.st_mtime_ns, status.st_dev, status.st_ino) == (one.size, one.mtime, one.device, one.inode)
    assert [str(projects), str(tmp_path / "nowhere" / "projects")] == found.searched
    assert [] == found.unreadable


def test_a_linked_project_is_named_by_its_real_path(tmp_path: Path) -> None:
    """A file's lasting identity is where it really stands; its place is told from the folder that was linked."""
    put(tmp_path / "apart" / "s.jsonl")
    (tmp_path / "projects").mkdir()
    (tmp_path / "projects" / "p").symlink_to(tmp_path / "apart")
    put(tmp_path / "single.jsonl")
    (tmp_path / "projects" / "t.jsonl").symlink_to(tmp_path / "single.jsonl")

    found = scan(SOURCE, [str(tmp_path)])

    assert [(str(tmp_path / "apart" / "s.jsonl"), "s.jsonl"), (str(tmp_path / "single.jsonl"), "t.jsonl")] == [
        (one.path, one.relative) for one in found.files
    ]


def test_names_need_not_be_text(tmp_path: Path) -> None:
    """A project folder whose name is no UTF-8."""
    folder = os.fsencode(tmp_path / "projects") + b"/\xff"
    os.makedirs(folder)
    Path(os.fsdecode(folder + b"/s.jsonl")).write_bytes(b"{}\n")

    assert 1 == len(scan(SOURCE, [str(tmp_path)]).files)
