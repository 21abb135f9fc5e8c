"""Who is asked, by what the environment and config.toml say."""

from __future__ import annotations

import select
from typing import Any

import pytest

from tallystick.mechanisms.records import Ask
from tallystick.mechanisms.settings import parse
from tallystick.model.settings import Settings
from tallystick.pi import aux
from tallystick.pi.aux import Model


def ask() -> Ask:
    """A question of the bash mechanism."""
    return Ask("bash", {"toolCallId": "c1"}, prompt="Shorten.", content="long", max_tokens=9, timeout_ms=5000)


def choose(environ: dict[str, str], **configured: Any) -> Model:
    """The model for these variables and settings."""
    return aux.choose(environ, Settings(**configured), parse(environ))


def replied(model: Model) -> tuple[int, str | None, bool]:
    """The next reply, waited for as the server does."""
    assert select.select([model.handle], [], [], 5)[0]
    (found,) = model.replies()
    return found


@pytest.mark.parametrize(
    ("environ", "configured", "name"),
    [
        ({}, {}, ""),
        ({}, {"pi_aux_model": "acme/small"}, "acme/small"),
        ({"PI_CTX_AUX_MODEL": "tiny"}, {"pi_aux_model": "acme/small"}, "tiny"),
        ({"PI_CTX_AUX": "pi"}, {"pi_aux_command": ("cat",)}, ""),
        ({"PI_CTX_AUX": "nobody", "PI_CTX_AUX_COMMAND": "'"}, {}, ""),
    ],
)
def test_pi_is_asked_for_its_own_model(environ: dict[str, str], configured: dict[str, Any], name: str) -> None:
    """Where nothing else is said, or it is said."""
    said = choose(environ, **configured).ask(1, ask())

    assert {"prompt": "Shorten.\n\nlong", "maxTokens": 9, "timeoutMs": 5000, "model": name} == said


@pytest.mark.parametrize(
    ("environ", "configured"),
    [
        ({"PI_CTX_AUX_COMMAND": "tr a-z A-Z"}, {}),
        ({}, {"pi_aux_command": ("tr", "a-z", "A-Z")}),
        ({"PI_CTX_AUX_COMMAND": "tr a-z A-Z"}, {"pi_aux_command": ("cat",), "pi_aux_url": "http://127.0.0.1:9"}),
        ({"PI_CTX_AUX": "command"}, {"pi_aux_command": ("tr", "a-z", "A-Z"), "pi_aux": "url"}),
    ],
)
def test_a_program_is_asked(environ: dict[str, str], configured: dict[str, Any]) -> None:
    """Where one is named; the environment comes first."""
    model = choose(environ, **configured)

    assert model.ask(3, ask()) is None
    assert (3, "SHORTEN.\n\nLONG", True) == replied(model)


@pytest.mark.parametrize(
    ("environ", "was_sent"),
    [
        ({"PI_CTX_AUX_URL": "http://127.0.0.1:9"}, False),
        ({"PI_CTX_AUX_COMMAND": "/nowhere/model"}, False),
        ({"PI_CTX_AUX_COMMAND": "false"}, True),
    ],
)
def test_one_that_fails_has_no_reply(environ: dict[str, str], was_sent: bool) -> None:  # noqa: FBT001
    """A question counts as asked where somebody was there to read it."""
    model = choose(environ)
    model.ask(4, ask())

    assert (4, None, was_sent) == replied(model)


@pytest.mark.parametrize("environ", [{"PI_CTX_AUX": "none"}, {"PI_CTX_AUX": "url"}, {"PI_CTX_AUX": "COMMAND"}])
def test_nobody_is_asked(environ: dict[str, str]) -> None:
    """None at all, or one that is not named."""
    model = choose(environ)
    model.ask(5, ask())

    assert (5, None, False) == replied(model)
    assert [] == list(model.replies())
