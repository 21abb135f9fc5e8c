"""What a detector module must have: a signature, the labels it may give, and one pure function over a history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.history import History


class Detector(Protocol):
    """A deterministic pattern that a detector looks for; the module's docstring is its published page."""

    SIGNATURE: str
    VERSION: int  # raised whenever the same history would give other findings

    @property
    def LABELS(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """The labels it may give."""

    def detect(self, history: History) -> list[Finding]:
        """Return what it found, in any order."""
