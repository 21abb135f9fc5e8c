"""The price list without an index."""

from __future__ import annotations

from pathlib import Path

from tallystick.tasks.prices import explain, open_book
from tests.accounting.pricelist import OCT_7
from tests.histories import surroundings


def test_open_book(tmp_path: Path) -> None:
    """The list of config.toml, read from a root without an index."""
    place = surroundings(tmp_path)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text('[prices]\nprovider = "bedrock"\n', "utf-8")

    quote = open_book(place).quote("claude-opus-4-5", OCT_7, 0, 0)

    assert quote is not None
    assert quote.tier == "bedrock-global"


def test_explain(tmp_path: Path) -> None:
    """A threshold of the list is named where it changes the price: Haiku 5.5 has one at 100,000, Opus 5.5 has none."""
    book = open_book(surroundings(tmp_path))

    assert [threshold for threshold, _ in explain(book, "claude-haiku-5-5", OCT_7)] == [0, 100_000]
    assert [threshold for threshold, _ in explain(book, "claude-opus-5-5", OCT_7)] == [0]
    assert [threshold for threshold, _ in explain(book, "no-such-model", OCT_7)] == [0]
