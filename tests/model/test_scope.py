"""What a question is about."""

from __future__ import annotations

from tallystick.model.scope import Scope


def test_what_is_not_named_is_open() -> None:
    """None leaves a thing open; each name is kept as it was given."""
    assert {None} == {getattr(Scope(), name) for name in Scope.__slots__}

    scope = Scope(since_q=1, until_q=2, project="p", model="m", session="s", agent="a", branch="b")
    assert (1, 2, "p", "m", "s", "a", "b") == (
        *(scope.since_q, scope.until_q, scope.project, scope.model, scope.session, scope.agent, scope.branch),
    )
