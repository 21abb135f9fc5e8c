"""The page of `tally prices refresh`: what was fetched, what it changes, and all that could not be used."""

from __future__ import annotations

from tallystick.reports import figures as show
from tallystick.reports.prose import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.refreshing import Refreshed

_LISTS = (
    ("changes", "In force now, and not what they were"),
    ("unknown", "Usage types that tally does not know and does not use"),
    ("left_out", "Left as they were, because a price cannot be used"),
    ("not_taken", "Left as they were"),
)


def lines(done: Refreshed, *, width: int) -> list[str]:
    """Return the page: one sentence, then a list of each kind of news."""
    counts = f"{show.plural(done.prices, 'price')} of {show.plural(done.models, 'model')}"
    if done.known:
        counts += ", the same as before"
    found = wrap(f"Bedrock in {done.region}: the AWS Price List published {done.published}, {counts}.", width)
    for name, title in _LISTS:
        items = getattr(done, name)
        if items:
            found += ["", *wrap(f"{title} ({show.count(len(items))}):", width)]
            found += ["  " + line for item in items for line in wrap(item, width - 2, indent=2)]
    if done.other_ways:
        text = f"{show.plural(done.other_ways, 'price')} of batches, reservations and the like passed over."
        found += ["", *wrap(text, width)]
    return found
