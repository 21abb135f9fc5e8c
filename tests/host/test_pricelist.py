"""One file over the network: whole, in time, from the host that was asked, or one line that says why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tallystick.errors import DownloadError, UsageError
from tallystick.host import pricelist
from tallystick.host.pricelist import Download, address, download, parse
from tests.pricelist import server as faults
from tests.pricelist.offers import OFFER
from tests.pricelist.server import PriceListServer, region_path, running


@pytest.fixture
def aws() -> Iterator[PriceListServer]:
    """A stand-in that answers as AWS does until told otherwise."""
    with running() as server:
        yield server


def url_of(server: PriceListServer) -> str:
    """Where the stand-in keeps us-east-1."""
    return server.base + region_path("us-east-1")


def fault_of(server: PriceListServer, answer: faults.Answer, **limits: Any) -> str:
    """The message that an answer leads to, the address cut off."""
    server.answer = answer
    with pytest.raises(DownloadError) as raised:
        download(url_of(server), **limits)
    return str(raised.value).removeprefix(f"{url_of(server)}: ")


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/O/current/eu-west-1/index.json"),
        (
            {"TALLY_PRICE_LIST_URL": "https://p.example/m/"},
            "https://p.example/m/offers/v1.0/aws/O/current/eu-west-1/index.json",
        ),
        ({"TALLY_PRICE_LIST_URL": "http://[::1]:8"}, "http://[::1]:8/offers/v1.0/aws/O/current/eu-west-1/index.json"),
    ],
)
def test_the_address(environ: dict[str, str], expected: str) -> None:
    """AWS, or another server with the same paths."""
    assert expected == address("O", "eu-west-1", environ)


@pytest.mark.parametrize("base", ["http://prices.example", "file:///etc", "ftp://127.0.0.1", "prices"])
def test_no_other_way_in(base: str) -> None:
    """Nothing unencrypted from another machine, and no file."""
    with pytest.raises(UsageError, match="write an https:// address, or http:// for this machine"):
        address("O", "us-east-1", {"TALLY_PRICE_LIST_URL": base})


def test_a_file_arrives_whole(aws: PriceListServer) -> None:
    """Compressed on its way, the served bytes at the end of it; the user is not named to the server."""
    found = download(url_of(aws))

    assert found is not None
    assert aws.files[region_path("us-east-1")] == found.data
    assert ("gzip", "tallystick") == tuple(aws.asked[0][1][name] for name in ("Accept-Encoding", "User-Agent"))


def test_what_is_known_is_not_sent_again(aws: PriceListServer) -> None:
    """The tag of the first answer is all that the second one needs."""
    first = download(url_of(aws))

    assert first is not None
    assert download(url_of(aws), first.tag) is None
    assert download(url_of(aws), '"another"') is not None


def test_plain_answers_are_fine(aws: PriceListServer) -> None:
    """No compression, no tag."""
    aws.answer = faults.send
    found = download(url_of(aws), "x")

    assert found is not None
    assert (aws.files[region_path("us-east-1")], "") == (bytes(found.data), found.tag)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (faults.with_status(403), "the server answers 403; check AWS_REGION"),
        (faults.with_status(404), "the server answers 404; check AWS_REGION"),
        (faults.with_status(500), "the server answers 500; try again later"),
        (faults.with_status(304), "the server answers 304; try again later"),
        (faults.cut_gzip, "broke off after "),
        (faults.broken_gzip, "broke off (error)"),
        (faults.other_coding, "comes in the coding 'br', which was not asked for"),
        (faults.large, "is larger than 64 MiB, which is no price list"),
        (faults.endless, "is larger than 64 MiB, which is no price list"),
        (faults.bomb, "is larger than 64 MiB, which is no price list"),
        (faults.no_http, "broke off (BadStatusLine)"),
        (faults.redirect_to("http://127.0.0.1:9"), "redirects to another host (127.0.0.1:9), refused"),
        (faults.redirect_to("file://"), "the server answers 302; try again later"),
    ],
)
def test_each_fault_is_one_line(aws: PriceListServer, answer: faults.Answer, expected: str) -> None:
    """What happened; and never a part of a file."""
    said = fault_of(aws, answer)

    assert expected == said[: len(expected)]
    assert "\n" not in said


def test_a_length_that_is_not_kept(aws: PriceListServer) -> None:
    """The file has as many bytes as were announced, or it broke off."""
    length = len(aws.files[region_path("us-east-1")])

    assert f"broke off after {length // 2} of {length} bytes" == fault_of(aws, faults.cut)


@pytest.mark.parametrize("answer", [faults.silent, faults.dripping, faults.dripping_headers])
def test_slow_servers_are_left(aws: PriceListServer, answer: faults.Answer) -> None:
    """Whether nothing comes, or too little at a time, in the body or before it."""
    assert "took longer than 0.3 s; try again later" == fault_of(aws, answer, seconds=0.3)


def test_a_redirect_on_the_same_host(aws: PriceListServer) -> None:
    """Is followed: a version has an address of its own."""
    aws.files["/moved"] = b"{}"
    aws.answer = lambda door, data: (
        faults.serve(door, data) if door.path == "/moved" else faults.send(door, b"", 302, Location="/moved")
    )
    found = download(url_of(aws))

    assert found is not None
    assert found.data == b"{}"


def test_a_redirect_without_an_end(aws: PriceListServer) -> None:
    """Is given up."""
    assert "the server answers 302; try again later" == fault_of(aws, faults.redirect_to(aws.base))


def test_nobody_answers() -> None:
    """The discard port of this machine."""
    with pytest.raises(DownloadError, match=r"http://127.0.0.1:9/x: cannot be reached \(.*refused\)"):
        download("http://127.0.0.1:9/x")


def test_a_fault_of_our_own_is_not_dressed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes out of the thread as it is."""
    monkeypatch.setattr(pricelist, "_opener", lambda: None)

    with pytest.raises(AttributeError):
        download("http://127.0.0.1:9/x")


