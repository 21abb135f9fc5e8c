"""A remark: one line of a diagnosis."""

from __future__ import annotations


class Remark:
    """What was looked at and what was found; `places` say where, `is_warning` that something should be done."""

    __slots__ = ("about", "is_warning", "places", "text")

    def __init__(self, about: str, text: str, *, places: tuple[str, ...] = (), is_warning: bool = False) -> None:
        self.about = about
        self.text = text
        self.places = places
        self.is_warning = is_warning
