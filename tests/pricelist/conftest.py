"""The stand-in for AWS, one a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pricelist.server import PriceListServer, running


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[PriceListServer]:
    """A price list server, and the variables that lead to it."""
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TALLY_NOW", "2026-12-05T12:00Z")
    with running() as server:
        monkeypatch.setenv("TALLY_PRICE_LIST_URL", server.base)
        yield server
