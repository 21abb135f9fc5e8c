"""What a reader may ask of a line however it was decoded: the functions that `shapes` and `plain` share.

For type checkers only; nothing imports this at run time. The decoded objects are Any: their fields are spelled out once
in `shapes`, once in `plain`, and a property test holds that both give the same rows.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

Line: TypeAlias = Any
Block: TypeAlias = Any
Input: TypeAlias = Any
Message: TypeAlias = Any
Outcome: TypeAlias = Any
Usage: TypeAlias = Any


class Codec(Protocol):
    """A way of decoding; the argument is undecoded JSON in `shapes`, a value in `plain`."""

    @property
    def Outcome(self) -> type:  # noqa: N802 - a class of the module
        """Return the class of a result's details where they are an object."""

    def decode(self, record: bytes | memoryview, /) -> Line:
        """Return one line; ValueError where it is not exactly one readable object."""

    def text(self, found: Any, /) -> str | None:
        """Return a JSON string's text, None for anything else."""

    def value(self, found: Any, /) -> object:
        """Return any JSON value, None where there is none."""

    def length(self, found: Any, /) -> int:
        """Return the characters that the client's own JSON of a value takes."""

    def file_text(self, found: Any, /) -> str | None:
        """Return the text of the file that a read's details carry."""

    def parse_input(self, found: Any, /) -> Input:
        """Return the fields of a call's input."""

    def payload(self, found: Any, /) -> tuple[str, bool]:
        """Return a result's text and whether it held an image."""

    def canonical(self, found: Any, /) -> str:
        """Return JSON that depends on the value alone."""
