"""Rows for the ledger of savings: tokens at four bytes each, money at a rate that the basis names.

Nothing is claimed that rounds to nothing: no row for less than a token, or for less than a millionth of a dollar.
"""

from __future__ import annotations

from tallystick.kernel.money import MILLION, USD, exact, usd

BYTES_A_TOKEN = 4
COMPRESS, DIVERT, FOLD = "compress", "divert", "instruction-compression"
LAUNCH = "launch-config"  # who names the model of a row that is made before there is a session
_LEAST = USD // MILLION  # attodollars


class Price:
    """What a token of fresh input costs (attodollars), which model that is and who named it."""

    __slots__ = ("model", "rate", "source")

    def __init__(self, model: str, source: str, rate: int) -> None:
        self.model = model
        self.source = source
        self.rate = rate


class Sizes:
    """Tokens of what would have been sent, rounded down, and of what was sent instead, rounded up."""

    __slots__ = ("after", "before")

    def __init__(self, before: int, after: int) -> None:
        self.before = before // BYTES_A_TOKEN
        self.after = -(-after // BYTES_A_TOKEN)

    @property
    def saved(self) -> int:
        """Return what was not sent."""
        return self.before - self.after


def row(
    technique: str, sizes: Sizes, price: Price, *, ts: str, session: str, basis: str, spent: int = 0
) -> dict[str, object] | None:
    """Return a row, None where there is nothing to claim; `spent` (attodollars) is what the saving itself cost."""
    worth = sizes.saved * price.rate - spent
    if sizes.saved <= 0 or worth < _LEAST:
        return None
    return {
        "ts": ts,
        "session_id": session,
        "technique": technique,
        "tokens_saved": sizes.saved,
        "tokens_before": sizes.before,
        "cost_saved_usd": worth / USD,
        "basis": basis,
        "model_source": price.source,
    }


def compressed(sizes: Sizes, price: Price, how: str, *, ts: str, session: str) -> dict[str, object] | None:
    """Return the row of an output that was shortened by a path `how`."""
    basis = (
        f"output {sizes.before} tok - compressed {sizes.after} tok, at {BYTES_A_TOKEN} B/token, via {how}, "
        f"priced at {price.model} ({price.source}) input ${per_million(price.rate)}/Mtok"
    )
    return row(COMPRESS, sizes, price, ts=ts, session=session, basis=basis)


def diverted(sizes: Sizes, price: Price, *, ts: str, session: str, worker: str, spent: int) -> dict[str, object] | None:
    """Return the row of files that a helper read, which billed `spent` (attodollars) for it."""
    basis = (
        f"files {sizes.before} tok - summary {sizes.after} tok, at {BYTES_A_TOKEN} B/token, "
        f"priced at {price.model} ({price.source}) input ${per_million(price.rate)}/Mtok, less worker ${usd(spent, 6)}"
    )
    found = row(DIVERT, sizes, price, ts=ts, session=session, basis=basis, spent=spent)
    return None if found is None else {**found, "worker_model": worker, "worker_cost_usd": spent / USD}


def folded(sources: int, compiled: int, price: Price, *, ts: str, session: str) -> dict[str, object] | None:
    """Return the row of instructions (bytes) that were compiled into one prompt (bytes)."""
    basis = (
        f"sources {sources} B - compiled {compiled} B, at {BYTES_A_TOKEN} B/token, "
        f"priced at {price.model} input ${per_million(price.rate)}/Mtok"
    )
    return row(FOLD, Sizes(sources, compiled), price, ts=ts, session=session, basis=basis)


def per_million(rate: int) -> str:
    """Return a rate (attodollars a token) as USD per million tokens, in the shortest text that says it."""
    return exact(rate * MILLION)
