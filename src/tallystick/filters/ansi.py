"""Removes terminal control: each ESC sequence of ECMA-48, the 8-bit ones where nothing else can be meant, BEL, SO, SI.

A control string (a window title, a link) ends with BEL or ST; one that never ends, or that another ESC breaks off,
loses its opening and keeps its text. A character of U+0080..U+009F stays unless it opens a complete colour, cursor or
erase sequence or a complete string: in text that was decoded wrongly it is a letter.

Edits lines: what is left of a line is its text without the control.
"""

from __future__ import annotations

from tallystick.filters.marks import shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.filters.context import Context

MECHANISM = "strip_ansi"
BUCKET = "tool_output_filter"
KIND = "reducer"

_PARAMETERS = "0123456789:;<=>?"
_INTERMEDIATES = " !\"#$%&'()*+,-./"
_ANNOUNCED = frozenset("FGLMN")  # what may follow ESC and a space; before any other letter they are text
_C1_FINALS = frozenset("mKJHABCDEFGdfhlsu")
_CSI, _OSC, _ST, _BEL = "\x9b", "\x9d", "\x9c", "\x07"
_SHORT = 8  # characters
_STRINGS = frozenset("]PX^_")  # OSC, DCS, SOS, PM, APC
_SINGLES = dict.fromkeys(map(ord, "\x07\x0e\x0f"))


def applies(context: Context) -> bool:
    """Always: a text without control is known at a glance."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text without control, and how many sequences and characters went."""
    kept, count = text, 0
    if "\x1b" in kept:
        kept, count = _without_escapes(kept)
    kept, strings = _without(kept, _OSC, _without_string)
    singles = sum(map(kept.count, "\x07\x0e\x0f"))
    if singles:
        kept = kept.translate(_SINGLES)
    kept, sequences = _without(kept, _CSI, _without_c1)  # last: what goes before may complete a sequence
    return shorter(text, kept, count + strings + singles + sequences)


def _without(text: str, opening: str, strip: Callable[[str], str]) -> tuple[str, int]:
    """The text without what begins with an 8-bit opening, and how many of them went."""
    if opening not in text:
        return text, 0
    first, *parts = text.split(opening)
    kept = first + "".join(map(strip, parts))
    return kept, len(parts) - kept.count(opening)


def _without_escapes(text: str) -> tuple[str, int]:
    first, *parts = text.split("\x1b")
    has_ends = _BEL in text or "\x1b\\" in text
    kept = [first]
    known: dict[str, str] = {}  # what stands behind short sequences: a text in colour has the same ones all over
    ended = False  # whether this part begins with the backslash of an ST that ends a string
    for at, part in enumerate(parts):
        opening = part[:1]
        if ended:
            ended = False
            kept.append(part[1:])
        elif opening == "[":
            rest = known.get(part) if len(part) <= _SHORT else None
            if rest is None:
                rest = _behind_csi(part)
                if len(part) <= _SHORT:
                    known[part] = rest
            kept.append(rest)
        elif opening in _STRINGS:
            ended = has_ends and _is_ended(part, parts[at + 1 : at + 2])
            kept.append("" if ended else _behind_string(part) if has_ends else part[1:])
        else:
            kept.append(_behind_escape(part))
    return "".join(kept), len(parts)


def _is_ended(part: str, following: list[str]) -> bool:
    """Whether the string that this part is ends with the ST that the next part begins with."""
    if not following or not following[0].startswith("\\") or (part[0] == "]" and _BEL in part):
        return False
    return not _breaks(part)


def _behind_string(part: str) -> str:
    """What stands behind a string that BEL ends; one without its end loses its opening alone."""
    end = part.find(_BEL) if part[0] == "]" else -1
    return part[end + 1 :] if end > 0 and not _breaks(part[:end]) else part[1:]


def _breaks(string: str) -> bool:
    """Whether a line feed stands in a title or a link, which have one line."""
    return string[0] == "]" and "\n" in string


def _behind_csi(part: str) -> str:
    """What stands behind a control sequence; one without its end loses its ESC alone."""
    if part[1:2].isalpha() and part[1].isascii():
        return part[2:]
    rest = part[1:].lstrip(_PARAMETERS).lstrip(_INTERMEDIATES)
    return rest[1:] if rest and "@" <= rest[0] <= "~" else part


def _behind_escape(part: str) -> str:
    """What stands behind ESC, any intermediates and a final character; an ESC before anything else goes alone."""
    rest = part.lstrip(_INTERMEDIATES)
    between = part[: len(part) - len(rest)]
    if not rest or len(between) > 2 or (" " in between and rest[0] not in _ANNOUNCED):
        return part
    return rest[1:] if "0" <= rest[0] <= "~" else part


def _without_string(part: str) -> str:
    """A part behind an 8-bit OSC: without the string where it ends on its line, else as it was."""
    line = part.partition("\n")[0]
    ends = [end for end in (line.find(_ST), line.find(_BEL)) if end >= 0]
    return part[min(ends) + 1 :] if ends else _OSC + part


def _without_c1(part: str) -> str:
    """A part behind an 8-bit CSI: without the sequence where it is complete; one that the next breaks off goes too."""
    rest = part.lstrip(_PARAMETERS)
    if not rest:
        return part
    return rest[1:] if len(rest) < len(part) and rest[0] in _C1_FINALS else _CSI + part
