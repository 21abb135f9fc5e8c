"""The file that holds all modules of a render: complete, in the right order, and never of another source than there is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tallystick
from tallystick.statusline import bundle
from tests.statusline.renders import lay_sessions, payload

TAG = sys.implementation.cache_tag


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    target = tmp_path / "lib" / "tallystick"
    shutil.copytree(Path(tallystick.__file__).parent, target, ignore=shutil.ignore_patterns("hot.*", ".mypy_cache"))
    (target / "statusline" / "__pycache__").mkdir(exist_ok=True)
    return target


def render(package: Path, home: Path, *words: str, name: str = "full") -> tuple[str, set[str]]:
    """What a render of a package prints, and which modules of ours were found one by one."""
    command = [sys.executable, "-I", "-S", "-X", "importtime", str(package / "statusline" / "__main__.py"), *words]
    environ = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "NO_COLOR": "1"}
    done = subprocess.run(
        command, env=environ, input=json.dumps(payload(name, home)), capture_output=True, text=True, check=True
    )
    return done.stdout, set(re.findall(r"\| +(tallystick\S*)", done.stderr))


@pytest.mark.parametrize("layout", ["full", "line"])
def test_a_render_finds_everything_in_it(layout: str, copy: Path, home: Path) -> None:
    """The first render leaves it; the next one looks for no module of ours, and prints the same."""
    lay_sessions(home)
    first, one_by_one = render(copy, home, "--layout", layout)
    assert "tallystick.statusline.door" in one_by_one

    for name in ("full", "payloads/01"):
        render(copy, home, "--layout", layout, name=name)
        assert render(copy, home, "--layout", layout, name=name)[1] == set()
    assert render(copy, home, "--layout", layout)[0] == first


@pytest.mark.parametrize("place", ["kernel/styled.py", "kernel/segments/tokens.py", "kernel/__init__.py"])
def test_a_source_that_changed(place: str, copy: Path, home: Path) -> None:
    """The bundle is not used, whichever of its modules it is, and the render leaves a new one."""
    lay_sessions(home)
    render(copy, home)
    path = copy / place
    path.write_text(path.read_text().replace("prompt:", "fresh:").replace("\\033[0m", "\\033[0m"))
    os.utime(path, ns=(1, path.stat().st_mtime_ns + 1))

    text, one_by_one = render(copy, home)
    assert f"tallystick.{place.removesuffix('.py').replace('/', '.').removesuffix('.__init__')}" in one_by_one
    assert render(copy, home) == (text, set())


def test_a_bundle_that_is_spoilt(copy: Path, home: Path) -> None:
    """Cut off, empty or no bundle at all: the modules come as they usually do."""
    lay_sessions(home)
    text, _ = render(copy, home)
    path = copy / "statusline" / "__pycache__" / f"hot.{TAG}"
    whole = path.read_bytes()
    for spoilt in (whole[: len(whole) // 2], b"", b"no", bytes(5000), whole[:5000]):
        path.write_bytes(spoilt)
        assert render(copy, home)[0] == text


def test_a_package_that_nobody_may_write(copy: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled again and again for nothing."""
    monkeypatch.setattr(bundle, "PATH", str(copy / "statusline" / "nowhere" / "hot"))
    monkeypatch.setattr(bundle, "build", lambda: pytest.fail("built for nothing"))

    assert not bundle.renew()


def test_what_is_written(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every user, as compiled modules are, and small enough for the entry to read it."""
    monkeypatch.setattr(bundle, "PATH", str(copy / "statusline" / "__pycache__" / "hot"))
    assert bundle.renew()
    path = copy / "statusline" / "__pycache__" / "hot"
    assert path.stat().st_mode & 0o044
    assert path.stat().st_size < 1 << 20
    assert len(path.read_bytes()[:4096].rstrip(b"\0")) < 4096


def test_groups_hold_every_module() -> None:
    """Each module of the hot door, once a group; segments that only settings ask for come as they usually do."""
    folder = Path(tallystick.__file__).parent
    files = {f"{path.parent.relative_to(folder)}.{path.stem}" for path in (folder / "statusline").glob("*.py")}
    rare = {
        "statusline.__init__",
        "statusline.__main__",
        "statusline.bundle",
        "statusline.handover",
        "statusline.preview",
        "statusline.upkeep",
    }
    named = {name for group in bundle.GROUPS.values() for name in group}

    assert files - rare <= named
    assert all(len(group) == len(set(group)) for group in bundle.GROUPS.values())
