"""The price list: who chooses it, and that it is compiled once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.errors import PriceError
from tallystick.host import prices as host
from tallystick.model.settings import Settings
from tallystick.store.index import open_index
from tallystick.tasks.pricebook import describe, load
from tests.accounting.pricelist import OCT_7
from tests.histories import lay, thread
from tests.indexes import synced

BEDROCK = "us.anthropic.claude-opus-4-5-20251101-v1:0"


def price_file(folder: Path, name: str, price: int) -> str:
    """A price file in the short form with one model at that price."""
    path = folder / name
    path.write_text(json.dumps({"models": {"m": {"input": price, "output": price}}}), "utf-8")
    return str(path)


def rate(book: PriceBook, model: str) -> float | None:
    """The price of input in USD a million."""
    quote = book.quote(model, OCT_7, 0, 0)
    return quote.rates.input / 10**12 if quote and quote.rates.input is not None else None


def test_which_file(tmp_path: Path) -> None:
    """The option comes before TALLY_PRICE_FILE, that before config.toml, that before the shipped list; ~ is home."""
    option, variable = price_file(tmp_path, "o.json", 1), price_file(tmp_path, "v.json", 2)
    price_file(tmp_path, "s.json", 3)
    settings = Settings(price_file="~/s.json")
    home = {"HOME": str(tmp_path)}

    assert rate(load(None, settings, home | {"TALLY_PRICE_FILE": variable}, price_file=option), "m") == 1
    assert rate(load(None, settings, home | {"TALLY_PRICE_FILE": variable}), "m") == 2
    assert rate(load(None, settings, home), "m") == 3
    assert rate(load(None, Settings(), home), "m") is None


@pytest.mark.parametrize(
    ("environ", "settings", "option", "expected"),
    [
        ({}, Settings(), None, "api"),
        ({"CLAUDE_CODE_USE_BEDROCK": "1"}, Settings(), None, "bedrock-global"),
        ({"CLAUDE_CODE_USE_BEDROCK": "0"}, Settings(), None, "api"),
        ({"CLAUDE_CODE_USE_BEDROCK": "1"}, Settings(bedrock_tier="bedrock-regional"), None, "bedrock-regional"),
        ({}, Settings(prices="bedrock"), None, "bedrock-global"),
        ({}, Settings(prices="bedrock"), "api", "api"),
    ],
)
def test_which_tier(environ: dict[str, str], settings: Settings, option: str | None, expected: str) -> None:
    """The option comes before config.toml; with neither, the client's own variable says whether it runs on Bedrock."""
    quote = load(None, settings, environ, prices=option).quote("claude-opus-4-5", OCT_7, 0, 0)

    assert quote is not None
    assert expected == quote.tier


def test_model_names_of_the_user() -> None:
    """A name that config.toml explains has the price of that model."""
    settings = Settings(models={"our-model": "claude-opus-4-5"})

    assert rate(load(None, settings, {}), "our-model") == rate(load(None, Settings(), {}), "claude-opus-4-5")


def test_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index keeps the compiled list until a file changes; a list that cannot be read is named."""
    synced(tmp_path / "root", lay(tmp_path / "claude", thread(1)))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    file = price_file(tmp_path, "p.json", 1)
    with index:
        assert rate(load(index, Settings(), {}, price_file=file), "m") == 1

        def refuse(_: str | None) -> None:
            raise AssertionError

        with monkeypatch.context() as patched:
            patched.setattr(host, "compile_prices", refuse)
            assert rate(load(index, Settings(), {}, price_file=file), "m") == 1
        price_file(tmp_path, "p.json", 25)
        assert rate(load(index, Settings(), {}, price_file=file), "m") == 25
        with pytest.raises(PriceError, match="cannot be read"):
            load(index, Settings(), {}, price_file=str(tmp_path / "none.json"))


def test_describe() -> None:
    """A report names its list, and the discounts that are none at all are not named."""
    book = load(None, Settings(), {})
    used = describe(book, Settings(discounts={"anthropic": 850_000, "bedrock": 1_000_000}))

    assert (used.origin, used.discounts) == ("shipped", {"anthropic": "0.85"})
    assert (used.version, used.sha256, used.as_of) == (book.version, book.sha256, book.as_of)
