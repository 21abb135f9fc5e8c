"""Notes in the ledger of savings what one tool call was spared, priced at its session's own input rate.

Nothing is noted that could not be shown: without a session, without a price, or where no more than the client's own cut
was saved. What Claude Code does not show of an output (`accounting.shown`) could not have been sent.
"""

from __future__ import annotations

import os

from tallystick.accounting.periods import iso
from tallystick.accounting.shown import shown
from tallystick.errors import TallyError
from tallystick.host import client_settings
from tallystick.kernel import savingsledger, savingsrow
from tallystick.kernel.files import read_text
from tallystick.kernel.places import CONFIG_DEFAULTS, CONFIG_VARIABLE, config_folders, split_folders
from tallystick.kernel.sessionids import is_plain
from tallystick.tasks import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallystick.accounting.diverting import Reply
    from tallystick.host.environment import Surroundings

    Warn = Callable[[str], object]

SESSION = "CLAUDE_CODE_SESSION_ID"


def book(
    place: Surroundings,
    raw: str,
    short: str,
    *,
    how: str,
    warn: Warn,
    marks: Mapping[str, str] | None = None,
    failed: bool = False,
) -> bool:
    """Note that `short` went to the model where `raw` would have, as far as the client shows them; say whether a row
    was kept. Of a command that `failed` it shows less.

    `marks` are further keys of the row, those left out that say nothing.
    """
    session = session_of(place)
    parts = (shown(text, failed=failed) for text in (raw, short))
    sizes = savingsrow.Sizes(*(len(part.encode("utf-8", "surrogatepass")) for part in parts))
    if sizes.saved <= 0 or not session:
        return False
    price = find_price(place, session, warn)
    if price is None:
        return False
    known = {key: value for key, value in (marks or {}).items() if value}
    row = savingsrow.compressed(sizes, price, how, ts=moment(place), session=session)
    return row is not None and savingsledger.add(os.fsencode(place.root), {**row, **known})


def book_diverted(place: Surroundings, read: int, answer: int, reply: Reply, warn: Warn) -> bool:
    """Note that an answer went to the model where files would have (bytes); say whether a row was kept."""
    session = session_of(place)
    sizes = savingsrow.Sizes(read, answer)
    if sizes.saved <= 0:
        return False
    if not session or reply.cost is None:
        why = "what the helper cost is not known" if session else "this runs in no session of Claude Code"
        warn(f"no saving is noted: {why}")
        return False
    price = find_price(place, session, warn)
    if price is None:
        return False
    row = savingsrow.diverted(sizes, price, ts=moment(place), session=session, worker=reply.model, spent=reply.cost)
    return row is not None and savingsledger.add(os.fsencode(place.root), row)


def moment(place: Surroundings) -> str:
    """Return now as a row says it."""
    return iso(place.now_ms) or ""


def session_of(place: Surroundings) -> str:
    """Return the session of Claude Code that this runs in, "" where there is none that can be named."""
    found = place.environ.get(SESSION, "").strip()
    return found if is_plain(found) else ""


def find_price(place: Surroundings, session: str, warn: Warn) -> savingsrow.Price | None:
    """Return what the session's fresh input costs, None where its model or that model's price is not known."""
    model, source = _model(place, session, warn)
    rate = rate_of(place, model, warn) if model else None
    return None if rate is None else savingsrow.Price(model, source, rate)


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


def rate_of(place: Surroundings, model: str, warn: Warn) -> int | None:
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
