"""Newer rows over older ones: from when on the newer price holds, and when the older one stays after all."""

from __future__ import annotations

from tallystick.accounting.pricerows import FIELDS, RATE_FIELDS, Row, instant
from tallystick.kernel.models import GLOBAL, REGIONAL
from tallystick.kernel.money import per_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Question = tuple[str, str, int]  # model, tier, threshold: rows that answer it follow one another in time

_PRICES = RATE_FIELDS[:5]


def supersede(older: Sequence[Row], newer: Sequence[Row]) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Return the older rows with the newer ones in their place, each from its first date on, and what was not taken.

    A model and tier keep their older rows where those were checked later, and where the newer ones do not sell a class
    of tokens that the older do: it may be there under a name that nobody could read.
    """
    kept = _by_question(older)
    refused = []
    for question, rows in _by_question(newer).items():
        before = kept.get(question, [])
        reason = _why_not(before, rows)
        if reason:
            refused.append(f"{question[0]} ({question[1]}): {reason}")
        else:
            kept[question] = [*_until(before, rows[0]), *rows]
    return tuple(row for rows in kept.values() for row in rows), tuple(refused)


def extend(older: Sequence[Row], newer: Sequence[Row]) -> tuple[Row, ...]:
    """Return what two lists of one seller say together; a price that both have is one row, checked with the newer."""
    joined: list[Row] = []
    for rows in _by_question(supersede(older, newer)[0]).values():
        for row in rows:
            last = joined[-1] if joined else None
            if last and last.effective_until == row.effective_from and _answer(last) == _answer(row):
                joined[-1] = _changed(row, effective_from=last.effective_from)
            else:
                joined.append(row)
    return tuple(joined)


def fill_global(rows: Sequence[Row], models: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows, and for each of these models without a global price its regional one as that."""
    wanted = set(models) - {row.model for row in rows if row.tier == GLOBAL}
    missing = [row for row in rows if row.tier == REGIONAL and row.model in wanted]
    return (
        *rows,
        *(
            _changed(row, tier=GLOBAL, source=f"{row.source}; the regional price, no global one is listed")
            for row in missing
        ),
    )


def _by_question(rows: Iterable[Row]) -> dict[Question, list[Row]]:
    found: dict[Question, list[Row]] = {}
    for row in rows:
        found.setdefault((row.model, row.tier, row.context_threshold), []).append(row)
    return found


def _why_not(before: list[Row], rows: list[Row]) -> str:
    if any(str(row.as_of) > str(rows[0].as_of) for row in before):
        return "the price that is known was checked later"
    begin = _begin(rows[0])
    for row in before:
        still_there = row.effective_until is None or instant(row.effective_until) > begin
        lacking = [field for field in _PRICES if getattr(row, field) and not getattr(rows[-1], field)]
        if still_there and lacking:
            return f"the list has no price for {lacking[0].replace('_', ' ')}"
    return ""


def _until(before: list[Row], first: Row) -> list[Row]:
    """Return the rows that begin before another, the last of them ended where it begins."""
    begin = _begin(first)
    kept = []
    for row in before:
        if row.effective_from is None or instant(row.effective_from) < begin:
            ends_before = row.effective_until is not None and instant(row.effective_until) <= begin
            kept.append(row if ends_before else _changed(row, effective_until=first.effective_from))
    return kept


def _begin(row: Row) -> int:
    return instant(str(row.effective_from))


def _answer(row: Row) -> tuple[object, ...]:
    prices = (getattr(row, field) for field in _PRICES)
    return (row.model, row.tier, row.context_threshold, *(text and per_token(text) for text in prices))


def _changed(row: Row, **fields: str | None) -> Row:
    return Row(**{**dict(zip(FIELDS, row.astuple(), strict=True)), **fields})  # type: ignore[arg-type]


def checked_again(rows: Sequence[Row], then: str, today: str) -> tuple[Row, ...]:
    """Return the rows with those that were checked on one day noted as checked today."""
    return tuple(_changed(row, as_of=today) if row.as_of == then else row for row in rows)


def changes(before: Sequence[Row], after: Sequence[Row], at_ms: int) -> tuple[str, ...]:
    """Return a line for each price in force at a moment that is not what it was: "claude-m (tier): input 4 -> 4.4"."""
    old, found = _in_force(before, at_ms), []
    for question, row in _in_force(after, at_ms).items():
        model, tier, threshold = question
        name = f"{model} ({tier}{f', prompts over {threshold} tokens' if threshold else ''})"
        if question not in old:
            found.append(f"{name}: new")
            continue
        pairs = [(field, getattr(old[question], field), getattr(row, field)) for field in _PRICES]
        differing = [
            f"{field.replace('_', ' ')} {was or 'not sold'} -> {now or 'not sold'}"
            for field, was, now in pairs
            if (was and per_token(was)) != (now and per_token(now))
        ]
        if differing:
            found.append(f"{name}: {', '.join(differing)}")
    return tuple(found)


def _in_force(rows: Sequence[Row], at_ms: int) -> dict[Question, Row]:
    return {
        (row.model, row.tier, row.context_threshold): row
        for row in rows
        if (row.effective_from is None or instant(row.effective_from) <= at_ms)
        and (row.effective_until is None or at_ms < instant(row.effective_until))
    }
