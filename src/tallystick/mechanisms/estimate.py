"""Estimated tokens as pi, the host, estimates them: UTF-16 units by four, rounded up once for each text or message.

A rule of thumb, never usage. Broken messages count what of them can be counted; nothing here raises.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IMAGE_UNITS = 4800  # what the host counts for a picture, of whatever size
_SURROGATES = range(0xD800, 0xE000)
# what JSON writes for a character below U+0020 with a short name, and for the two that it must escape
_SHORT_ESCAPES = frozenset('\b\f\n\r\t"\\')


def units(text: str) -> int:
    """Return how many UTF-16 units a text has: characters beyond the first plane are two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def estimate(text: str) -> int:
    """Return the estimated tokens of a text: a quarter of its units, rounded up."""
    return quarter(units(text))


def quarter(count: int) -> int:
    """Return the estimated tokens of so many units."""
    return -(-count // 4)


def cut(text: str, most: int) -> str:
    """Return the first units of a text, `most` at most, no character split."""
    if units(text) <= most:
        return text
    if text.isascii():
        return text[:most]
    return text.encode("utf-16-le", "surrogatepass")[: 2 * most].decode("utf-16-le", "ignore")


def of_message(message: Mapping[str, object]) -> int:
    """Return the estimated tokens of one message, as the host counts it: 0 for a role that it does not know."""
    role = message.get("role")
    if not isinstance(role, str):
        return 0
    if role == "assistant":
        return quarter(sum(_spoken(block) for block in _listed(message.get("content"))))
    if role in {"user", "custom", "toolResult"}:
        return quarter(_content(message.get("content")))
    if role == "system":
        return quarter(_system(message))
    if role == "bashExecution":
        return quarter(_text(message.get("command")) + _text(message.get("output")))
    if role in {"branchSummary", "compactionSummary"}:
        return quarter(_text(message.get("summary")))
    return 0


def of_messages(messages: Iterable[Mapping[str, object]]) -> int:
    """Return the sum over messages, each rounded up for itself."""
    return sum(map(of_message, messages))


def json_units(value: object) -> int:
    """Return the UTF-16 units of a value as `JSON.stringify` writes it; what JSON does not know counts as null."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        inside = sum(_quoted(str(key)) + 1 + json_units(one) for key, one in value.items())
        return 2 + inside + max(0, len(value) - 1)
    if isinstance(value, list | tuple):
        return 2 + sum(map(json_units, value)) + max(0, len(value) - 1)
    if isinstance(value, bool):
        return 4 if value else 5
    if isinstance(value, int):
        return len(str(value))
    return _number(value) if isinstance(value, float) else 4


def _spoken(block: Mapping[str, object]) -> int:
    kind = block.get("type")
    if kind in ("text", "thinking"):  # not a set: what a broken block says may have no hash
        return _text(block.get(str(kind)))
    if kind != "toolCall":
        return 0
    arguments = block.get("arguments")
    return _text(block.get("name")) + (0 if arguments is None else json_units(arguments))


def _content(content: object) -> int:
    if isinstance(content, str):
        return units(content)
    found = 0
    for block in _listed(content):
        kind = block.get("type")
        if kind == "text":
            found += _text(block.get("text"))
        elif kind == "image":
            found += IMAGE_UNITS
    return found


def _system(message: Mapping[str, object]) -> int:
    sections, tools = message.get("sections"), message.get("toolsAdded")
    found = _content(message.get("content"))
    if isinstance(sections, dict):
        found += sum(map(_text, sections.values()))
    return found + (json_units(tools) if tools else 0)


def _listed(content: object) -> list[dict[str, object]]:
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _text(value: object) -> int:
    return units(value) if isinstance(value, str) else 0


def _quoted(text: str) -> int:
    """Return the units of a JSON string: control characters and lone surrogates are escaped, nothing else is."""
    if text.isascii() and text.isprintable():
        return 2 + len(text) + text.count('"') + text.count("\\")
    found = 2 + units(text)
    for letter in text:
        if letter in _SHORT_ESCAPES:
            found += 1
        elif letter < " " or ord(letter) in _SURROGATES:
            found += 5
    return found


def _number(value: float) -> int:
    """Return how long a number is that JavaScript writes: exponents only below 1e-6 and from 1e21 on."""
    if value in {float("inf"), float("-inf")} or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return 4
    mantissa, _, exponent = repr(abs(value)).partition("e")
    sign = 1 if value < 0 else 0
    mantissa = mantissa.removesuffix(".0")
    if not exponent:
        return sign + len(mantissa)
    digits, power = len(mantissa.replace(".", "")), int(exponent)
    if -7 < power < 0:
        return sign + 1 + digits - power
    if 0 < power < 21:
        return sign + power + 1
    return sign + len(mantissa) + 2 + len(str(abs(power)))
