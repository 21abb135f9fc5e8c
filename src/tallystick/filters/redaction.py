"""Replaces secrets by the name of the rule that knew them: `[REDACTED:github_token]`. One mechanism a rule.

Rules are data, below: what must stand in the text for a look to be worth it, and the pattern whose last group is the
secret. They know a secret by its own prefix, or by the name that it is assigned to; what has neither is not found.
Quotes and names around a secret stay. No pattern tries a place twice, so that time grows with the text alone.

Lengthens: a secret that is shorter than the name of its rule.

Edits lines: a line without its secret.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from tallystick.filters.context import Context

BUCKET = "tool_output_redaction"
KIND = "rewriter"

_BEFORE = r"(?<![A-Za-z0-9_-])"
_LETTER = "[A-Za-z0-9_-]"
RULES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("aws_access_key", ("AKIA", "ASIA"), r"(?<![A-Z0-9])((?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Z0-9])"),
    (
        "aws_secret",
        ("secret_access_key", "SECRET_ACCESS_KEY", "secretAccessKey", "SecretAccessKey"),
        r"(?:(?i:secret_access_key)|[sS]ecretAccessKey)[\"']? ?[=:] ?[\"']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])",
    ),
    ("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"(?<![A-Za-z0-9_])(gh[pousr]_[A-Za-z0-9]{36,}+)"),
    ("github_pat", ("github_pat_",), r"(?<![A-Za-z0-9_])(github_pat_[A-Za-z0-9_]{22,}+)"),
    ("gitlab_token", ("glpat-",), rf"{_BEFORE}(glpat-{_LETTER}{{20,}}+)"),
    ("slack_token", ("xox",), r"(?<![A-Za-z0-9-])(xox[abeprs]-[A-Za-z0-9-]{10,}+)"),
    ("anthropic_key", ("sk-ant-",), rf"{_BEFORE}(sk-ant-{_LETTER}{{32,}}+)"),
    ("openai_key", ("sk-",), rf"{_BEFORE}(sk-(?!ant-){_LETTER}{{32,}}+)"),
    ("google_api_key", ("AIza",), rf"{_BEFORE}(AIza{_LETTER}{{35}})(?!{_LETTER})"),
    ("stripe_key", ("sk_live_", "rk_live_"), r"(?<![A-Za-z0-9_])([sr]k_live_[A-Za-z0-9]{20,}+)"),
    ("npm_token", ("npm_",), r"(?<![A-Za-z0-9_])(npm_[A-Za-z0-9]{36})(?![A-Za-z0-9])"),
    ("jwt", ("eyJ",), rf"{_BEFORE}(eyJ{_LETTER}{{8,}}+\.eyJ{_LETTER}{{8,}}+\.{_LETTER}{{8,}}+)"),
    ("bearer_token", ("earer ",), r"[Bb]earer ([A-Za-z0-9._~+/=-]{20,}+)"),
    ("url_password", ("://",), r"://[^/\s:@\"'<>\[]{1,256}+:([^/\s@\"'<>\[]{1,256}+)(?=@)"),
    (
        "env_secret",
        ("TOKEN", "SECRET", "KEY", "PASSWORD", "PASSWD"),
        (
            r"(?<![a-z])(?:(?:TOKEN|SECRET|KEY)[\"']? ?= ?[\"']?([A-Za-z0-9+/=_.~@:-]{16,}+)"
            r"|(?:PASSWORD|PASSWD)[\"']? ?= ?[\"']?([A-Za-z0-9+/=_.~@:!#%^&*-]{6,}+))"
        ),
    ),
)


class Rule:
    """One rule: a filter of its own."""

    __slots__ = ("BUCKET", "KIND", "MECHANISM", "_compiled", "_pattern", "_signs")

    def __init__(self, name: str, signs: tuple[str, ...], pattern: str) -> None:
        self.MECHANISM, self.BUCKET, self.KIND = name, BUCKET, KIND
        self._signs = signs
        self._pattern = pattern
        self._compiled: re.Pattern[str] | None = None

    def applies(self, context: Context) -> bool:
        """Always: a text without its signs is known at a glance."""
        return True

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the text without this rule's secrets, and their number."""
        if not any(sign in text for sign in self._signs):
            return text, 0
        if self._compiled is None:
            import re

            self._compiled = re.compile(self._pattern)
        return self._compiled.subn(self._hide, text)

    def _hide(self, found: re.Match[str]) -> str:
        whole, secret = found[0], next(filter(None, found.groups()))
        begin = found.start(found.lastindex or 0) - found.start()
        return f"{whole[:begin]}[REDACTED:{self.MECHANISM}]{whole[begin + len(secret) :]}"


class PrivateKeys:
    """Blocks of PEM that hold a private key, whole or cut off."""

    __slots__ = ("BUCKET", "KIND", "MECHANISM")

    def __init__(self) -> None:
        self.MECHANISM, self.BUCKET, self.KIND = "pem_private_key", BUCKET, KIND

    def applies(self, context: Context) -> bool:
        """Always: a text without a block is known at a glance."""
        return True

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the text without private keys, and their number."""
        if "PRIVATE KEY" not in text:
            return text, 0
        first, *parts = text.split(_BEGIN)
        kept = [first]
        count = 0
        for part in parts:
            title, dashes, body = part.partition(_DASHES)
            if not dashes or len(title) > 40 or "PRIVATE KEY" not in title:
                kept.append(_BEGIN + part)
                continue
            count += 1
            kept.append(f"[REDACTED:{self.MECHANISM}]{_behind_key(body)}")
        return ("".join(kept), count) if count else (text, 0)


_BEGIN, _END, _DASHES = "-----BEGIN ", "-----END ", "-----"
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="


def _behind_key(body: str) -> str:
    """What follows a key: behind its last line, or, where that is missing, behind the last line that can be of it."""
    key, end, rest = body.partition(_END)
    if end and len(key) < 16_384:
        return rest.partition(_DASHES)[2]
    lines = body.split("\n")
    for at, line in enumerate(lines):
        if line.strip().strip(_BASE64) and not line.startswith(("Proc-Type:", "DEK-Info:")):
            return "\n".join(["", *lines[at:]]) if at else body.lstrip(_BASE64 + "\\")
    return ""


PARTS: tuple[PrivateKeys | Rule, ...] = (PrivateKeys(), *(Rule(*rule) for rule in RULES))
