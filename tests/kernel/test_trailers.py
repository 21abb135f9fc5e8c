"""The block of trailers: its lines, its rules, and which lines of others are none of it."""

from __future__ import annotations

import pytest

from tallystick.kernel import trailers
from tallystick.kernel.trailers import KEEP, RESTAMP, WRITE, Figures


def figures(**known: object) -> Figures:
    """Figures of which this is known."""
    found = Figures()
    for name, value in known.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("known", "lines"),
    [
        ({}, []),
        ({"prompt": 0, "output": 0}, ["Tokens-In: 0", "Tokens-Out: 0"]),
        ({"prompt": 1284431, "output": 38902, "model": "m"}, ["Tokens-In: 1284431", "Tokens-Out: 38902", "Model: m"]),
        ({"model": "claude-x", "savings": 34}, ["Savings: 34%", "Model: claude-x"]),
        ({"model": "claude-x", "window": 8 << 20}, ["Model: claude-x"]),
        ({"model": "glm-5", "savings": 34}, []),  # nobody could tell it from words of others
        ({"savings": 34}, []),
        (
            {"prompt": 5, "output": 6, "window": 8 << 20},
            ["Tokens-In: 5", "Tokens-Out: 6", "Tokens-Window: last 8 MiB of a larger transcript"],
        ),
        (
            {"prompt": 5, "output": 6, "window": 1000},
            ["Tokens-In: 5", "Tokens-Out: 6", "Tokens-Window: last 1000 bytes of a larger transcript"],
        ),
    ],
)
def test_lines(known: dict[str, object], lines: list[str]) -> None:
    """In this order, what is unknown left out."""
    assert [line.encode() for line in lines] == figures(**known).lines()


@pytest.mark.parametrize(
    ("saved", "actual", "expected"),
    [
        (600, 1400, 30),
        (1, 10_000, 1),  # not nothing
        (25, 175, 13),  # 12.5
        (10_000, 1, 100),
        (0, 1000, None),
        (1000, 0, None),  # what was sent is not known
    ],
)
def test_share(saved: int, actual: int, expected: int | None) -> None:
    """Of all that would have been sent, in whole percent."""
    assert expected == trailers.share(saved, actual)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("claude-opus-5-5", "claude-opus-5-5"),
        ("claude-sonnet-5-5[1m]", "claude-sonnet-5-5[1m]"),
        ("us.anthropic.claude-x-v1:0", "us.anthropic.claude-x-v1:0"),
        ("arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-x", "us.anthropic.claude-x"),
        ("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc", None),
        ("arn:other", None),
        ("two words", None),
        ("line\nbreak", None),
        ("überklug", None),
        ("", None),
        ("m" * 129, None),
    ],
)
def test_public_model(model: str, expected: str | None) -> None:
    """One plain word without anybody's account in it."""
    assert expected == trailers.public_model(model)


@pytest.mark.parametrize(
    ("source", "is_rebasing", "is_replayed", "expected"),
    [
        ("message", True, True, KEEP),
        ("commit", True, False, KEEP),
        ("message", False, True, RESTAMP),
        ("merge", False, True, RESTAMP),
        ("merge", False, False, KEEP),
        (" squash\n", False, False, KEEP),
        ("commit", False, False, RESTAMP),
        ("message", False, False, WRITE),
        ("template", False, False, WRITE),
        ("", False, False, WRITE),
        ("of a git to come", False, False, WRITE),
    ],
)
def test_policy(source: str, is_rebasing: bool, is_replayed: bool, expected: str) -> None:  # noqa: FBT001 - a table
    """A rebase first, then what is picked, then git's word."""
    assert expected == trailers.policy(source, is_rebasing=is_rebasing, is_replayed=is_replayed)


def test_autosquash() -> None:
    """Three words at the very beginning."""
    assert all(trailers.is_autosquash(one) for one in (b"fixup! a", b"squash! a", b"amend! a"))
    assert not any(trailers.is_autosquash(one) for one in (b"a fixup! b", b"fixup", b""))


@pytest.mark.parametrize(
    ("paragraph", "ours"),
    [
        (["Tokens-In: 5", "Tokens-Out: 6", "Tokens-Window: w", "Savings: 3%", "Model: m"], {0, 1, 2, 3, 4}),
        (["tokens-in : 5", "MODEL: m"], {0, 1}),
        (["Refs: 7", "Tokens-In: 5", "Refs: 8", "Model: m"], {1}),
        (["Model: resnet50"], set()),
        (["Model: claude-x"], {0}),
        (["Savings: 3%", "Model: claude-x"], {0, 1}),
        (["Savings: 3%", "Model: resnet50"], set()),
        (["Savings: 3%"], set()),
        (["Tokens-In: 5", " that goes on", "\tand on", "Model: m"], {0, 1, 2, 3}),
        ([" Tokens-In: 5"], set()),
        (["Tokens-In", "Tokens-Into: 5"], set()),
        ([], set()),
    ],
)
def test_find(paragraph: list[str], ours: set[int]) -> None:
    """The keys that nobody else has, and the two others beside them."""
    assert ours == trailers.find([line.encode() for line in paragraph])
