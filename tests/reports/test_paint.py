"""Colour where it is allowed."""

from __future__ import annotations

import pytest

from tallystick.reports import paint


@pytest.mark.parametrize(("how", "code"), [(paint.bold, 1), (paint.dim, 2), (paint.warn, 33)])
def test_paint(how: object, code: int) -> None:
    """A text is wrapped in one code and its end; without colour, and without text, it stays as it is."""
    assert callable(how)
    on, off = (True,), (False,)
    assert how("x", *on) == f"\x1b[{code}mx\x1b[0m"
    assert how("x", *off) == "x"
    assert how("", *on) == ""
