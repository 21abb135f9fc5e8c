"""The import contracts hold, and each of them would notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = "from importlinter.cli import lint_imports_command as run; run()"

# contract -> (a file, a line that breaks it)
FAULTS = {
    "layers": ("errors.py", "import tallystick.model.usage"),
    "pure": ("accounting/owners.py", "import sqlite3"),
    "light": ("kernel/money.py", "import re"),
    "filters": ("filters/ansi.py", "import json"),
    "digests": ("filters/digests/make.py", "import tallystick.filters.digests.compiler"),
    "hot": ("statusline/door.py", "import tallystick.model.usage"),
    "hooks": ("hooks/reading.py", "import tallystick.model.usage"),
    "readers": ("agents/claude_code/usage.py", "import tallystick.kernel.pricing"),
}


def check_imports(checkout: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """Run import-linter on a checkout's own sources."""
    chosen = [word for name in contracts for word in ("--contract", name)]
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache", *chosen]
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    return subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the sources that a test may spoil."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    return tmp_path


def test_contracts_hold() -> None:
    """Imports go down only, shelves hold strangers, the core does no I/O, the kernel is light, readers do not price."""
    done = check_imports(ROOT)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("contract", FAULTS)
def test_contract_notices(checkout: Path, contract: str) -> None:
    """A line that breaks a contract is named."""
    place, line = FAULTS[contract]
    path = checkout / "src" / "tallystick" / place
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")

    done = check_imports(checkout, contract)

    assert done.returncode == 1
    assert line.removeprefix("import ") in done.stdout


def test_new_folder_needs_a_layer(checkout: Path) -> None:
    """A folder that no layer names fails until somebody has placed it."""
    (checkout / "src" / "tallystick" / "elsewhere").mkdir()
    (checkout / "src" / "tallystick" / "elsewhere" / "__init__.py").touch()

    done = check_imports(checkout, "layers")

    assert done.returncode == 1
    assert "tallystick.elsewhere" in done.stdout


def test_sibling_is_noticed(checkout: Path) -> None:
    """An agent that imports another agent is refused."""
    agents = checkout / "src" / "tallystick" / "agents"
    (agents / "second.py").write_text("import tallystick.agents.claude_code\n", encoding="utf-8")

    done = check_imports(checkout, "siblings")

    assert done.returncode == 1
    assert "tallystick.agents.second" in done.stdout
