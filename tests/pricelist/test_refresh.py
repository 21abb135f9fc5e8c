"""`tally prices refresh` against a server of AWS's format: what reports use afterwards."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.cli.main import main
from tallystick.kernel.hotprices import PriceTable
from tests.pricelist.offers import Sold, everything, model, price_list, usage_type
from tests.pricelist.server import PriceListServer

EDITION = "Claude Opus 5.5 (Amazon Bedrock Edition)"
HEAD = "Bedrock in us-east-1: the AWS Price List published 2026-12-01T12:44:10Z, 12 prices of 7 models"

Said = pytest.CaptureFixture[str]


def cache(home: Path, region: str = "us-east-1") -> Path:
    """Where a refresh keeps what it brought."""
    return home / "root" / "prices" / f"bedrock-{region}.json"


def tally(capsys: Said, *words: str) -> str:
    """The page of a command that ends well, its lines joined."""
    code = main(list(words))
    out, err = capsys.readouterr()

    assert (0, "") == (code, err)
    return " ".join(out.split())


def changed(usd: str) -> dict[str, Any]:
    """The list with another price for the input of Opus 5.5."""
    sold = [one for one in everything() if one.name != EDITION]
    return price_list([*sold, *model("Claude_Opus_5.5", "new", f"{usd}/5/8/0.2/20", is_global=True)])


def test_the_prices_of_a_region(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """One request for one file; the page counts what is used, and the cache is this user's alone."""
    page = tally(capsys, "prices", "refresh")

    assert f"{HEAD}. 2 prices of batches, reservations and the like passed over." == page
    assert ["/offers/v1.0/aws/AmazonBedrockFoundationModels/current/us-east-1/index.json"] == [
        path for path, _ in aws.asked
    ]
    assert ["600", "700"] == [f"{place.stat().st_mode & 0o777:o}" for place in (cache(home), cache(home).parent)]
    assert ["bedrock-us-east-1.json", "hot", "refresh.lock"] == sorted(os.listdir(cache(home).parent))


def test_explain_says_where_the_price_is_from(aws: PriceListServer, capsys: Said) -> None:
    """The row, its date, its source, and that the list as a whole is the shipped one with this over it."""
    aws.put(changed("4.25"))
    tally(capsys, "prices", "refresh")
    page = tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5")

    assert "by the row in force from 2026-12-01. rates input 4.25," in page
    assert (
        "source AWS Price List, AmazonBedrockFoundationModels, us-east-1, published 2026-12-01: Claude Opus 5.5 "
        "(checked 2026-12-05)" in page
    )
    assert (
        "Shipped price list 2026-11-30, checked 2026-11-30, and AWS Price List of us-east-1, published 2026-12-01,"
        in page
    )


def test_before_its_date_the_shipped_price_holds(aws: PriceListServer, capsys: Said) -> None:
    """Usage of November costs what it cost in November."""
    aws.put(changed("4.25"))
    tally(capsys, "prices", "refresh")
    page = tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5", "--at", "2026-11-30")

    assert "from 2026-09-22 until 2026-12-01. rates input 4.00," in page


