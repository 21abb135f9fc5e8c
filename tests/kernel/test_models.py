"""A model name is taken apart by known wrappers, and by nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.models import GLOBAL, GOV, REGIONAL, take_apart

ARN = "arn:aws:bedrock:eu-west-1:123456789012:"


@pytest.mark.parametrize(
    ("model", "bare", "tier"),
    [
        ("claude-opus-5-5", "claude-opus-5-5", None),
        ("claude-opus-4-8[1m]", "claude-opus-4-8", None),
        ("claude-opus-4-8[1M]", "claude-opus-4-8", None),
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5", None),
        ("claude-3-5-sonnet-20241022", "claude-3-5-sonnet", None),
        ("claude-3-5-sonnet-v2@20241022", "claude-3-5-sonnet", None),
        ("claude-opus-4-6@default", "claude-opus-4-6", None),
        ("anthropic/claude-opus-5", "claude-opus-5", None),
        ("vertex_ai/claude-opus-4@20250514", "claude-opus-4", None),
        ("google-vertex-anthropic/claude-opus-4-6@default", "claude-opus-4-6", None),
        ("bedrock/claude-opus-5", "claude-opus-5", None),
        ("anthropic.claude-opus-4-6-v1", "claude-opus-4-6", REGIONAL),
        ("us.anthropic.claude-opus-4-6-v1:0[1m]", "claude-opus-4-6", REGIONAL),
        ("eu.anthropic.claude-sonnet-4-20250514-v1:0", "claude-sonnet-4", REGIONAL),
        ("apac.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-3-5-sonnet", REGIONAL),
        ("au.anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("jp.anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("ca.anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("in.anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("global.anthropic.claude-opus-5-5", "claude-opus-5-5", GLOBAL),
        ("us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5", GOV),
        ("bedrock/us-gov-west-1/anthropic.claude-opus-5", "claude-opus-5", GOV),
        ("bedrock/us-east-1/claude-opus-5", "claude-opus-5", REGIONAL),
        ("bedrock/converse/us.anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("amazon-bedrock/global.anthropic.claude-opus-5", "claude-opus-5", GLOBAL),
        (ARN + "inference-profile/global.anthropic.claude-opus-5", "claude-opus-5", GLOBAL),
        (ARN + "inference-profile/eu.anthropic.claude-haiku-4-5-20251001-v1:0[1m]", "claude-haiku-4-5", REGIONAL),
        ("arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-opus-5", "claude-opus-5", REGIONAL),
        ("arn:aws-us-gov:bedrock:us-gov-west-1::foundation-model/anthropic.claude-opus-5", "claude-opus-5", GOV),
        ("claude-opus-4-0", "claude-opus-4", None),
        ("claude-3-7-sonnet-latest", "claude-3-7-sonnet", None),
    ],
)
def test_known_wrappers_come_off(model: str, bare: str, tier: str | None) -> None:
    """Every form that a client, a gateway or AWS writes leads to the bare id, and a Bedrock form to its tier."""
    name = take_apart(model)

    assert (bare, tier) == (name.ids[-1], name.tier)


@pytest.mark.parametrize(
    "model",
    [
        "opus",
        "claude-opus",
        "Claude-Opus-5-5",
        "claude-opus-5-5-fast",
        "claude-opus-5-5-preview",
        "claude-opus-5-5-2025092",  # seven digits
        "claude-opus-5-5-20251301",  # no month
        "claude-opus-5-5-19990101",  # before any model
        "claude-opus-5-5@tuesday",
        "claude-opus-5-5-vnext",
        "claude-opus-5-5-v1:",
        "claude-opus-5-5-v123:0",
        "us.claude-opus-5-5",
        "mars.anthropic.claude-opus-5-5",
        "openrouter/anthropic/claude-opus-5-5",
        "us-east-1/claude-opus-5-5",
        "converse/claude-opus-5-5",
        "deepseek-v4",
        "[1m",
        "",
        "arn:aws:s3:::bucket/claude-opus-5-5",
        "arn:aws:bedrock",
        ARN + "provisioned-model/abc",
    ],
)
def test_nothing_else_comes_off(model: str) -> None:
    """A name that no wrapper explains stays whole: no prefix is guessed, no likeness taken."""
    assert [model] == take_apart(model).ids


def test_every_step_is_an_id_of_its_own() -> None:
    """A price list may name a model at any step, so each is kept, with what was done."""
    name = take_apart("us.anthropic.claude-3-5-sonnet-20240620-v1:0")

    assert [
        "us.anthropic.claude-3-5-sonnet-20240620-v1:0",
        "anthropic.claude-3-5-sonnet-20240620-v1:0",
        "claude-3-5-sonnet-20240620-v1:0",
        "claude-3-5-sonnet-20240620",
        "claude-3-5-sonnet",
    ] == name.ids
    assert ["without us.", "without anthropic.", "without -v1:0", "without -20240620"] == name.steps


def test_half_a_wrapper_stays() -> None:
    """An unknown region keeps everything in front of the model; its version still comes off."""
    assert "mars.anthropic.claude-opus-5" == take_apart("mars.anthropic.claude-opus-5-v1:0").ids[-1]


def test_an_application_profile_says_nothing() -> None:
    """Its id is drawn by AWS and hides the model: only a mapping helps."""
    name = take_apart(ARN + "application-inference-profile/k3vx9aaaa")

    assert (True, True, None) == (name.application_profile, name.is_bedrock, name.tier)


@pytest.mark.parametrize("suffix", ["", "[1m]"])
def test_a_mapping_says_what_a_name_stands_for(suffix: str) -> None:
    """The mapped name is taken apart as if it had been written, and nothing before it is looked up."""
    arn = ARN + "application-inference-profile/k3vx9aaaa"
    name = take_apart(arn + suffix, {arn: "us.anthropic.claude-opus-5-5"})

    assert ("claude-opus-5-5", REGIONAL, True, False) == (
        name.ids[-1],
        name.tier,
        name.is_bedrock,
        name.application_profile,
    )
    assert "us.anthropic.claude-opus-5-5" == name.ids[name.start]


def test_a_mapping_to_a_bare_id_keeps_bedrock() -> None:
    """An ARN ran on Bedrock whatever its model is called; a gateway's own name says nothing of the kind."""
    arn = ARN + "application-inference-profile/k3vx9aaaa"

    assert take_apart(arn, {arn: "claude-opus-5-5"}).is_bedrock
    assert not take_apart("our-opus", {"our-opus": "claude-opus-5-5"}).is_bedrock


@given(st.text(max_size=60))
def test_any_text_is_taken_apart(model: str) -> None:
    """No name raises, and each step is noted."""
    name = take_apart(model)

    assert len(name.ids) == len(name.steps) + 1
