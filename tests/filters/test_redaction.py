"""Secrets by their own prefix or by the name they are assigned to; what merely looks so stays."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.redaction import PARTS, PrivateKeys

SECRETS = {
    "aws_access_key": ["id AKIAIOSFODNN7EXAMPLE", "(ASIAIOSFODNN7EXAMPLE)"],
    "aws_secret": [f'"SecretAccessKey": "{"a1B2/" * 8}"', f"aws_secret_access_key = {'a1B2+' * 8}"],
    "github_token": [f"https://ghp_{'a' * 36}@x", f"ghs_{'a' * 40}"],
    "github_pat": [f"github_pat_{'a1_' * 10}"],
    "gitlab_token": [f"glpat-{'a1_' * 8}"],
    "slack_token": ["xoxb-123456789-abc"],
    "anthropic_key": [f"sk-ant-api03-{'a1_-' * 10}"],
    "openai_key": [f"sk-{'a1' * 20}", f"sk-proj-{'a1_-' * 10}"],
    "google_api_key": [f"AIza{'a1_-b' * 7}"],
    "stripe_key": [f"sk_live_{'0' * 24}"],
    "npm_token": [f"npm_{'a1' * 18}"],
    "jwt": ["eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"],
    "bearer_token": [f"Authorization: Bearer {'a.b' * 8}"],
    "url_password": ["postgres://ada:secret@db/kiln"],
    "env_secret": [f"APP_TOKEN={'a' * 16}", f'X_KEY = "{"a" * 16}"', "DB_PASSWORD=correct-horse", f"KEY={'a' * 16}"],
}
NONE = (
    *("AKIASHORT", "XAKIAIOSFODNN7EXAMPLE", "ghp_short", "sk-learn", "mask-" + "a" * 40, "eyJ only", "Bearer token"),
    *("https://kiln.example/a:b@c", "git@host:repo", "KEY=short", "MONKEY=banana", "PASSWORD=", "PASSWORD=$(pass)"),
    *(
        "token = request.headers['Token']",
        "primary key=" + "a" * 30,
        "xox-1",
        "npm_config_cache",
        "TOKEN=${GITHUB_TOKEN}",
    ),
    *("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "-----BEGIN PRIVATE KEY", "PRIVATE KEY"),
)


def redact(text: str) -> tuple[str, list[str]]:
    """The text behind all rules, and the rules that found something."""
    met = []
    for rule in PARTS:
        text, count = rule.apply(text, Context())
        met += [rule.MECHANISM] * count
    return text, met


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SECRETS.items() for text in texts])
def test_secret(name: str, text: str) -> None:
    """One rule finds it, what stands around it stays, and there is nothing more to find."""
    after, met = redact(f"before {text} after")

    assert met == [name]
    assert f"[REDACTED:{name}]" in after
    assert after.startswith("before ")
    assert after.endswith(" after")
    assert redact(after) == (after, [])


@pytest.mark.parametrize("text", NONE)
def test_no_secret(text: str) -> None:
    """Too short, in the middle of a word, a name alone, a call."""
    assert redact(text) == (text, [])


def test_every_rule_has_a_secret() -> None:
    """No rule that finds nothing."""
    assert {rule.MECHANISM for rule in PARTS} == {*SECRETS, "pem_private_key"}
    assert all(rule.applies(Context()) for rule in PARTS)


BODY = "MIIB" * 16


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a\n-----BEGIN PRIVATE KEY-----\n{BODY}\n-----END PRIVATE KEY-----\nb", "a\n[REDACTED:pem_private_key]\nb"),
        # in JSON, with its line feeds written out
        (
            f'"-----BEGIN EC PRIVATE KEY-----\\n{BODY}\\n-----END EC PRIVATE KEY-----\\n"',
            '"[REDACTED:pem_private_key]\\n"',
        ),
        # cut off: by the end, by other text, in its first line
        (f"-----BEGIN PRIVATE KEY-----\n{BODY}\n{BODY}", "[REDACTED:pem_private_key]"),
        (f"-----BEGIN PRIVATE KEY-----\n{BODY}\n$ ls -l\n", "[REDACTED:pem_private_key]\n$ ls -l\n"),
        (f"-----BEGIN PRIVATE KEY-----{BODY} and so on", "[REDACTED:pem_private_key] and so on"),
        (f"-----BEGIN PRIVATE KEY-----\n{BODY}\n-----BEGIN PRIVATE KEY-----\n{BODY}", "[REDACTED:pem_private_key]" * 2),
    ],
)
def test_private_key(text: str, expected: str) -> None:
    """A block goes whole; of one that is cut off goes what can be of it."""
    assert expected == PrivateKeys().apply(text, Context())[0]
