"""A price file in either form becomes rows; each fault is one line with file and place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.pricefile import read_rows
from tallystick.accounting.pricerows import FIELDS, Row
from tallystick.errors import PriceError


def fault_of(parsed: object) -> str:
    """The message that a file's content is refused with."""
    with pytest.raises(PriceError) as raised:
        read_rows(parsed, "p.json")
    return str(raised.value)


def short(**fields: Any) -> dict[str, Any]:
    """A short file that prices model "m"."""
    return {"models": {"m": fields}}


def full(**fields: Any) -> dict[str, Any]:
    """A full file of one row for model "m" on the API at 1 USD."""
    return {"rows": [{"model": "m", "tier": "api", "input": "1"} | fields]}


def test_the_short_form_prices_a_model_everywhere() -> None:
    """Numbers and text are read alike, digits as written; a class that is not named has no price."""
    rows, version = read_rows(short(input=3, output="15", cache_read=0.3, cache_write_5m=3.75), "p.json")

    assert ("", 1) == (version, len(rows))
    assert ("custom", "m", "any", 0, "p.json") == (
        rows[0].provider,
        rows[0].model,
        rows[0].tier,
        rows[0].context_threshold,
        rows[0].source,
    )
    assert ("3", "3.75", None, "0.3", "15") == (
        rows[0].input,
        rows[0].cache_write_5m,
        rows[0].cache_write_1h,
        rows[0].cache_read,
        rows[0].output,
    )


def test_long_context_is_a_row_of_its_own() -> None:
    """It names every class that it prices; searches and factors are those of the model, classes are not."""
    long = {"threshold": 200000, "input": 6, "output": 22.5}
    rows, _ = read_rows(short(input=3, output=15, cache_read=0.3, web_search=10, fast=2, long_context=long), "p.json")

    assert (200_000, "6", None, "22.5", "10", "2") == (
        rows[1].context_threshold,
        rows[1].input,
        rows[1].cache_read,
        rows[1].output,
        rows[1].web_search,
        rows[1].fast,
    )


def test_a_full_row_is_taken_as_it_stands() -> None:
    """Every field of a row, and the file's own version."""
    given = dict.fromkeys(FIELDS, "1") | {"tier": "bedrock-gov", "context_threshold": 5}
    rows, version = read_rows({"version": "7", "rows": [given]}, "p.json")

    assert "7" == version
    assert tuple(given[name] for name in FIELDS) == rows[0].astuple()


@pytest.mark.parametrize(("tier", "provider"), [("api", "anthropic"), ("bedrock-global", "bedrock")])
def test_a_full_row_needs_little(tier: str, provider: str) -> None:
    """The seller follows from the tier, the source is the file."""
    rows, _ = read_rows(full(tier=tier, context_threshold=None, output=None), "p.json")

    assert (provider, "p.json", 0, None) == (
        rows[0].provider,
        rows[0].source,
        rows[0].context_threshold,
        rows[0].output,
    )


SHAPES = 'write {"rows": [...]} or {"models": {"<id>": {"input": 3, "output": 15}}}'
NO_DECIMAL = "is not a plain decimal number of zero or more; write it like 3.75"


