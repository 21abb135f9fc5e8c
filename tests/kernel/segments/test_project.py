"""The project segment."""

from __future__ import annotations

from tallystick.kernel.segments.project import render
from tests.kernel.segments.look import snapshot


def test_project_and_branch() -> None:
    """A branch stands behind the project; without a project there is nothing."""
    assert render(snapshot(project="ada/kiln", branch="glaze")) == "ada/kiln ⎇ glaze"
    assert render(snapshot(project="kiln")) == "kiln"
    assert not render(snapshot(branch="glaze"))
