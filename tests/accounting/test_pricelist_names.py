"""The words of the AWS Price List: which model a name means, and which price a usage type is."""

from __future__ import annotations

import pytest

from tallystick.accounting.pricelist import meaning, model_of
from tests.pricelist.offers import usage_type


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Claude Opus 5.5", "claude-opus-5-5"),
        ("Claude Opus 5", "claude-opus-5"),
        ("Claude 3.7 Sonnet", "claude-3-7-sonnet"),
        ("Claude Sonnet 3.7", "claude-3-7-sonnet"),
        ("Claude 4 Sonnet", "claude-sonnet-4"),
        ("Claude 3 Haiku", "claude-3-haiku"),
        ("Claude 3.5 Sonnet", "claude-3-5-sonnet-20240620"),
        ("Claude 3.5 Sonnet v2", "claude-3-5-sonnet"),
        ("Claude Mythos 12.1", "claude-mythos-12-1"),
        ("Claude 3.5 Sonnet v3", None),
        ("Claude Instant", None),
        ("Claude 2.1", None),
        ("Claude Opus 5.5.1", None),
        ("Claude Opus Five", None),
        ("Claude Öpus 5", None),
        ("Claude 5 5", None),
        ("Titan Text 5", None),
    ],
)
def test_names_of_models(name: str, expected: str | None) -> None:
    """Family and number in either order; whatever else stands there is no name that we know."""
    assert expected == model_of(f"{name} (Amazon Bedrock Edition)")


def test_another_edition_is_no_name() -> None:
    """Without the words of Bedrock it may be sold by anybody."""
    assert model_of("Claude Opus 5.5") is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("InputTokenCount", ("input", False)),
        ("OutputTokenCount_Global", ("output", True)),
        ("CacheReadInputTokenCount", ("cache_read", False)),
        ("CacheWriteInputTokenCount_Global", ("cache_write_5m", True)),
        ("CacheWrite1hInputTokenCount", ("cache_write_1h", False)),
        ("input_tokens_standard", ("input", False)),
        ("output_tokens_global_standard", ("output", True)),
        ("cache_read_tokens_standard", ("cache_read", False)),
        ("cache_write_tokens_global_standard", ("cache_write_5m", True)),
        ("cache_write_tokens_1h_standard", ("cache_write_1h", False)),
        ("InputTokenCount_Batch", "other"),
        ("OutputTokenCount_Global_Batch", "other"),
        ("MillionBatchInputTokens", "other"),
        ("input_tokens_global_batch", "other"),
        ("input_tokens_flex", "other"),
        ("output_tokens_priority", "other"),
        ("LatencyOptimizedInputTokenCount", "other"),
        ("Reserved_3Month_OutputTPM_Geo", "other"),
        ("ProvisionedThroughput", "other"),
        ("CustomModelStorage", "other"),
        ("CacheWrite30mInputTokenCount", "unknown"),
        ("cache_write_tokens_24h_standard", "unknown"),
        ("input_tokens_long_ctx_standard", "unknown"),
        ("input_tokens", "unknown"),
        ("inputtokencount", "unknown"),
        ("", "unknown"),
    ],
)
def test_usage_types(body: str, expected: object) -> None:
    """On demand in two spellings; other ways of buying; and what nobody has named to us, a new lifetime above all."""
    assert expected == meaning(usage_type(body))


@pytest.mark.parametrize(
    "usage",
    [
        "USE1-MP:USE1_InputTokenCount",
        "InputTokenCount-Units",
        "USE1_InputTokenCount-Units",
        "x:use1_InputTokenCount-Units",
    ],
)
def test_usage_types_are_whole(usage: str) -> None:
    """Region, class and unit all stand there, or it is not what it looks like."""
    assert "unknown" == meaning(usage)
