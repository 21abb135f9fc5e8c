"""JSON: the schema to the letter, money exact, unknown null."""

from __future__ import annotations

import json
from typing import Any

from tallystick.exporters.json_rows import render
from tests.spendings import USD, figures, row, spending

NOTHING = {
    "input_tokens": 0,
    "cache_write_5m_tokens": 0,
    "cache_write_1h_tokens": 0,
    "cache_read_tokens": 0,
    "output_tokens": 0,
    "lower_bound_responses": 0,
    "cost_is_lower_bound": False,
    "responses": 0,
    "cost_usd": "0",
    "unpriced": [],
    "models": [],
    "cache_write_unknown_tokens": 0,
    "web_search_requests": 0,
}


def read(*rows: Any, **fields: Any) -> dict[str, Any]:
    """The document that is written for these rows."""
    text = render(spending(*rows, **fields))
    assert text.endswith("}\n")
    assert text.isascii()
    found: dict[str, Any] = json.loads(text)
    return found


def test_document() -> None:  # long: one whole document
    """A day with a main transcript and a child's, to the attodollar; writes of unknown lifetime stand with 5m."""
    main = figures(USD // 3, lower=1, input=1, write_5m=2, write_unknown=3, write_1h=4, read=5, output=6, searches=7)
    child = figures(None, model="glm-5", responses=2, input=10, output=1)

    found = read(row("2026-01-15", main, child), unattributed=figures(0, responses=0, read=9), rejections=4)

    own = NOTHING | {
        "input_tokens": 1,
        "cache_write_5m_tokens": 5,
        "cache_write_1h_tokens": 4,
        "cache_read_tokens": 5,
        "output_tokens": 6,
        "lower_bound_responses": 1,
        "cost_is_lower_bound": True,
        "responses": 1,
        "cost_usd": "0." + "3" * 18,
        "models": ["claude-opus-5-5"],
        "cache_write_unknown_tokens": 3,
        "web_search_requests": 7,
    }
    others = NOTHING | {
        "input_tokens": 10,
        "output_tokens": 1,
        "cost_is_lower_bound": True,
        "responses": 2,
        "cost_usd": None,
        "unpriced": [{"model": "glm-5", "responses": 2, "tokens": 11}],
        "models": ["glm-5"],
    }
    both = own | {
        "input_tokens": 11,
        "output_tokens": 7,
        "responses": 3,
        "unpriced": [{"model": "glm-5", "responses": 2, "tokens": 11}],
        "models": ["claude-opus-5-5", "glm-5"],
        "main": own,
        "subagents": others,
    }
    assert found == {
        "schema_version": 1,
        "by": "day",
        "timezone": "Europe/Berlin",
        "basis": {"tokens": "reported", "cost_usd": "derived"},
        "rows": [{"key": "2026-01-15", **both}],
        "totals": both,
        "unattributed": NOTHING | {"cache_read_tokens": 9, "models": ["claude-opus-5-5"]},
        "rejections": 4,
        "coverage": {"first": "2026-01-15T12:00:00Z", "last": "2026-01-16T12:00:00Z", "files": 3},
        "price_book": {"version": "2026-11-30", "sha256": "ab" * 32, "as_of": "2026-11-30", "origin": "shipped"},
        "discounts": {},
    }


def test_nothing() -> None:
    """No rows are no rows, nothing costs nothing, and what no client tells is null."""
    found = read()

    assert (found["rows"], found["unattributed"]) == ([], None)
    assert found["totals"] == NOTHING | {"main": NOTHING, "subagents": NOTHING}


def test_any_text() -> None:
    """A project may be called anything; it comes back as it is."""
    name = 'a "b"\n\x1b[31m\u202e世界\udc80'

    assert read(row(name, figures()))["rows"][0]["key"] == name
