"""Every switch with its default, and what is taken for a value."""

from __future__ import annotations

import pytest

from tallystick.mechanisms.settings import NUMBERS, SWITCHES, TEXTS, parse
from tests.mechanisms.making import switches


def test_defaults() -> None:
    """As the mechanisms' own document lists them."""
    found = parse({})

    assert (found.is_on, found.bash, found.amnesia, found.lazy, found.lazy_skills, found.write) == (True,) * 6
    assert (found.stats_widget, found.stats_net) == (True, False)
    assert (found.bash_min_tokens, found.bash_max_summary_tokens, found.bash_fallback_bytes) == (2000, 1024, 3000)
    assert (found.amnesia_min_tokens, found.amnesia_max_chars, found.tag_max_tokens) == (250, 6000, 24)
    assert (found.skill_max_chars, found.write_min_chars) == (8000, 400)
    assert (found.write_fact_max_tokens, found.write_max_content_chars) == (32, 4000)
    assert (found.aux_model, found.aux_timeout_ms, found.log_file) == ("", 20_000, "")


@pytest.mark.parametrize(
    ("said", "expected"),
    [("1", True), ("true", True), ("TRUE", True), (" 1 ", True), ("0", False), ("yes", False), ("", True)],
)
def test_switch(said: str, expected: bool) -> None:  # noqa: FBT001
    """On with 1 or true in any case, off with all else; blank is as if it were not there."""
    assert switches(BASH=said).bash is expected


def test_off() -> None:
    """One switch turns everything off."""
    assert not switches(OFF="1").is_on


def test_skills_need_lazy() -> None:
    """Without a way to look for skills their catalogue stays."""
    assert not switches(LAZY="0").lazy_skills


@pytest.mark.parametrize(
    ("said", "expected"),
    [("0", 0), ("1e3", 1000), ("12.9", 12), ("-1", 2000), ("inf", 2000), ("nan", 2000), ("many", 2000)],
)
def test_number(said: str, expected: int) -> None:
    """Finite and not negative, else the default."""
    assert switches(BASH_MIN_TOKENS=said).bash_min_tokens == expected


@pytest.mark.parametrize(("said", "expected"), [("86400001", 86_400_000), ("1e300", 86_400_000), ("0", 0)])
def test_no_wait_is_longer_than_a_day(said: str, expected: int) -> None:
    """Beyond 2**31 ms a host's clock would ring at once, and the system's `select` refuses."""
    assert switches(AUX_TIMEOUT_MS=said).aux_timeout_ms == expected


def test_texts() -> None:
    """As they are, without blanks around them."""
    found = switches(AUX_MODEL=" mock/mini ", LOG_FILE="/tmp/log")

    assert (found.aux_model, found.log_file) == ("mock/mini", "/tmp/log")


def test_each_is_read() -> None:
    """No switch is listed that nothing reads: another value changes a field."""
    plain = parse({})
    fields = list(plain.__slots__)

    for name in (*SWITCHES, *NUMBERS, *TEXTS):
        usual = {**SWITCHES, **NUMBERS, **TEXTS}[name][0]
        other = ("0" if usual else "1") if name in SWITCHES else "7"
        changed = switches(**{name: other})
        assert [field for field in fields if getattr(changed, field) != getattr(plain, field)], name
