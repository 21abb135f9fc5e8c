"""Notes in the ledger of savings what one tool call was spared, priced at its session's own input rate.

Nothing is noted that could not be shown: without a session, without a price, or where no more than the client's own cut
was saved. Claude Code shows a command's output up to 30,000 characters, so that is all that could have been sent.
"""

from __future__ import annotations

import os

from tallystick.accounting.periods import iso
from tallystick.errors import TallyError
from tallystick.host import client_settings
from tallystick.kernel import savingsledger
from tallystick.kernel.files import read_text
from tallystick.kernel.money import MILLION, USD
from tallystick.kernel.places import CONFIG_DEFAULTS, CONFIG_VARIABLE, config_folders, split_folders
from tallystick.kernel.sessionids import is_plain
from tallystick.tasks import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.host.environment import Surroundings

    Warn = Callable[[str], object]

SESSION = "CLAUDE_CODE_SESSION_ID"
_SHOWN = 30_000  # characters of a command's output that the client shows
_BYTES_A_TOKEN = 4
_LEAST = USD // MILLION  # attodollars: what is worth less is not noted


def book(place: Surroundings, raw: str, short: str, *, how: str, output: str, warn: Warn) -> bool:
    """Note that `short` went to the model where `raw` would have; say whether a row was kept."""
    session = place.environ.get(SESSION, "").strip()
    before = len(raw[:_SHOWN].encode("utf-8", "surrogatepass")) // _BYTES_A_TOKEN
    after = -(-len(short[:_SHOWN].encode("utf-8", "surrogatepass")) // _BYTES_A_TOKEN)
    saved = before - after
    if saved <= 0 or not is_plain(session):
        return False
    model, source = _model(place, session, warn)
    rate = _rate(place, model, warn) if model else None
    if rate is None or saved * rate < _LEAST:
        return False
    dollars = f"{rate * MILLION / USD:.6f}".rstrip("0").rstrip(".")
    row = {
        "ts": (iso(place.now_ms) or "")[:19] + "Z",
        "session_id": session,
        "technique": "compress",
        "tokens_saved": saved,
        "tokens_before": before,
        "cost_saved_usd": saved * rate / USD,
        "basis": f"output {before} tok - compressed {after} tok, at {_BYTES_A_TOKEN} B/token, via {how}, "
        f"priced at {model} ({source}) input ${dollars}/Mtok",
        "model_source": source,
        "output": output,
    }
    return savingsledger.add(os.fsencode(place.root), row)


def _model(place: Surroundings, session: str, warn: Warn) -> tuple[str, str]:
    """Return the session's model and where that is known from, ("", "") where it is not."""
    pinned = place.environ.get("ANTHROPIC_MODEL", "").strip()
    if pinned:
        return pinned, "env"
    recorded = read_text(os.fsencode(os.path.join(place.root, "usage", "session-model", session))).strip()
    if recorded:
        return recorded, "statusline"
    named = split_folders(place.environ.get(CONFIG_VARIABLE, ""))
    for folder in config_folders(named, CONFIG_DEFAULTS, place.environ):
        configured = client_settings.model(folder)
        if configured:
            warn(f"the session's model is not known; {configured} of the client's settings is taken for it")
            return configured, "config-fallback"
    warn("no saving is noted: the session's model is not known (the status line would record it)")
    return "", ""


def _rate(place: Surroundings, model: str, warn: Warn) -> int | None:
    """Return what a token of fresh input costs (attodollars), None where the price list does not say."""
    try:
        quote = prices.open_book(place, prices="auto").quote(model, place.now_ms)
    except TallyError as error:
        warn(f"no saving is noted: {error}")
        return None
    rate = quote.rates.input if quote is not None else None
    if rate is None:
        warn(f"no saving is noted: no price for {model[:80]}")
    return rate