def test_the_list_shows_it(aws: PriceListServer, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both rows, one after the other."""
    monkeypatch.setenv("COLUMNS", "140")
    aws.put(changed("4.25"))
    tally(capsys, "prices", "refresh")
    page = tally(capsys, "prices", "list", "claude-opus-5-5", "--prices", "bedrock")

    assert "bedrock-global 2026-09-22 2026-12-01 4.00 5.00 8.00 0.20 20.00 [1]" in page
    assert "bedrock-global 2026-12-01 4.25 5.00 8.00 0.20 20.00 [2]" in page


def test_spent_costs_by_it(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """A million tokens of input on the second of December: 4.25 USD, and the cost kept by the index is made anew."""
    folder = home / ".claude" / "projects" / "-home-dev-lantern"
    folder.mkdir(parents=True)
    usage = {"input_tokens": 1_000_000, "output_tokens": 0}
    message = {
        "id": "msg_01",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "usage": usage,
        "stop_reason": "end_turn",
    }
    line = {
        "type": "assistant",
        "uuid": "u1",
        "timestamp": "2026-12-02T12:00:00Z",
        "requestId": "r1",
        "message": message,
    }
    (folder / "5e550000-0001-4000-8000-000000000001.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    words = ("spent", "--prices", "bedrock")

    assert "$4.00" in tally(capsys, *words)
    aws.put(changed("4.25"))
    tally(capsys, "prices", "refresh")
    assert "$4.25" in tally(capsys, *words)


def test_the_status_line_costs_by_it(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """The file of prices that renders read has the shipped price, then the refreshed one, as soon as it is there."""
    aws.put(changed("4.25"))
    tally(capsys, "prices", "refresh")
    table = PriceTable((home / "root" / "prices" / "hot").read_text("utf-8"))
    rows = table.rows("claude-opus-5-5")["bedrock-global"]

    # 4 and 4.25 USD a million; 2026-12-01T00:00Z is 20788 days after 1970-01-01
    assert [(4 * 10**12, None), (4_250_000_000_000, 20788 * 86_400_000)] == [
        (row.rates.input, row.since if row.until is None else None) for row in rows
    ]


def test_what_changes_is_said(aws: PriceListServer, capsys: Said) -> None:
    """Against the prices that were in force, once."""
    aws.put(changed("4.25"))

    assert "In force now, and not what they were (1): claude-opus-5-5 (bedrock-global): input 4 -> 4.25" in tally(
        capsys, "prices", "refresh"
    )
    assert "In force now" not in tally(capsys, "prices", "refresh")


def test_the_same_list_is_not_sent_again(
    aws: PriceListServer, capsys: Said, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second refresh asks with the tag of the first; what was read then counts as checked today."""
    tally(capsys, "prices", "refresh")
    monkeypatch.setenv("TALLY_NOW", "2026-12-09T12:00Z")

    assert f"{HEAD}, the same as before." == tally(capsys, "prices", "refresh")
    assert "If-None-Match" in aws.asked[1][1]
    kept = json.loads(cache(home).read_text("utf-8"))
    assert ("2026-12-09", {"2026-12-09"}) == (kept["fetched"], {row["as_of"] for row in kept["rows"]})


def test_a_tag_of_another_server_is_not_used(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """It names a version there, not here."""
    tally(capsys, "prices", "refresh")
    kept = json.loads(cache(home).read_text("utf-8"))
    cache(home).write_text(json.dumps(kept | {"url": "https://other.example"}), "utf-8")
    tally(capsys, "prices", "refresh")

    assert "If-None-Match" not in aws.asked[1][1]


def test_history_is_kept(aws: PriceListServer, capsys: Said) -> None:
    """AWS dates its prices anew every month; what was in force before that stays priced, at what it was."""
    tally(capsys, "prices", "refresh")
    sold = [Sold(one.name, one.usage, one.usd, one.unit, since="2026-12-04T00:00:00Z") for one in everything()]
    raised = [
        one if "input_tokens_global_standard" not in one.usage else Sold(one.name, one.usage, "9.0") for one in sold
    ]
    aws.put(price_list(raised, published="2026-12-04T00:00:00Z"))
    tally(capsys, "prices", "refresh")

    before = tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5", "--at", "2026-12-02")
    assert "from 2026-12-01 until 2026-12-04. rates input 4.00," in before
    assert "input 9.00" in tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5")
    assert "in force from 2026-12-01. rates" in tally(capsys, "prices", "explain", "us.anthropic.claude-opus-5-5")


def test_another_region_has_a_file_of_its_own(
    aws: PriceListServer, capsys: Said, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AWS_REGION chooses what is fetched and what is used."""
    tally(capsys, "prices", "refresh")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")

    assert (
        "AWS Price List"
        not in tally(capsys, "prices", "explain", "claude-opus-5").partition("source")[2].partition("Shipped")[2]
    )
    assert "Bedrock in eu-west-1:" in tally(capsys, "prices", "refresh")
    assert cache(home, "eu-west-1").exists()


def test_unknown_types_are_listed(aws: PriceListServer, capsys: Said) -> None:
    """With their model; a long-context price above all is not taken for the price of every prompt."""
    riddle = usage_type("input_tokens_long_ctx_global_standard")
    aws.put(price_list([*everything(), Sold(EDITION, riddle, "8.0")]))

    assert f"Usage types that tally does not know and does not use (1): {EDITION}: {riddle}" in tally(
        capsys, "prices", "refresh"
    )


def test_unusable_prices_are_listed(aws: PriceListServer, capsys: Said) -> None:
    """And the model keeps the price that it has: a tier is taken whole or not at all."""
    sold = [
        one if one.usage != usage_type("CacheReadInputTokenCount_Global") else Sold(one.name, one.usage, "-1")
        for one in everything()
    ]
    aws.put(price_list(sold))
    page = tally(capsys, "prices", "refresh")

    assert (
        "Left as they were, because a price cannot be used (3): "
        "claude-fable-5 (bedrock-global): cache read: '-1' is no price" in page
    )
    assert "read through genai-prices" in tally(capsys, "prices", "explain", "global.anthropic.claude-haiku-4-5")


def test_lost_classes_are_listed(aws: PriceListServer, capsys: Said) -> None:
    """A list without the cache reads of a model does not make them unpriced."""
    aws.put(price_list([one for one in everything() if one.usage != usage_type("cache_read_tokens_global_standard")]))
    page = tally(capsys, "prices", "refresh")

    assert "Left as they were (2): claude-opus-5-5 (bedrock-global): the list has no price for cache read" in page
    assert "cache read 0.20" in tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5")
