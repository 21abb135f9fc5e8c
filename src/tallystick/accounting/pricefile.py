"""A parsed price file -> rows: the full form {"rows": [...]} or the short form {"models": {...}}.

Each error is one line with the file and the place in it. A number keeps the digits that were written: numbers arrive
as text or integers, and a float is read by its shortest text.
"""

from __future__ import annotations

from tallystick.accounting.pricerows import ANY, FACTOR_FIELDS, FIELDS, RATE_FIELDS, TIERS, Row
from tallystick.errors import PriceError
from tallystick.kernel.models import API
from tallystick.kernel.money import millionths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SHAPES = 'write {"rows": [...]} or {"models": {"<id>": {"input": 3, "output": 15}}}'
_CLASS_FIELDS = RATE_FIELDS[:5]
_MODEL_FIELDS = (*RATE_FIELDS, *FACTOR_FIELDS, "long_context")


def read_rows(parsed: object, file: str) -> tuple[tuple[Row, ...], str]:
    """Return the rows of a parsed price file and its version, "" if it gives none; PriceError names file and place."""
    top = _object(parsed, file, "top level")
    _refuse_unknown(top, ("version", "rows", "models"), file, "top level")
    version = _text(top, "version", file, "") or ""
    if ("rows" in top) == ("models" in top):
        raise PriceError(f"{file}: neither or both of rows and models; {_SHAPES}")
    rows = _full_rows(top["rows"], file) if "rows" in top else _short_rows(top["models"], file)
    if not rows:
        raise PriceError(f"{file}: prices no model; {_SHAPES}")
    return rows, version


def _full_rows(value: object, file: str) -> tuple[Row, ...]:
    if not isinstance(value, list):
        raise PriceError(f"{file}: rows: {_kind(value)} where a list of rows is expected")
    return tuple(_full_row(item, file, f"rows[{position}]") for position, item in enumerate(value))


def _full_row(value: object, file: str, place: str) -> Row:
    fields = _object(value, file, place)
    _refuse_unknown(fields, FIELDS, file, place)
    tier = _required(fields, "tier", file, place)
    if tier not in TIERS:
        raise PriceError(f"{file}: {place}.tier: {tier!r} is not one of {', '.join(TIERS)}")
    model = _required(fields, "model", file, place)
    _refuse_odd_name(model, file, f"{place}.model")
    threshold = fields.get("context_threshold")
    return Row(
        provider=_text(fields, "provider", file, place) or ("anthropic" if tier == API else "bedrock"),
        model=model,
        tier=tier,
        effective_from=_text(fields, "effective_from", file, place),
        effective_until=_text(fields, "effective_until", file, place),
        context_threshold=0 if threshold is None else _count(threshold, file, f"{place}.context_threshold"),
        source=_text(fields, "source", file, place) or file,
        as_of=_text(fields, "as_of", file, place),
        **_prices(fields, (*RATE_FIELDS, *FACTOR_FIELDS), file, place),
    )


def _short_rows(value: object, file: str) -> tuple[Row, ...]:
    rows = []
    for model, given in _object(value, file, "models").items():
        _refuse_odd_name(model, file, "models")
        place = f"models.{model}"
        fields = _object(given, file, place)
        _refuse_unknown(fields, _MODEL_FIELDS, file, place)
        base = _prices(fields, (*RATE_FIELDS, *FACTOR_FIELDS), file, place)
        rows.append(Row(provider="custom", model=model, tier=ANY, source=file, **base))
        if fields.get("long_context") is not None:
            rows.append(_long_context(model, fields["long_context"], base, file, f"{place}.long_context"))
    return tuple(rows)


def _long_context(model: str, value: object, base: dict[str, Any], file: str, place: str) -> Row:
    fields = _object(value, file, place)
    _refuse_unknown(fields, ("threshold", *_CLASS_FIELDS), file, place)
    if "threshold" not in fields:
        raise PriceError(f"{file}: {place}: threshold is missing")
    threshold = _count(fields["threshold"], file, f"{place}.threshold")
    if not threshold:
        raise PriceError(f"{file}: {place}.threshold: 0 is no long prompt")
    prices = base | _prices(fields, _CLASS_FIELDS, file, place)  # what is per request, and the factors, stay
    return Row(provider="custom", model=model, tier=ANY, context_threshold=threshold, source=file, **prices)


def _prices(fields: dict[str, Any], names: tuple[str, ...], file: str, place: str) -> dict[str, Any]:
    prices = {name: _decimal(fields.get(name), file, f"{place}.{name}") for name in names}
    if not any(prices[name] is not None for name in _CLASS_FIELDS):
        raise PriceError(f"{file}: {place}: gives no price for any class of tokens")
    return prices


def _decimal(value: object, file: str, place: str) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise PriceError(f"{file}: {place}: {_kind(value)} where a price is expected")
    text = value if isinstance(value, str) else repr(value)
    try:
        millionths(text)
    except PriceError as error:
        raise PriceError(f"{file}: {place}: {error}") from None
    return text


def _count(value: object, file: str, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PriceError(f"{file}: {place}: {_kind(value)} where a whole number of tokens is expected")
    if value < 0:
        raise PriceError(f"{file}: {place}: {value} is no number of tokens")
    return value


def _text(fields: dict[str, Any], name: str, file: str, place: str) -> str | None:
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value
    raise PriceError(f"{file}: {place}{'.' if place else ''}{name}: {_kind(value)} where text is expected")


def _required(fields: dict[str, Any], name: str, file: str, place: str) -> str:
    text = _text(fields, name, file, place)
    if not text:
        raise PriceError(f"{file}: {place}: {name} is missing")
    return text


def _refuse_odd_name(model: str, file: str, place: str) -> None:
    if not model or not model.isprintable():
        raise PriceError(f"{file}: {place}: {model[:40]!r} is no model name")


def _object(value: object, file: str, place: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    hint = f"; {_SHAPES}" if place == "top level" else ""
    raise PriceError(f"{file}: {place}: {_kind(value)} where an object is expected{hint}")


def _refuse_unknown(fields: dict[str, Any], known: tuple[str, ...], file: str, place: str) -> None:
    for name in fields:
        if name not in known:
            raise PriceError(f"{file}: {place}: unknown field {name[:40]!r}; known are {', '.join(known)}")


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names.get(type(value), "something else")
