"""The project segment."""

from __future__ import annotations

from tallystick.kernel.segments.project import narrow, render
from tests.kernel.segments.look import snapshot


def test_project_and_branch() -> None:
    """A branch stands behind the project; without a project there is nothing."""
    assert render(snapshot(project="ada/kiln", branch="glaze")) == "ada/kiln ⎇ glaze"
    assert render(snapshot(project="kiln")) == "kiln"
    assert not render(snapshot(branch="glaze"))


def test_where_room_is_scarce() -> None:
    """The repository without its owner and branch, or the folder."""
    assert narrow(snapshot(project="ada/kiln", branch="main"), 40) == "kiln"
    assert narrow(snapshot(project="kiln"), 40) == "kiln"
    assert narrow(snapshot(), 40) == ""
