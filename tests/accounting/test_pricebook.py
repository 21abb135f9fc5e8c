"""What a response costs: by time, prompt, variant, or nothing and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import ALWAYS, OPEN, Row, compile_rows
from tallystick.errors import PriceError
from tallystick.kernel.variants import BATCH, FAST, OVER_100K, OVER_200K, US_GEO
from tests.accounting.pricelist import OCT_7, TIERED, USD_A_MILLION, input_rate, row


@pytest.mark.parametrize(
    ("at_ms", "expected"),
    [(OCT_7 - 1, 1), (OCT_7, 2), (OCT_7 + 10**12, 2), (-1, 1)],
)
def test_a_price_is_that_of_the_responses_time(at_ms: int, expected: int) -> None:
    """The new price begins with the first instant of its date."""
    book = PriceBook((row(effective_until="2026-10-07"), row(effective_from="2026-10-07", input="2")))

    assert expected == input_rate(book.quote("m", at_ms))


def test_a_quote_says_how_long_it_holds() -> None:
    """From the last change until the next, of any row of the model."""
    book = PriceBook((row(), row(context_threshold=200_000, effective_until="2026-10-07", input="2")))
    before, after = book.quote("m", 0), book.quote("m", OCT_7)

    assert before is not None
    assert after is not None
    assert (ALWAYS, OCT_7, OCT_7, OPEN) == (
        before.valid_from_ms,
        before.valid_until_ms,
        after.valid_from_ms,
        after.valid_until_ms,
    )


def test_before_its_first_row_a_model_is_unpriced() -> None:
    """A launch price is not carried back."""
    found = PriceBook((row(effective_from="2026-10-07"),)).explain("m", OCT_7 - 1)

    assert (None, "unpriced: m has no api price at that time.", ALWAYS, OCT_7) == (
        found.quote,
        found.reason,
        found.valid_from_ms,
        found.valid_until_ms,
    )


@pytest.mark.parametrize(
    ("prompt", "expected"), [(0, 1), (100_000, 1), (100_001, 5), (200_000, 5), (200_001, 7), (10**9, 7)]
)
def test_the_whole_prompt_chooses_the_row(prompt: int, expected: int) -> None:
    """The largest threshold that is strictly exceeded, for every class."""
    book = PriceBook((row(), row(context_threshold=100_000, input="5"), row(context_threshold=200_000, input="7")))

    assert expected == input_rate(book.quote("m", 0, 0, prompt))
    assert {100_000, 200_000} == book.thresholds


@pytest.mark.parametrize(("variant", "expected"), [(0, 1), (OVER_100K, 5), (OVER_100K | OVER_200K, 7), (OVER_200K, 7)])
def test_bits_stand_for_the_prompt(variant: int, expected: int) -> None:
    """Sums keep no prompt, only which thresholds it exceeded."""
    book = PriceBook((row(), row(context_threshold=100_000, input="5"), row(context_threshold=200_000, input="7")))

    assert expected == input_rate(book.quote("m", 0, variant))


@pytest.mark.parametrize(("variant", "expected"), [(0, 1), (OVER_100K, None), (OVER_200K, 2)])
def test_bits_that_leave_a_threshold_open_price_nothing(variant: int, expected: int | None) -> None:
    """Between 100,000 and 200,000 tokens a threshold of 128,000 may be exceeded or not."""
    book = PriceBook((row(), row(context_threshold=128_000, input="2")))

    assert expected == input_rate(book.quote("m", 0, variant))
    assert (
        "unpriced: m has a price of its own for prompts over 128000 tokens, and the size of this one is unknown."
        == (book.explain("m", 0, OVER_100K).reason)
    )


def test_without_a_row_for_short_prompts_they_are_unpriced() -> None:
    """A long-context row says nothing of other prompts."""
    book = PriceBook((row(context_threshold=100_000),))

    assert "unpriced: m has no price for a prompt of that size." == book.explain("m", 0, 0, 100_000).reason


@pytest.mark.parametrize(("variant", "factor"), [(0, 10), (FAST, 20), (US_GEO, 11), (BATCH, 5), (FAST | US_GEO, 22)])
def test_variants_multiply_every_class(variant: int, factor: int) -> None:
    """Fast doubles, one country adds a tenth, batch halves; a search costs what it costs."""
    classes = {"input": "1", "cache_write_5m": "2", "cache_write_1h": "3", "cache_read": "4", "output": "5"}
    book = PriceBook((row(**classes, web_search="10", fast="2", us_geo="1.1", batch="0.5"),))
    quote = book.quote("m", 0, variant)

    assert quote is not None
    assert (*(n * factor * USD_A_MILLION // 10 for n in (1, 2, 3, 4, 5)), 10**16) == quote.rates.astuple()


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        (FAST, "unpriced: m has no fast rate at api."),
        (US_GEO, "unpriced: m has no US-only inference rate at api."),
        (BATCH, "unpriced: m has no batch rate at api."),
    ],
)
def test_a_variant_that_is_not_sold_is_unpriced(variant: int, reason: str) -> None:
    """Never the standard price."""
    found = PriceBook((row(),)).explain("m", 0, variant)

    assert (None, reason) == (found.quote, found.reason)


def test_fast_batches_do_not_exist() -> None:
    """Each alone has a price; together they would seem to cost the standard one."""
    book = PriceBook((row(fast="2", batch="0.5"),))

    assert "unpriced: m has no fast batch rate at api." == book.explain("m", 0, FAST | BATCH).reason


@pytest.mark.parametrize(
    ("rows", "variant", "expected"),
    [
        ((row(effective_from="2026-10-07"),), 0, 1),
        ((row(), row(context_threshold=200_000, effective_until="2026-10-07", input="2")), 0, 1),
        ((row(), row(context_threshold=200_000, effective_until="2026-10-07", input="2")), OVER_200K, None),
        ((row(effective_until="2026-10-07"), row(effective_from="2026-10-07", input="2")), 0, None),
        ((row(),), FAST, None),
        ((row(model="n"),), 0, None),
    ],
)
def test_without_a_time_only_an_unchanged_price_is_known(
    rows: tuple[Row, ...], variant: int, expected: int | None
) -> None:
    """A response whose line has no time is priced if its price never changed."""
    assert expected == input_rate(PriceBook(rows).quote("m", None, variant))


def test_a_missing_time_is_given_as_the_reason() -> None:
    """Also where the price has changed."""
    book = PriceBook((row(effective_until="2026-10-07"), row(effective_from="2026-10-07", input="2")))

    assert "unpriced: the price of m has changed and the response has no time." == book.explain("m", None).reason


@given(
    st.lists(st.tuples(st.integers(OCT_7 - 3, OCT_7 + 3), st.sampled_from((0, FAST)), st.integers(0, 2)), max_size=20)
)
def test_answers_do_not_depend_on_earlier_questions(questions: list[tuple[int, int, int]]) -> None:
    """A book that was asked before answers as a fresh one, and repeats itself with the same record."""
    rows = (
        row(effective_until="2026-10-07", fast="2"),
        row(effective_from="2026-10-07", input="2"),
        row(context_threshold=1, input="3"),
    )
    book = PriceBook(rows)
    for at_ms, variant, prompt in questions:
        found = book.explain("m", at_ms, variant, prompt)
        fresh = PriceBook(rows).explain("m", at_ms, variant, prompt)

        assert (fresh.reason, input_rate(fresh.quote)) == (found.reason, input_rate(found.quote))
        assert found is book.explain("m", at_ms, variant, prompt)


@pytest.mark.parametrize("kept", [None, (), (0,) * 9, [1] * 9, (*compile_rows((row(),)), 0)])
def test_a_list_kept_by_another_version_is_refused(kept: object) -> None:
    """What was not compiled by this version is read anew, not guessed at."""
    with pytest.raises(
        PriceError, match="the kept price list is of another version of tally; read the price files again"
    ):
        PriceBook.from_compiled(kept)


def test_rows_come_back_as_they_went_in() -> None:
    """The list can be shown."""
    assert [r.astuple() for r in TIERED] == [r.astuple() for r in PriceBook(TIERED).rows]
