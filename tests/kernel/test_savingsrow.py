"""Rows as they stand in the ledger: the figures by hand, the basis as a reader checks it."""

from __future__ import annotations

import pytest

from tallystick.kernel.savingsrow import Price, Sizes, compressed, diverted, folded, row

SONNET = Price("claude-sonnet-4-6", "env", 3 * 10**12)  # 3 USD per million tokens
NOW = "2026-03-02T09:00:00Z"


def test_tokens_are_counted_against_us() -> None:
    """11 bytes are 2 tokens before, 5 bytes are 2 after: nothing is saved that is not there."""
    sizes = Sizes(11, 5)
    assert (sizes.before, sizes.after, sizes.saved) == (2, 2, 0)


def test_compressed() -> None:
    """403 bytes are 100 tokens, 279 are 70; 30 tokens at 3 USD a million are 0.00009 USD."""
    assert compressed(Sizes(403, 279), SONNET, "native_fallback", ts=NOW, session="s") == {
        "ts": NOW,
        "session_id": "s",
        "technique": "compress",
        "tokens_saved": 30,
        "tokens_before": 100,
        "cost_saved_usd": 0.00009,
        "basis": "output 100 tok - compressed 70 tok, at 4 B/token, via native_fallback, "
        "priced at claude-sonnet-4-6 (env) input $3/Mtok",
        "model_source": "env",
    }


def test_diverted() -> None:
    """1,000 tokens less 10 are worth 0.00297 USD, less 0.00047 that the helper billed."""
    assert diverted(Sizes(4000, 40), SONNET, ts=NOW, session="s", worker="h", spent=47 * 10**13) == {
        "ts": NOW,
        "session_id": "s",
        "technique": "divert",
        "tokens_saved": 990,
        "tokens_before": 1000,
        "cost_saved_usd": 0.0025,
        "basis": "files 1000 tok - summary 10 tok, at 4 B/token, priced at claude-sonnet-4-6 (env) input $3/Mtok, "
        "less worker $0.000470",
        "model_source": "env",
        "worker_model": "h",
        "worker_cost_usd": 0.00047,
    }
    assert diverted(Sizes(4, 4), SONNET, ts=NOW, session="s", worker="h", spent=0) is None


def test_folded() -> None:
    """47,000 bytes less 25,800 are 5,300 tokens of 11,750; at 3 USD a million 0.0159 USD: a published row's figures."""
    price = Price("claude-sonnet-4-6", "launch-config", 3 * 10**12)
    assert folded(47_000, 25_800, price, ts=NOW, session="") == {
        "ts": NOW,
        "session_id": "",
        "technique": "instruction-compression",
        "tokens_saved": 5300,
        "tokens_before": 11_750,
        "cost_saved_usd": 0.0159,
        "basis": "sources 47000 B - compiled 25800 B, at 4 B/token, priced at claude-sonnet-4-6 input $3/Mtok",
        "model_source": "launch-config",
    }


@pytest.mark.parametrize(
    ("before", "after", "rate", "spent"),
    [
        (400, 400, 3 * 10**12, 0),  # nothing
        (400, 800, 3 * 10**12, 0),  # more than nothing
        (4, 0, 10**12 - 1, 0),  # a token at not quite a millionth of a dollar
        (4000, 0, 3 * 10**12, 3 * 10**15),  # 1,000 tokens for the 0.003 USD that they are worth
        (4000, 0, 3 * 10**12, 3 * 10**15 - 10**12 + 1),  # less than a millionth of a dollar is left
    ],
)
def test_what_is_no_row(before: int, after: int, rate: int, spent: int) -> None:
    """Nothing that would round to nothing is claimed."""
    price = Price("m", "env", rate)
    assert row("divert", Sizes(before, after), price, ts=NOW, session="s", basis="", spent=spent) is None


def test_what_it_cost_is_taken_off() -> None:
    """1,000 tokens are worth 0.003 USD; 0.001 of them went to the helper."""
    found = row("divert", Sizes(4000, 0), SONNET, ts=NOW, session="s", basis="b", spent=10**15)
    assert found is not None
    assert (found["tokens_saved"], found["cost_saved_usd"]) == (1000, 0.002)
