"""Whatever stands at whatever place of the AWS Price List: rows that can be used, or one line."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.pricelist import read_listing
from tallystick.accounting.pricerows import compile_rows
from tallystick.errors import DownloadError
from tests.pricelist.offers import Sold, model, price_list, usage_type

SOLD = [
    *model("Claude_Opus_5.5", "new", "4/5/8/0.2/20", is_global=True),
    *model("Claude_3_Haiku", "old", "0.25/-/-/-/1.25", is_global=False),
    Sold("Claude 9 (Amazon Bedrock Edition)", usage_type("input_tokens_standard")),
]
WORDS = ("1M tokens", "1K tokens", "USD", "-1", "0", "4.40", "1e5", "2026-12-01T00:00:00Z", "2027-01-01T09:45:00Z", "")
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


def places(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every place in nested objects."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    return found


PLACES = places(price_list(SOLD))


@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_any_value_at_any_place(changes: list[tuple[tuple[str, ...], Any]]) -> None:
    """Rows compile, every reason is text, and nothing but a DownloadError is raised."""
    file: Any = price_list(SOLD)
    for path, value in changes:
        inner = file
        for key in path[:-1]:
            inner = inner.get(key) if isinstance(inner, dict) else None
        if isinstance(inner, dict):
            inner[path[-1]] = value
    try:
        listing = read_listing(file, "us-east-1", "2026-12-05")
    except DownloadError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
        return
    assert compile_rows(listing.rows)
    assert all(isinstance(line, str) for line in (*listing.unknown, *listing.left_out))
