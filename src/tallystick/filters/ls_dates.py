"""Blanks the dates of long listings, so that two listings of the same files are the same text.

A line is of a listing where it begins with the mode of a file, as `ls -l` and its kin write it. The date becomes dashes
of the same width: no date of ours is taken for one of the file system.

Edits lines: a listed file without its date.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from tallystick.filters.context import Context

MECHANISM = "ls_timestamp_normalization"
BUCKET = "tool_output_normalize"
KIND = "rewriter"

_DATE = (
    r"(?:[A-Z][a-z]{2} [ \d]\d  ?\d\d:?\d\d"  # Jan  5 12:07, Jan  5  2026
    r"|\d?\d [A-Z][a-z]{2}  ?\d\d:?\d\d"  # 5 Jan 12:07, in most locales
    r"|\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d\.\d{9} [-+]\d{4})?"  # long-iso, full-iso
    r"|\d\d-\d\d \d\d:\d\d)"  # iso
)
_LINE = (
    r"^((?:[ ]*+\d++[ ]++\d++[ ]++)?"  # `find -ls` has two numbers before the mode
    r"[-dlbcpsD][-r][-w][-xsS][-r][-w][-xsS][-r][-w][-xtT][.+@]?[ ]++\d++[ ]++[^ \n]++(?:[ ]++[^ \n]++)?[ ]++"
    r"\d[\d.,]*+[KMGTPE]?(?:[ ]++\d++)?[ ]++)(" + _DATE + r")(?= )"
)
_compiled: list[re.Pattern[str]] = []


def applies(context: Context) -> bool:
    """Always: a text without modes is known at a glance."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with its dates blanked, and their number."""
    if not any(sign in text for sign in ("rw", "r-", "--")):
        return text, 0
    if not _compiled:
        import re

        _compiled.append(re.compile(_LINE, re.MULTILINE))
    return _compiled[0].subn(_blank, text)


def _blank(found: re.Match[str]) -> str:
    return found[1] + "".join("-" if letter.isalnum() else letter for letter in found[2])
