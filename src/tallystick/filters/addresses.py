"""Numbers the addresses of objects in the order in which they are met, so that two runs print the same text.

`<Kiln object at 0x7f3a5c0d1e20>` becomes `<Kiln object at 0xADDR1>`, and the same address is `0xADDR1` wherever it
stands in the text. An address is a hexadecimal number of nine to sixteen digits, or one of six and more behind `at`; a
shorter one anywhere else may be a colour, a mask or a size.

Lengthens: an address of six digits from the tenth address on.

Edits lines: a number stands for an address.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from tallystick.filters.context import Context

MECHANISM = "memory_address_normalization"
BUCKET = "tool_output_normalize"
KIND = "rewriter"

_ADDRESS = r"(?<![A-Za-z0-9_])0x(?:[0-9A-Fa-f]{9,16}|(?<= at 0x)[0-9A-Fa-f]{6,8})(?![A-Za-z0-9_])"
_compiled: list[re.Pattern[str]] = []


def applies(context: Context) -> bool:
    """Always: a text without `0x` is known at a glance."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with its addresses numbered, and how many there were."""
    if "0x" not in text:
        return text, 0
    if not _compiled:
        import re

        _compiled.append(re.compile(_ADDRESS))
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found[0].lower(), f"0xADDR{len(names) + 1}")

    return _compiled[0].subn(name, text)
