"""The arguments of a call, looked at before they are used: a wrong one is an error that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 20_000  # characters of one argument


class Given:
    """Arguments by name; nothing here is taken for a file to open."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, Any] | None, known: dict[str, Any]) -> None:
        self._values = {name: value for name, value in (values or {}).items() if value is not None}
        unknown = sorted(self._values.keys() - known.keys())
        if unknown:
            raise UsageError(f"there is no argument {unknown[0][:40]!r}; there are {', '.join(known)}")

    def text(self, name: str) -> str | None:
        """Return a text, None where it was left out or is empty."""
        value = self._values.get(name)
        if value is None or value == "":
            return None
        if not isinstance(value, str) or len(value) > _LONGEST or "\0" in value:
            raise UsageError(f"{name} must be a text of at most {_LONGEST} characters")
        return value

    def choice(self, name: str, among: Sequence[str]) -> str:
        """Return one of some texts."""
        value = self._values.get(name)
        if value not in among:
            raise UsageError(f"{name} must be one of {', '.join(among)}")
        return str(value)

    def choices(self, name: str, among: Sequence[str]) -> tuple[str, ...]:
        """Return some of some texts, none where they were left out."""
        values = self._values.get(name, [])
        if not isinstance(values, list) or any(value not in among for value in values):
            raise UsageError(f"{name} must be a list of some of {', '.join(among)}")
        return tuple(values)

    def number(self, name: str, default: int | None, least: int, most: int) -> int | None:
        """Return a whole number; one beyond its bounds becomes the nearest within."""
        value = self._values.get(name, default)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or value % 1 != 0:  # so is no infinity
            raise UsageError(f"{name} must be a whole number")
        return max(least, min(int(value), most))
