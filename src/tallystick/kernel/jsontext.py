"""JSON as transcripts hold it, through CPython's own C scanner: importing `json` costs more than a whole render may.

What is lenient here is lenient everywhere: raw control letters, NaN, several objects on one physical line.
"""

from __future__ import annotations

from _json import encode_basestring, encode_basestring_ascii, make_encoder, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 64 << 20  # bytes of one physical line; a longer one is passed over
_SPACE = " \t\r\n\x00\ufeff"
# How many openings behind a torn stub are tried, and how many characters may be read doing so.
_TRIES, _WORK = 200, 1 << 27


class _Lenient:
    """What the C scanner asks of a decoder."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


class _Long(_Lenient):
    """The same for numbers of thousands of digits, which Python makes no integers of."""

    parse_int = float  # type: ignore[assignment]


_scan = make_scanner(_Lenient)  # type: ignore[arg-type]
_scan_long = make_scanner(_Long)  # type: ignore[arg-type]
_write = make_encoder(None, str, encode_basestring, None, ":", ",", False, False, True)  # noqa: FBT003 - a C function
_write_ascii = make_encoder(None, str, encode_basestring_ascii, None, ":", ",", False, False, True)  # noqa: FBT003
_write_strict = make_encoder(None, str, encode_basestring_ascii, None, ":", ",", False, False, False)  # noqa: FBT003


def decode_at(text: str, at: int) -> tuple[object, int]:
    """Return the value that starts at a place and where it ends; ValueError, or RecursionError where it is too deep."""
    try:
        try:
            return _scan(text, at)
        except ValueError as error:
            if error.__class__ is not ValueError:
                raise  # a fault of the text
            return _scan_long(text, at)
    except (StopIteration, SystemError):  # the second, up to Python 3.12, where `json` with its own error is not loaded
        raise ValueError(at) from None


def decode(text: str) -> object:
    """Return the one value of a text; ValueError where it is not exactly one, RecursionError where it is too deep."""
    value, end = decode_at(text, _skip(text, 0))
    if _skip(text, end) != len(text):
        raise ValueError(end)
    return value


def ascii_text(value: object) -> str:
    """Return a value as compact JSON in ASCII."""
    return "".join(_write_ascii(value, 0))


def strict_text(value: object) -> str:
    """Return a value as compact JSON in ASCII that every reader takes; ValueError for a number that is none."""
    return "".join(_write_strict(value, 0))


def units(text: str) -> int:
    """Return the UTF-16 units of a text: the characters that the client counts."""
    # with the mark in front: "utf-16" alone is built in, "utf-16-le" imports a module
    return len(text) if text.isascii() else (len(text.encode("utf-16", "surrogatepass")) >> 1) - 1


def json_units(value: object) -> int:
    """Return the UTF-16 units of the client's own JSON of a value; RecursionError where it is too deep."""
    return units("".join(_write(value, 0)))


def objects(text: str, *, is_line: Callable[[object], bool] | None = None) -> tuple[list[dict[str, object]], list[str]]:
    """Return every whole object of a physical line, in order, and the reasons for what was left over.

    `is_line` says what, behind a torn stub, is a line's own object and not one nested in the stub.
    """
    found: list[dict[str, object]] = []
    reasons: list[str] = []
    at, end = _skip(text, 0), len(text)
    while at < end:
        try:
            value, at = decode_at(text, at)
        except RecursionError:
            reasons.append("unreadable")
            break
        except ValueError:
            reasons.append("unreadable")
            at = _next_whole(text, at, is_line or _is_line)
            if at < 0:
                break
            continue
        if isinstance(value, dict):
            found.append(value)
        else:
            reasons.append("not an object")
        at = _skip(text, at)
    return found, reasons


def _skip(text: str, at: int) -> int:
    end = len(text)
    while at < end and text[at] in _SPACE:
        at += 1
    return at


def _next_whole(text: str, torn: int, is_line: Callable[[object], bool]) -> int:
    """Return where, behind a torn stub, an object starts that is a transcript line of its own, or -1.

    Objects nested in the stub also decode; only a line's own object looks like one (`is_line`), and it
    reaches to the end of the physical line or to the next such object.
    """
    work = 0
    at = text.find("{", torn + 1)
    for _ in range(_TRIES):
        if at < 0 or work > _WORK:
            return -1
        try:
            value, stop = decode_at(text, at)
        except (ValueError, RecursionError):
            work += len(text) - at
        else:
            if is_line(value) and _ends(text, stop):
                return at
            work += stop - at
            at = stop - 1
        at = text.find("{", at + 1)
    return -1


def _is_line(value: object) -> bool:
    """Say whether a value is a line of Claude Code: it carries `type` beside a session or a leaf."""
    return isinstance(value, dict) and "type" in value and ("sessionId" in value or "leafUuid" in value)


def _ends(text: str, at: int) -> bool:
    at = _skip(text, at)
    return at == len(text) or text[at] == "{"
