"""Real environments that move, break and lose the package: the next render still shows a line."""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tallystick.host.stub import GONE

PACKAGE = Path(__file__).parents[2] / "src" / "tallystick"
# Stands for the fast path: it says whose it is, and that it was given the client's object.
FAST = "import sys\nprint({name!r}, len(sys.stdin.read()), 'site' in sys.modules)\n"


class Machine:
    """A home with a client, and environments that hold a copy of the package each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        (self.home / ".claude").mkdir(parents=True)

    def make(self, name: str) -> Path:
        """Make an environment whose fast path prints its name."""
        place = self.folder / name
        venv.create(place, symlinks=True)
        library = next((place / "lib").iterdir()) / "site-packages"
        shutil.copytree(PACKAGE, library / "tallystick", ignore=shutil.ignore_patterns("__pycache__", "sample"))
        fast = library / "tallystick" / "statusline" / "__main__.py"
        fast.parent.mkdir(exist_ok=True)
        fast.write_text(FAST.format(name=name), "utf-8")
        (library / "borrowed.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
        return place

    def tally(self, place: Path, *words: str) -> str:
        """Run the command of an environment."""
        command = [str(place / "bin" / "python"), "-m", "tallystick", *words]
        return subprocess.run(command, env=self.environment(), capture_output=True, text=True, check=True).stdout

    def environment(self, *paths: Path) -> dict[str, str]:
        """What a client hands on: nothing of this checkout."""
        return {"HOME": str(self.home), "PATH": ":".join([*map(str, paths), "/usr/bin", "/bin"])}

    def render(self, *paths: Path) -> tuple[int, str]:
        """Run the status line as the client does."""
        settings = json.loads((self.home / ".claude" / "settings.json").read_text("utf-8"))
        done = subprocess.run(
            ["sh", "-c", settings["statusLine"]["command"]],
            cwd=self.home,
            env=self.environment(*paths),
            input="{}",
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine whose paths have spaces in them."""
    return Machine(tmp_path / "a machine")


def test_it_is_drawn_by_the_installation_that_put_it_there(machine: Machine) -> None:
    """By its own Python, isolated and without `site`; another one that is tried out leaves it alone until told."""
    machine.tally(machine.make("first"), "install", "statusline")
    assert (0, "first 2 False\n") == machine.render()

    second = machine.make("second")
    machine.tally(second, "prices")
    assert (0, "first 2 False\n") == machine.render()
    assert "another installation of tally draws it" in " ".join(machine.tally(second, "doctor").split())
    machine.tally(second, "install", "statusline")
    assert (0, "second 2 False\n") == machine.render()


def test_an_installation_that_moved(machine: Machine) -> None:
    """Any command of the new place mends it; until then there is a line."""
    old = machine.make("old")
    machine.tally(old, "install", "statusline")
    shutil.rmtree(old)
    new = machine.make("new")

    assert (0, f"{GONE}\n") == machine.render()
    machine.tally(new, "prices", "list", "claude-opus-5-5")
    assert (0, "new 2 False\n") == machine.render()


def test_an_upgrade_in_place(machine: Machine) -> None:
    """A newer package under the same Python: its own program from the next command on, its fast path at once."""
    place = machine.make("here")
    machine.tally(place, "install", "statusline")
    package = next((place / "lib").iterdir()) / "site-packages" / "tallystick"
    (package / "statusline" / "__main__.py").write_text(FAST.format(name="newer"), "utf-8")
    init = package / "__init__.py"
    init.write_text(init.read_text("utf-8").replace('__version__ = "', '__version__ = "9'), "utf-8")

    assert (0, "newer 2 False\n") == machine.render()
    machine.tally(place, "prices", "list", "claude-opus-5-5")
    assert "# 9" in (machine.home / ".local" / "share" / "tallystick" / "statusline" / "run").read_text("utf-8")


def test_a_package_that_is_gone(machine: Machine) -> None:
    """The Python is still there."""
    place = machine.make("here")
    machine.tally(place, "install", "statusline")
    shutil.rmtree(next((place / "lib").iterdir()) / "site-packages" / "tallystick")

    assert (0, f"{GONE}\n") == machine.render()


@pytest.mark.parametrize("broken", ["dead link", "no program", "no file"])
def test_an_environment_that_is_broken(machine: Machine, broken: str) -> None:
    """Its Python leads nowhere, is something else, or is gone."""
    place = machine.make("here")
    machine.tally(place, "install", "statusline")
    python = Path(os.path.realpath(sys.executable)).name
    for name in {"python", "python3", python}:
        path = place / "bin" / name
        if path.is_symlink() or path.exists():
            path.unlink()
        if broken == "dead link":
            path.symlink_to("/nowhere/python")
        elif broken == "no program":
            path.write_bytes(b"\x7fELF nothing of the kind")
            path.chmod(0o755)

    assert (0, f"{GONE}\n") == machine.render()


def test_another_tally_on_the_path_draws_it(machine: Machine) -> None:
    """The slow way, when its own is gone."""
    old = machine.make("old")
    machine.tally(old, "install", "statusline")
    shutil.rmtree(old)
    program = machine.folder / "bin" / "tally"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$1" = statusline ] && echo slow "$TALLY_ROOT"\n', "utf-8")
    program.chmod(0o755)

    assert (0, f"{GONE}\n") == machine.render(program.parent)  # it does not say that it is ours
    program.write_text(program.read_text("utf-8") + "# tallystick\n", "utf-8")
    assert (0, f"slow {machine.home}/.local/share/tallystick\n") == machine.render(program.parent)


def test_a_root_folder_that_was_taken_away(machine: Machine) -> None:
    """Its own Python draws the line and writes the program again; with that gone too there still is a line."""
    place = machine.make("here")
    machine.tally(place, "install", "statusline")
    root = machine.home / ".local" / "share" / "tallystick"
    shutil.rmtree(root)

    assert (0, "here 2 False\n") == machine.render()
    assert (root / "statusline" / "run").exists()
    assert (0, "here 2 False\n") == machine.render()
    shutil.rmtree(root)
    shutil.rmtree(place)
    assert (0, f"{GONE}\n") == machine.render()


def test_the_first_render_after_a_move_mends_it(machine: Machine) -> None:
    """It finds the new place by its command on the path; from then on it does without."""
    old = machine.make("old")
    machine.tally(old, "install", "statusline")
    shutil.rmtree(old)
    new = machine.make("new")
    program = machine.folder / "bin" / "tally"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{new}/bin/python" -m tallystick "$@"\n', "utf-8")
    program.chmod(0o755)

    assert (0, "new 2 False\n") == machine.render(program.parent)
    assert (0, "new 2 False\n") == machine.render()
