"""Our server goes into a client's list of servers, once, and nothing else changes there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host.environment import Surroundings
from tallystick.model import installing
from tallystick.tasks import install_mcp

OURS = {"type": "stdio", "command": sys.executable, "args": ["-P", "-m", "tallystick", "mcp"], "env": {}}


def place(home: Path, *, root: str = "", dirs: list[str] | None = None, **environ: str) -> Surroundings:
    """A user's machine, with the usual root unless another is named."""
    usual = f"{home}/.local/share/tallystick"
    return Surroundings(root or usual, dirs, {"HOME": str(home), **environ}, 0)


def servers(path: Path) -> Any:
    """The servers that a file has."""
    return json.loads(path.read_text("utf-8")).get("mcpServers")


@pytest.mark.parametrize(
    "before",
    [
        '{\n  "numStartups": 3,\n  "projects": {"/a": {"x": [1, 2]}}\n}\n',
        '{"a":1,"mcpServers":{"other":{"command":"x","args":[]}}}',
        '{\n\t"mcpServers": {\n\t\t"other": {"command": "x"}\n\t},\n\t"b": "\\u00e9"\n}',
        "{}",
    ],
)
def test_there_and_back(tmp_path: Path, before: str) -> None:
    """Behind what is there, in its style; and out again, byte for byte."""
    path = tmp_path / ".claude.json"
    path.write_text(before, "utf-8")

    done = install_mcp.install(place(tmp_path))
    between = path.read_text("utf-8")
    again = install_mcp.install(place(tmp_path))
    gone = install_mcp.uninstall(place(tmp_path))

    assert (installing.INSTALLED, installing.ALREADY, installing.REMOVED) == (done.outcome, again.outcome, gone.outcome)
    assert json.loads(before).get("mcpServers", {}) | {"tally": OURS} == json.loads(between)["mcpServers"]
    assert (str(path), True) == (done.path, bool(done.diff))
    assert before == path.read_text("utf-8") or (before, "{}") == ("{}", path.read_text("utf-8").replace("\n", ""))


def test_a_client_that_was_never_started(tmp_path: Path) -> None:
    """Gets a file with our server alone; a look before writes none."""
    path = tmp_path / ".claude.json"
    assert install_mcp.install(place(tmp_path), dry_run=True).diff
    assert not path.exists()
    install_mcp.install(place(tmp_path))

    assert {"tally": OURS} == servers(path)
    assert install_mcp.uninstall(place(tmp_path), dry_run=True).diff
    assert {"tally": OURS} == servers(path)
    install_mcp.uninstall(place(tmp_path))
    assert servers(path) is None
    assert installing.NOTHING == install_mcp.uninstall(place(tmp_path)).outcome


def test_another_root_and_folder(tmp_path: Path) -> None:
    """A root of its own is named to the server; a config folder holds its own file."""
    folder = str(tmp_path / "elsewhere")
    one = install_mcp.install(place(tmp_path, root="/srv/root", dirs=[folder]))
    two = install_mcp.install(place(tmp_path, CLAUDE_CONFIG_DIR=folder))

    assert f"{folder}/.claude.json" == one.path == two.path
    assert installing.RENEWED == two.outcome
    install_mcp.install(place(tmp_path, root="/srv/root", CLAUDE_CONFIG_DIR=folder))
    assert ["--root", "/srv/root"] == servers(Path(one.path))["tally"]["args"][4:]
    with pytest.raises(UsageError, match="name one with --config-dir"):
        install_mcp.install(place(tmp_path, CLAUDE_CONFIG_DIR="/a,/b"))


def test_one_of_another_make_stays(tmp_path: Path) -> None:
    """It has our name: it stays unless we are told to replace it, and the way back leaves it alone."""
    path = tmp_path / ".claude.json"
    path.write_text('{"mcpServers": {"tally": {"command": "their-tally"}}}', "utf-8")

    with pytest.raises(SettingsUnusable, match="which stays: add --replace"):
        install_mcp.install(place(tmp_path))
    assert installing.NOTHING == install_mcp.uninstall(place(tmp_path)).outcome
    assert {"tally": {"command": "their-tally"}} == servers(path)
    install_mcp.install(place(tmp_path), replace=True)
    assert {"tally": OURS} == servers(path)


@pytest.mark.parametrize("content", ['{"mcpServers": []}', '{"a": 1,}', "[]", '{"mcpServers": {"x": }}'])
def test_what_is_refused(tmp_path: Path, content: str) -> None:
    """A file that is not what it should be: nothing is changed."""
    path = tmp_path / ".claude.json"
    path.write_text(content, "utf-8")

    with pytest.raises(SettingsUnusable, match="nothing was changed"):
        install_mcp.install(place(tmp_path))
    assert content == path.read_text("utf-8")


def test_without_the_sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that cannot start is not registered."""
    monkeypatch.setattr(install_mcp, "_has_sdk", lambda: False)

    with pytest.raises(UsageError, match="pip install"):
        install_mcp.install(place(tmp_path))


def test_a_root_that_only_our_environment_names_is_told(tmp_path: Path) -> None:
    """The client that starts the server may have another environment."""
    given = place(tmp_path, root="/srv/root", TALLY_ROOT="/srv/root")

    done = install_mcp.install(given)

    assert ["--root", "/srv/root"] == servers(Path(done.path))["tally"]["args"][4:]


def test_one_that_an_earlier_version_put_there_is_renewed(tmp_path: Path) -> None:
    """It ran in the project's folder with that folder's modules before ours."""
    path = Path(install_mcp.install(place(tmp_path)).path)
    path.write_text(path.read_text().replace('"-P", ', ""))

    assert installing.RENEWED == install_mcp.install(place(tmp_path)).outcome
    assert {"tally": OURS} == servers(path)
