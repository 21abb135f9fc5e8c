"""A refresh that fails: one line, exit 1, and the prices that are kept stay as they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.cli.main import main
from tallystick.host.locks import Lock
from tests.pricelist import server as faults
from tests.pricelist.offers import Sold, everything, price_list, usage_type
from tests.pricelist.server import PriceListServer
from tests.pricelist.test_refresh import EDITION, cache, tally

Said = pytest.CaptureFixture[str]
STAYS = "; the prices in use stay as they are"


def fault(capsys: Said, aws: PriceListServer) -> str:
    """The one line of a refresh that fails, BASE for the server's address; stdout stays empty."""
    code = main(["prices", "refresh"])
    out, err = capsys.readouterr()

    assert (1, "", 1) == (code, out, err.count("\n"))
    return err.rstrip("\n").replace(aws.base, "BASE")


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (faults.with_status(404), "the server answers 404; check AWS_REGION"),
        (faults.with_status(500), "the server answers 500; try again later"),
        (faults.cut_silently, "is not JSON (Unterminated string starting at: line 1 column "),
        (faults.cut, "broke off after "),
        (faults.cut_gzip, "broke off after "),
        (faults.large, "is larger than 64 MiB, which is no price list"),
        (faults.redirect_to("http://127.0.0.1:9"), "redirects to another host (127.0.0.1:9), refused"),
    ],
)
def test_a_failure_keeps_what_is_there(
    aws: PriceListServer, capsys: Said, home: Path, answer: faults.Answer, line: str
) -> None:
    """One line, exit 1, and not a byte of the kept prices changes; nor do they get younger."""
    tally(capsys, "prices", "refresh")
    os.utime(cache(home), (1, 1))
    before = cache(home).read_bytes()
    aws.answer = answer
    found = fault(capsys, aws)

    assert found.startswith(f"tally: BASE{aws.asked[0][0]}: {line}")
    assert found.endswith(STAYS)
    assert (before, 1) == (cache(home).read_bytes(), cache(home).stat().st_mtime)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ([], "what came is no price list of AmazonBedrockFoundationModels in format v1.0"),
        (price_list([]), "the price list names no Claude model in us-east-1"),
        (b'{"a": 1, "a": 2}', "'a' stands there twice with two values"),
        (
            price_list(everything(), published="2026-11-30T00:00:00Z"),
            "is of 2026-11-30T00:00:00Z, older than what is kept (2026-12-01T12:44:10Z)",
        ),
        (
            price_list([Sold(EDITION, usage_type("input_tokens_standard"), "x")]),
            "no price of the list can be used: claude-opus-5-5 (bedrock-regional): input: 'x' is no price",
        ),
    ],
)
def test_a_list_that_is_none(aws: PriceListServer, capsys: Said, home: Path, content: object, line: str) -> None:
    """Is refused like a failure of the network."""
    tally(capsys, "prices", "refresh")
    before = cache(home).read_bytes()
    aws.put(content)

    assert f"tally: BASE{aws.asked[0][0]}: {line}{STAYS}" == fault(capsys, aws)
    assert before == cache(home).read_bytes()


def test_a_broken_cache_is_fetched_anew(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """Reports pass it over, doctor names it, and the next refresh mends it."""
    tally(capsys, "prices", "refresh")
    cache(home).write_text("{", "utf-8")

    assert "bedrock-us-east-1.json: cannot be used (Expecting property name" in tally(capsys, "doctor")
    assert "input 4.00" in tally(capsys, "prices", "explain", "global.anthropic.claude-opus-5-5")
    tally(capsys, "prices", "refresh")
    assert "over it the AWS Price List of us-east-1, published 2026-12-01, fetched 2026-12-05" in tally(
        capsys, "doctor"
    )


def test_one_refresh_at_a_time(aws: PriceListServer, capsys: Said, home: Path) -> None:
    """The second one does not wait, and asks nobody; the lock's time says when the last one began."""
    tally(capsys, "prices", "refresh")
    lock = cache(home).parent / "refresh.lock"
    os.utime(lock, (1, 1))
    with Lock(str(lock), wait=0):
        assert f"tally: {lock}: another refresh is running; wait for it to finish" == fault(capsys, aws)
    assert (1, 1) == (len(aws.asked), lock.stat().st_mtime)
    tally(capsys, "prices", "refresh")
    assert lock.stat().st_mtime > 1
