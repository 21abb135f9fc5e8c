"""What of ours settings have."""

from __future__ import annotations

import json
from pathlib import Path

from tallystick.host import settings_file
from tallystick.tasks.install import install
from tallystick.tasks.install_hooks import install as install_hooks
from tallystick.tasks.settings_parts import HOOKS, LINE, bare, parts, without
from tests.tasks.test_install import lay


def test_each_part_by_itself(tmp_path: Path) -> None:
    """None, one, both; and the text without each."""
    place, path = lay(tmp_path, '{"a": 1}')
    assert parts(settings_file.read(str(path)), place.root) == set()
    install(place)
    assert parts(settings_file.read(str(path)), place.root) == {LINE}
    install_hooks(place)
    file = settings_file.read(str(path))

    assert parts(file, place.root) == {LINE, HOOKS}
    assert list(json.loads(without(file.text, HOOKS, None))) == ["a", "statusLine"]
    assert list(json.loads(without(file.text, LINE, None))) == ["a", "hooks"]
    assert bare(file, place.root, None) == '{"a": 1}'
