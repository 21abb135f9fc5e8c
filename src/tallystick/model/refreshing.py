"""What a refresh of prices did."""

from __future__ import annotations


class Refreshed:
    """The prices of one region: how many (`prices`) of how many `models`, `published` and whether they were `known`
    before; `changes` in force now, and what was not used: `unknown` usage types, models `left_out` or `not_taken`.
    """

    __slots__ = (
        "changes",
        "known",
        "left_out",
        "models",
        "not_taken",
        "other_ways",
        "path",
        "prices",
        "published",
        "region",
        "unknown",
    )

    def __init__(self, *, region: str, published: str, path: str, prices: int, models: int, known: bool) -> None:
        self.region = region
        self.published = published
        self.path = path
        self.prices = prices
        self.models = models
        self.known = known
        self.changes: tuple[str, ...] = ()
        self.unknown: tuple[str, ...] = ()
        self.left_out: tuple[str, ...] = ()
        self.not_taken: tuple[str, ...] = ()
        self.other_ways = 0