@pytest.mark.parametrize(
    ("parsed", "fault"),
    [
        ([], f"p.json: top level: a list where an object is expected; {SHAPES}"),
        (None, f"p.json: top level: null where an object is expected; {SHAPES}"),
        ({}, f"p.json: neither or both of rows and models; {SHAPES}"),
        ({"rows": [], "models": {}}, f"p.json: neither or both of rows and models; {SHAPES}"),
        ({"models": {}}, f"p.json: prices no model; {SHAPES}"),
        ({"rows": []}, f"p.json: prices no model; {SHAPES}"),
        ({"rows": {}}, "p.json: rows: an object where a list of rows is expected"),
        ({"models": 3}, "p.json: models: a number where an object is expected"),
        ({"models": {"": {}}}, "p.json: models: '' is no model name"),
        ({"models": {"a\nb": {}}}, "p.json: models: 'a\\nb' is no model name"),
        ({"models": {"m": "3"}}, "p.json: models.m: text where an object is expected"),
        ({"version": 3, "models": {}}, "p.json: version: a number where text is expected"),
        ({"prices": {}}, "p.json: top level: unknown field 'prices'; known are version, rows, models"),
        (short(), "p.json: models.m: gives no price for any class of tokens"),
        (short(web_search=10), "p.json: models.m: gives no price for any class of tokens"),
        (
            short(inptu=3),
            (
                "p.json: models.m: unknown field 'inptu'; known are input, cache_write_5m, cache_write_1h, cache_read, "
                "output, web_search, fast, us_geo, batch, long_context"
            ),
        ),
        (short(input=-3), f"p.json: models.m.input: '-3' {NO_DECIMAL}"),
        (short(input=float("nan")), f"p.json: models.m.input: 'nan' {NO_DECIMAL}"),
        (short(input=float("inf")), f"p.json: models.m.input: 'inf' {NO_DECIMAL}"),
        (short(input=1e-7), f"p.json: models.m.input: '1e-07' {NO_DECIMAL}"),
        (short(input=0.1234567), "p.json: models.m.input: '0.1234567' has more than six decimals"),
        (short(input=True), "p.json: models.m.input: true where a price is expected"),
        (short(input=[3]), "p.json: models.m.input: a list where a price is expected"),
        (short(input=3, long_context=3), "p.json: models.m.long_context: a number where an object is expected"),
        (short(input=3, long_context={"input": 6}), "p.json: models.m.long_context: threshold is missing"),
        (
            short(input=3, long_context={"threshold": 9}),
            "p.json: models.m.long_context: gives no price for any class of tokens",
        ),
        (
            short(input=3, long_context={"threshold": 0, "input": 6}),
            "p.json: models.m.long_context.threshold: 0 is no long prompt",
        ),
        (
            short(input=3, long_context={"threshold": "200k", "input": 6}),
            "p.json: models.m.long_context.threshold: text where a whole number of tokens is expected",
        ),
        (
            short(input=3, long_context={"threshold": 9, "fast": 2}),
            (
                "p.json: models.m.long_context: unknown field 'fast'; known are threshold, input, cache_write_5m, "
                "cache_write_1h, cache_read, output"
            ),
        ),
        ({"rows": [7]}, "p.json: rows[0]: a number where an object is expected"),
        ({"rows": [{"tier": "api"}]}, "p.json: rows[0]: model is missing"),
        ({"rows": [{"model": "m"}]}, "p.json: rows[0]: tier is missing"),
        (
            full(tier="vertex"),
            "p.json: rows[0].tier: 'vertex' is not one of api, bedrock-global, bedrock-regional, bedrock-gov, any",
        ),
        (full(model="a\tb"), "p.json: rows[0].model: 'a\\tb' is no model name"),
        (full(model=3), "p.json: rows[0].model: a number where text is expected"),
        (full(input=False), "p.json: rows[0].input: false where a price is expected"),
        (full(context_threshold=-1), "p.json: rows[0].context_threshold: -1 is no number of tokens"),
        (full(as_of={}), "p.json: rows[0].as_of: an object where text is expected"),
        (full(input=b"3"), "p.json: rows[0].input: something else where a price is expected"),
    ],
)
def test_each_fault_has_its_place(parsed: object, fault: str) -> None:
    """One line: the file, the place in it, and what is wrong there."""
    assert fault == fault_of(parsed)


def test_an_unknown_row_field_is_named() -> None:
    """A row takes the fields of the list and no other."""
    assert fault_of(full(price=3)).startswith(
        "p.json: rows[0]: unknown field 'price'; known are provider, model, tier,"
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@given(
    JSON | st.builds(lambda inner: {"models": {"m": inner}}, JSON) | st.builds(lambda inner: {"rows": [inner]}, JSON)
)
def test_any_content_is_rows_or_one_line(parsed: object) -> None:
    """Whatever the file holds, it is read or refused in one line."""
    said = ""
    rows: tuple[Row, ...] = ()
    try:
        rows, _ = read_rows(parsed, "p.json")
    except PriceError as error:
        said = str(error)

    assert bool(rows) != bool(said)
    assert "\n" not in said
    assert json.dumps([row.astuple() for row in rows])