def test_json_keeps_its_digits() -> None:
    """A price that was sent as a number is the text of it."""
    assert {"a": "4.4000000000", "b": 1} == parse(Download(bytearray(b'{"a": 4.4000000000, "b": 1}'), ""), "u")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"products": {"A": {"sku": ', "is not JSON (Expecting value: line 1 column 28 (char 27))"),
        (b"\xff", "is not JSON ('utf-8' codec can't decode byte 0xff in position 0: invalid start byte)"),
        (b'{"SKU1": {"a": 1}, "SKU1": {"a": 2}}', "'SKU1' stands there twice with two values"),
    ],
)
def test_what_is_no_json(text: bytes, expected: str) -> None:
    """One line, with the place."""
    with pytest.raises(DownloadError) as raised:
        parse(Download(bytearray(text), ""), "u")

    assert f"u: {expected}" == str(raised.value)


def test_deep_nesting_is_no_crash() -> None:
    """It is refused like anything else that is no list."""
    with pytest.raises(DownloadError, match="is not JSON"):
        parse(Download(bytearray(b"[" * 100_000), ""), "u")


def test_the_same_twice_is_no_fault() -> None:
    """A product that is listed twice with one meaning."""
    assert {"A": 1} == parse(Download(bytearray(b'{"A": 1, "A": 1}'), ""), "u")


def test_the_stand_in_serves_the_indexes(aws: PriceListServer) -> None:
    """The two files above each region's lead to it, as AWS's do."""
    index = json.loads(aws.files["/offers/v1.0/aws/index.json"])
    regions = json.loads(aws.files[index["offers"][OFFER]["currentRegionIndexUrl"]])

    assert region_path("eu-west-1") == regions["regions"]["eu-west-1"]["currentVersionUrl"]
