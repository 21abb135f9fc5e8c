"""The page of a refresh."""

from __future__ import annotations

from tallystick.model.refreshing import Refreshed
from tallystick.reports.price_refresh import lines


def done(*, known: bool = False) -> Refreshed:
    """A refresh that brought one price."""
    return Refreshed(region="eu-west-1", published="2026-12-01T00:00:00Z", path="p", prices=1, models=1, known=known)


def test_the_short_page() -> None:
    """One sentence where there is nothing else to say."""
    assert ["Bedrock in eu-west-1: the AWS Price List published 2026-12-01T00:00:00Z, 1 price of 1 model."] == lines(
        done(), width=200
    )
    assert lines(done(known=True), width=200)[0].endswith("1 price of 1 model, the same as before.")


def test_all_that_was_not_used_is_named() -> None:
    """Each kind under its title, counted; text of the list loses what a terminal would obey."""
    page = done()
    page.changes = ("claude-m (bedrock-global): input 1 -> 2",)
    page.unknown = ("Claude M: x\x1b[31mY", "Claude N: z")
    page.left_out = ("claude-o (bedrock-global): input: no price in USD",)
    page.not_taken = ("claude-p (bedrock-global): the list has no price for cache read",)
    page.other_ways = 1

    assert [
        "Bedrock in eu-west-1: the AWS Price List published 2026-12-01T00:00:00Z, 1",
        "price of 1 model.",
        "",
        "In force now, and not what they were (1):",
        "  claude-m (bedrock-global): input 1 -> 2",
        "",
        "Usage types that tally does not know and does not use (2):",
        "  Claude M: x[31mY",
        "  Claude N: z",
        "",
        "Left as they were, because a price cannot be used (1):",
        "  claude-o (bedrock-global): input: no price in USD",
        "",
        "Left as they were (1):",
        "  claude-p (bedrock-global): the list has no price for cache read",
        "",
        "1 price of batches, reservations and the like passed over.",
    ] == lines(page, width=78)
