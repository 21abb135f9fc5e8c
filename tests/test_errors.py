"""The tree of errors is the one that its page draws."""

from __future__ import annotations

import inspect
import re

import pytest

from tallystick import errors

CLASSES = [one for one in vars(errors).values() if inspect.isclass(one)]


def test_drawing_is_complete() -> None:
    """Every error is drawn at the top of the module, in the order of the file, and nothing else is."""
    drawn = re.findall(r"^(?:[│├└─ ]*)([A-Z]\w+) {2,}", errors.__doc__ or "", flags=re.MULTILINE)

    assert drawn == [one.__name__ for one in CLASSES]


@pytest.mark.parametrize("one", CLASSES)
def test_exit_code(one: type[errors.TallyError]) -> None:
    """Only a command line that cannot be understood ends with 2."""
    assert one.exit_code == (2 if one is errors.UsageError else 1)
