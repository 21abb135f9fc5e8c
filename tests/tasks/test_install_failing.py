"""An installation that the system fails at any step leaves nothing half done."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import TallyError
from tallystick.tasks.install import install
from tallystick.tasks.uninstall import uninstall
from tests.tasks.test_install import THEIRS, lay, line_of, tree

CALLS = ("open", "write", "fsync", "replace", "fchmod", "mkdir")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("start", ["fresh", "theirs", "edited"])
def test_a_failure_at_any_step_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, start: str
) -> None:
    """Whichever call of the system fails, and whenever: the settings are whole, and a new attempt succeeds."""
    place, path = lay(tmp_path, f'{{"a": 1, "statusLine": {THEIRS}}}' if start == "theirs" else '{"a": 1}')
    if start == "edited":
        with monkeypatch.context() as earlier:  # an installation that the next one renews
            earlier.setattr(
                "tallystick.tasks.install.stub.command", lambda root: f". {root}/statusline/../statusline/run"
            )
            install(place)
        path.write_text(path.read_text("utf-8").replace('"a": 1', '"a": 2'), "utf-8")
    before = tree(tmp_path)
    real, calls = getattr(os, call), []

    def fail(*words: Any, **more: Any) -> Any:
        calls.append(words)
        if len(calls) == number + 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*words, **more)

    with monkeypatch.context() as failing:
        failing.setattr(os, call, fail)
        try:
            install(place, replace=True)
        except (TallyError, OSError):
            after = {name: what for name, what in tree(tmp_path).items() if what[1] or name in before}
            assert before == after  # empty folders apart
        else:
            assert ". " in line_of(path)["command"]
    install(place, replace=True)
    uninstall(place)
    expected = '{"a": 2}' if start == "edited" else before[".claude/settings.json"][1]
    assert expected == (path.read_text("utf-8") if start == "edited" else path.read_bytes())
