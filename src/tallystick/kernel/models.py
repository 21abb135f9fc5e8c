"""Which model a name means: known wrappers taken off one at a time, never a likeness.

A name that no wrapper explains stays as it is, and is priced only where the price list has that very name.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

API = "api"
GLOBAL = "bedrock-global"
REGIONAL = "bedrock-regional"
GOV = "bedrock-gov"

# `provider/` as gateways and SDKs write it. Sellers with a price list of their own are left out on purpose.
_BEDROCK_PATHS = ("bedrock", "bedrock_converse", "bedrock_mantle", "amazon-bedrock")
_OTHER_PATHS = ("anthropic", "vertex_ai", "google-vertex", "google-vertex-anthropic")
_BEDROCK_ROUTES = ("converse", "invoke")  # only behind a Bedrock path
_REGIONS = ("us", "eu", "apac", "au", "jp", "ca", "in")

# Ids that the vendor itself documents as another name of exactly one model.
ALIASES = {
    "claude-3-5-haiku-latest": "claude-3-5-haiku",
    "claude-3-5-sonnet-latest": "claude-3-5-sonnet",
    "claude-3-7-sonnet-latest": "claude-3-7-sonnet",
    "claude-3-opus-latest": "claude-3-opus",
    "claude-opus-4-0": "claude-opus-4",
    "claude-sonnet-4-0": "claude-sonnet-4",
}


class Name:
    """A model name taken apart: `ids` from the name as written to the bare id, and the step between each two."""

    __slots__ = ("application_profile", "ids", "is_bedrock", "raw", "start", "steps", "tier")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.ids = [raw]
        self.steps: list[str] = []
        self.start = 0  # the first of `ids` that may be looked up: a mapping replaces what stands before it
        self.is_bedrock = False
        self.tier: str | None = None  # None: the name does not say
        self.application_profile = False

    def became(self, rest: str, step: str) -> str:
        """Note that `step` left `rest` of the name."""
        self.ids.append(rest)
        self.steps.append(step)
        return rest


def take_apart(model: str, models: Mapping[str, str] | None = None) -> Name:
    """Take every known wrapper off a model name: `[1m]`, ARN, `provider/`, region and `anthropic.`, `@date`, `-vN:M`,
    `-YYYYMMDD`; a Bedrock name says its tier. `models` names what a name as written stands for.
    """
    name = Name(model)
    rest = model
    if rest.endswith(("[1m]", "[1M]")):
        rest = name.became(rest[:-4], f"without {rest[-4:]}")
    mapped = (models.get(model) or models.get(rest)) if models else None
    if mapped:
        name.is_bedrock = rest.startswith("arn:") and ":bedrock:" in rest
        rest = name.became(mapped, "mapped by [models]")
        name.start = len(name.steps)
    if rest.startswith("arn:"):
        rest = _open_arn(name, rest)
    rest = _take_paths(name, rest)
    rest = _take_region(name, rest)
    rest = _take_date_and_version(name, rest)
    if rest in ALIASES:
        name.became(ALIASES[rest], "a documented alias")
    return name


def _open_arn(name: Name, arn: str) -> str:
    parts = arn.split(":", 5)
    if len(parts) < 6 or parts[2] != "bedrock":
        return arn
    name.is_bedrock = True
    kind, _, rest = parts[5].partition("/")
    if kind == "application-inference-profile":
        name.application_profile = True
        return arn
    if kind not in {"inference-profile", "foundation-model"}:
        return arn
    if parts[1] == "aws-us-gov":
        name.tier = GOV
    return name.became(rest, "out of its ARN")


def _take_paths(name: Name, rest: str) -> str:
    while True:
        head, slash, tail = rest.partition("/")
        if not slash:
            return rest
        if head in _BEDROCK_PATHS:
            name.is_bedrock = True
        elif name.is_bedrock and _is_aws_region(head):
            name.tier = GOV if head.startswith("us-gov-") else REGIONAL
        elif head not in _OTHER_PATHS and not (name.is_bedrock and head in _BEDROCK_ROUTES):
            return rest
        rest = name.became(tail, f"without {head}/")


def _is_aws_region(text: str) -> bool:
    parts = text.split("-")
    return len(parts) in {3, 4} and len(parts[0]) == 2 and all(p.isalpha() for p in parts[:-1]) and parts[-1].isdigit()


def _take_region(name: Name, rest: str) -> str:
    region, dot, tail = rest.partition(".")
    if dot and tail.startswith("anthropic."):
        if region == "global":
            name.tier = GLOBAL
        elif region == "us-gov":
            name.tier = GOV
        elif region in _REGIONS:
            name.tier = REGIONAL
        else:
            return rest
        rest = name.became(tail, f"without {region}.")
    if rest.startswith("anthropic."):
        name.is_bedrock = True
        name.tier = name.tier or REGIONAL
        rest = name.became(rest[len("anthropic.") :], "without anthropic.")
    return rest


def _take_date_and_version(name: Name, rest: str) -> str:
    head, at, tail = rest.rpartition("@")
    if at and (_is_date(tail) or tail == "default"):
        rest = name.became(head, f"without @{tail}")
    head, mark, tail = rest.rpartition("-v")
    if mark and _is_version(tail, head):
        rest = name.became(head, f"without -v{tail}")
    head, dash, tail = rest.rpartition("-")
    if dash and _is_date(tail):
        rest = name.became(head, f"without -{tail}")
    return rest


def _is_version(text: str, head: str) -> bool:
    major, colon, minor = text.partition(":")
    # Without ":M" only Claude ids carry it ("claude-opus-4-6-v1"); elsewhere "-v4" is part of a model's name.
    return _is_short_number(major) and (_is_short_number(minor) if colon else head.startswith("claude-"))


def _is_short_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


def _is_date(text: str) -> bool:
    return (
        len(text) == 8
        and text.isascii()
        and text.isdigit()
        and "2020" <= text[:4] <= "2099"
        and "01" <= text[4:6] <= "12"
        and "01" <= text[6:] <= "31"
    )
