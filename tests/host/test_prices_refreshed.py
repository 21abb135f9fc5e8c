"""The shipped prices with what a refresh brought over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import Row
from tallystick.host.pricecache import Kept, write
from tallystick.host.prices import cache_file, compile_prices, stamp
from tallystick.kernel.places import aws_region
from tests.accounting.pricelist import bedrock, input_rate

DEC_1 = 1_796_083_200_000  # 2026-12-01T00:00Z
MODEL = "global.anthropic.claude-opus-5-5"
FULL = {"cache_write_5m": "6", "cache_write_1h": "9", "cache_read": "0.3", "output": "21", "as_of": "2026-12-05"}


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "us-east-1"),
        ({"AWS_REGION": "", "AWS_DEFAULT_REGION": "eu-west-1"}, "eu-west-1"),
        ({"AWS_REGION": "us-gov-west-1", "AWS_DEFAULT_REGION": "eu-west-1"}, "us-gov-west-1"),
        ({"AWS_REGION": "../x"}, None),
        ({"AWS_REGION": "a" * 33}, None),
    ],
)
def test_the_region(environ: dict[str, str], expected: str | None) -> None:
    """AWS_REGION before AWS_DEFAULT_REGION, an empty variable is none, and no name leads out of the folder."""
    assert expected == aws_region(environ)
    assert (f"/r/prices/bedrock-{expected}.json" if expected else None) == cache_file("/r", environ)


def keep(tmp_path: Path, *rows: Row, everywhere: tuple[str, ...] = ()) -> str:
    """A refresh that brought these rows."""
    path = str(tmp_path / "prices" / "bedrock-us-east-1.json")
    write(
        path,
        Kept(
            region="us-east-1", published="2026-12-01T01:00:00Z", fetched="2026-12-05", rows=rows, everywhere=everywhere
        ),
    )
    return path


def test_refreshed_prices_hold_from_their_date(tmp_path: Path) -> None:
    """Opus 5.5 is shipped at 4 USD; the refresh says 4.5 from December on."""
    path = keep(tmp_path, bedrock("claude-opus-5-5", "global", "4.5", effective_from="2026-12-01", **FULL))
    book = PriceBook.from_compiled(compile_prices(None, path))

    assert (4.0, 4.5) == (input_rate(book.quote(MODEL, DEC_1 - 1)), input_rate(book.quote(MODEL, DEC_1)))
    assert "shipped, and AWS Price List of us-east-1, published 2026-12-01" == book.origin
    assert PriceBook.from_compiled(compile_prices(None)).as_of == book.as_of


def test_one_price_everywhere(tmp_path: Path) -> None:
    """A model that no list sells globally has its regional price there, and says so."""
    row = bedrock("claude-new-9", "regional", "7", effective_from="2026-12-01", source="s", **FULL)
    book = PriceBook.from_compiled(compile_prices(None, keep(tmp_path, row, everywhere=("claude-new-9",))))
    quote = book.quote("global.anthropic.claude-new-9", DEC_1)

    assert 7.0 == input_rate(quote)
    assert quote is not None
    assert "s; the regional price, no global one is listed" == quote.row.source


def test_a_price_file_stands_alone(tmp_path: Path) -> None:
    """Who names prices gets those and no others."""
    chosen = tmp_path / "p.json"
    chosen.write_text('{"models": {"m": {"input": 3}}}', "utf-8")
    path = keep(tmp_path, bedrock("claude-opus-5-5", "global", "4.5", effective_from="2026-12-01", **FULL))

    assert compile_prices(str(chosen)) == compile_prices(str(chosen), path)
    assert stamp(str(chosen)) == stamp(str(chosen), path)


@pytest.mark.parametrize("data", [b"", b"{}", b'{"format": 1, "rows": [{}]}'])
def test_an_unusable_refresh_is_passed_over(tmp_path: Path, data: bytes) -> None:
    """A report never fails for it; tally doctor says what is wrong."""
    path = tmp_path / "c.json"
    path.write_bytes(data)

    assert compile_prices(None) == compile_prices(None, str(path))


def test_rows_that_cannot_be_compiled_are_passed_over(tmp_path: Path) -> None:
    """A date that is none, in a file that somebody edited."""
    path = keep(tmp_path, bedrock("claude-a", "global", "4.5", effective_from="soon", **FULL))

    assert compile_prices(None) == compile_prices(None, path)


def test_the_stamp_changes_with_a_refresh(tmp_path: Path) -> None:
    """Before the first, after it, and not while nothing happens."""
    path = str(tmp_path / "prices" / "bedrock-us-east-1.json")
    before = stamp(None, path)
    keep(tmp_path, bedrock("claude-a", "global", "1"))

    assert before != stamp(None, path)
    assert stamp(None, path) == stamp(None, path)
