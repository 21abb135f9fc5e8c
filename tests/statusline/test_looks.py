"""What a render looks up beside the client's object."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.snapshot import Payload, Snapshot
from tallystick.statusline import looks
from tests.kernel.test_savings import ME, row


def project(folder: Path | str, **workspace: Any) -> tuple[str, str]:
    """Project and branch of a folder."""
    found = Snapshot()
    looks.look_at_project(found, Payload({"cwd": str(folder), "workspace": workspace}))
    return found.project, found.branch


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of ada/kiln on the branch glaze, as git lays it out."""
    git = tmp_path / "kiln" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/glaze\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@github.com:ada/kiln.git\n')
    return git.parent


def test_a_checkout(checkout: Path) -> None:
    """From its top and from a folder in it; the client's own knowledge of the repository comes first."""
    (checkout / "src" / "deep").mkdir(parents=True)

    assert project(checkout) == ("ada/kiln", "glaze")
    assert project(checkout / "src" / "deep") == ("ada/kiln", "glaze")
    assert project("/elsewhere", current_dir=str(checkout)) == ("ada/kiln", "glaze")
    assert project(checkout, repo={"owner": "grace", "name": "clay"}) == ("grace/clay", "glaze")
    assert project(checkout, repo={"owner": "grace"}) == ("ada/kiln", "glaze")


def test_a_worktree(checkout: Path, tmp_path: Path) -> None:
    """Its own HEAD, and the config of the repository that it belongs to, wherever that is written to be."""
    place = checkout / ".git" / "worktrees" / "blue"
    place.mkdir(parents=True)
    (place / "HEAD").write_text("ref: refs/heads/blue\n")
    (tmp_path / "blue").mkdir()
    for target, shared in ((str(place), "../.."), ("../kiln/.git/worktrees/blue", str(checkout / ".git"))):
        (tmp_path / "blue" / ".git").write_text(f"gitdir: {target}\n")
        (place / "commondir").write_text(f"{shared}\n")

        assert project(tmp_path / "blue") == ("ada/kiln", "blue")


def test_no_repository(tmp_path: Path) -> None:
    """The folder's own name, trimmed and cleaned; without a folder nothing."""
    (tmp_path / "odd\x1b[31m").mkdir()
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / ".git").write_text("no pointer\n")

    assert project(tmp_path / "odd\x1b[31m") == ("odd[31m", "")
    assert project(f"{tmp_path}/file/") == ("file", "")
    assert project("relative") == project("") == project("/") == ("", "")
    assert project("/nowhere/" + "x/" * 100) == ("x", "")
    assert project("/with\0nul") == ("withnul", "")


def test_a_detached_head(checkout: Path) -> None:
    """No branch is checked out, so none is shown; without a remote the folder stands for the project."""
    (checkout / ".git" / "HEAD").write_text("8a9f0c2d\n")
    (checkout / ".git" / "config").unlink()

    assert project(checkout) == ("kiln", "")


@pytest.mark.parametrize("variable", ["GH_CONFIG_DIR", "XDG_CONFIG_HOME", None])
def test_login(variable: str | None, tmp_path: Path) -> None:
    """Where GitHub's command line keeps it."""
    folder = {"GH_CONFIG_DIR": "c", "XDG_CONFIG_HOME": "c/gh", None: ".config/gh"}[variable]
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "hosts.yml").write_text("github.com:\n    user: ada\n")
    found = Snapshot()

    looks.look_at_login(found, {variable: str(tmp_path / "c")} if variable else {}, str(tmp_path))

    assert found.login == "ada"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"x": 1, "oauthAccount" :\n {"emailAddress": "ada@example.com", "more": 1}}', "ada@example.com"),
        ('{"oauthAccount": null}', ""),
        ('{"oauthAccount": {"emailAddress": 7}}', ""),
        ('{"oauthAccount": {"emailAddress": "ada', ""),
        ('{"oauthAccount": ' + "[" * 90_000, ""),
        ('{"oauthAccount"', ""),
        ('{"other": 1}', ""),
        (None, ""),
    ],
)
def test_account(text: str | None, expected: str, tmp_path: Path) -> None:
    """From the client's own file, in its config folder or at home; anything odd is nothing."""
    for folder, environ in ((tmp_path, {}), (tmp_path / "c", {"CLAUDE_CONFIG_DIR": f" {tmp_path / 'c'} ,/other"})):
        folder.mkdir(exist_ok=True)
        if text is not None:
            (folder / ".claude.json").write_text(text)
        found = Snapshot()
        looks.look_at_account(found, environ, str(tmp_path))

        assert expected == found.account


def test_marks(tmp_path: Path) -> None:
    """A file says that hooks are live; tokens and a time say what was wasted, and whether the transcript went on."""
    stem, transcript = os.fsencode(tmp_path / "sid"), tmp_path / "t.jsonl"
    transcript.touch()
    os.utime(transcript, ns=(0, 5_000_000_000))

    def look(needs: set[str], *, at: Path | None = transcript) -> Snapshot:
        found = Snapshot()
        looks.look_at_marks(found, stem, os.fsencode(at) if at else None, needs)
        return found

    assert not look({"hooks", "wasted"}).is_hooked
    (tmp_path / "sid.hooks").touch()
    assert look({"hooks"}).is_hooked
    assert not look(set()).is_hooked
    for text, expected in (("4120 5000", (4120, False)), ("0 4999\n", (0, True))):
        (tmp_path / "sid.wasted").write_text(text)
        found = look({"wasted"}).wasted
        assert found is not None
        assert expected == (found.tokens, found.is_stale)
    assert look({"hooks"}).wasted is None
    without = look({"wasted"}, at=None).wasted
    assert without is not None
    assert not without.is_stale
    for text in ("", "7", "-1 5", "1 2 3", "\u0661 5"):
        (tmp_path / "sid.wasted").write_text(text)
        assert look({"wasted"}).wasted is None


def savings(root: Path, session: str = ME) -> tuple[int | None, int | None]:
    """Latest and mean of a session."""
    found = Snapshot()
    looks.look_at_savings(found, os.fsencode(root), session)
    assert found.savings is not None
    return found.savings.latest, found.savings.mean


def test_savings(tmp_path: Path) -> None:
    """The whole ledger; none is no row."""
    ledger = tmp_path / "usage" / "savings.jsonl"
    assert savings(tmp_path) == (None, None)
    ledger.parent.mkdir()
    ledger.write_bytes(b"\n".join([row(20), row(90, session_id="other"), b"torn", row(40)]))
    assert savings(tmp_path) == (40, 30)


def test_savings_of_a_sibling(tmp_path: Path) -> None:
    """A session without rows takes those of the first one in its own file that has any; never another file's."""
    links = tmp_path / "usage" / "session-links"
    links.mkdir(parents=True)
    rows = [row(70, session_id="elsewhere"), row(30, session_id="second"), row(20, session_id="third")]
    (tmp_path / "usage" / "savings.jsonl").write_bytes(b"\n".join(rows))
    (links / "a").write_text("elsewhere\nfirst-of-a\n")
    (links / ".hidden").write_text(f"elsewhere\n{ME}\n")
    assert savings(tmp_path) == (None, None)

    (links / "b").write_text(f"first\nsecond\n{ME}\nthird\n")

    assert savings(tmp_path) == (30, 30)
    (tmp_path / "usage" / "savings.jsonl").write_bytes(b"\n".join([*rows, row(50)]))
    assert savings(tmp_path) == (50, 50)


def test_json_of_rows_is_ours() -> None:
    """The rows of these tests are those of the ledger's own tests."""
    assert json.loads(row())["session_id"] == ME
