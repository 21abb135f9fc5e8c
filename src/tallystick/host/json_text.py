"""The text of a JSON object and where its members stand in it, so that one can be changed and no other byte is.

It takes JSON and nothing else: what a client may let pass (comments, a last comma, a key twice) is refused with its
place, because a text that two programs read differently is none to edit.
"""

from __future__ import annotations

import json
import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]

_DEEPEST = 100
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = ("true", "false", "null")
_KINDS = {
    "[": "a list",
    "{": "an object",
    '"': "a text",
    "t": "a value",
    "f": "a value",
    "n": "a value",
    "-": "a number",
}


class NotJson(Exception):
    """What stands at a line and column (both from 1) that is not JSON, or not an object."""

    def __init__(self, text: str, at: int, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault
        self.line = text.count("\n", 0, at) + 1
        self.column = at - (text.rfind("\n", 0, at) + 1) + 1


class Member:
    """A member by offsets into the text; `lead`: where the space before its key begins, `end`: where its value ends."""

    __slots__ = ("end", "key", "key_end", "lead", "start", "value")

    def __init__(self, key: str, lead: int, start: int, key_end: int, value: int, end: int) -> None:
        self.key = key
        self.lead = lead
        self.start = start
        self.key_end = key_end
        self.value = value
        self.end = end


class Members:
    """The members of the object that a text holds, in their order; `opening` and `closing` are its braces."""

    __slots__ = ("closing", "members", "opening", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.members: list[Member] = []
        self.opening = _space(text, 0)
        if text[self.opening : self.opening + 1] != "{":
            raise NotJson(text, self.opening, _misplaced(text, self.opening, "an object"))
        end = _object(text, self.opening, 1, self.members)
        self.closing = end - 1
        rest = _space(text, end)
        if rest != len(text):
            raise NotJson(text, rest, _comment(text, rest) or "something stands behind the end of the object")
        try:
            json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NotJson(text, getattr(error, "pos", self.opening), str(error)) from None

    def find(self, key: str) -> Member | None:
        """Return the member with a key."""
        return next((member for member in self.members if member.key == key), None)

    def value_of(self, member: Member) -> str:
        """Return the text of a member's value."""
        return self.text[member.value : member.end]


class Item:
    """An item of a list by offsets into the text; `lead`: where the space before it begins."""

    __slots__ = ("end", "lead", "start")

    def __init__(self, lead: int, start: int, end: int) -> None:
        self.lead = lead
        self.start = start
        self.end = end


class Items:
    """The items of the list that a text holds, in their order; `opening` and `closing` are its brackets."""

    __slots__ = ("closing", "items", "opening", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[Item] = []
        self.opening = _space(text, 0)
        if text[self.opening : self.opening + 1] != "[":
            raise NotJson(text, self.opening, _misplaced(text, self.opening, "a list"))
        self.closing = _list(text, self.opening, 1, self.items) - 1

    def value_of(self, item: Item) -> str:
        """Return the text of an item."""
        return self.text[item.start : item.end]


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _object(text: str, at: int, depth: int, found: list[Member] | None = None) -> int:
    """Read the object that opens at an offset, note its members, and return where it ends."""
    keys: set[str] = set()
    lead = at + 1
    place = _space(text, lead)
    if text[place : place + 1] == "}":
        return place + 1
    while True:
        if text[place : place + 1] != '"':
            raise NotJson(text, place, _misplaced(text, place, "a key in double quotes"))
        key, key_end = _text(text, place)
        if key in keys:
            raise NotJson(text, place, f"{json.dumps(key, ensure_ascii=False)[:60]} stands twice in one object")
        keys.add(key)
        colon = _space(text, key_end)
        if text[colon : colon + 1] != ":":
            raise NotJson(text, colon, _misplaced(text, colon, "a colon"))
        value = _space(text, colon + 1)
        end = _value(text, value, depth)
        if found is not None:
            found.append(Member(key, lead, place, key_end, value, end))
        comma = _space(text, end)
        if text[comma : comma + 1] == "}":
            return comma + 1
        lead, place = _after_comma(text, comma, "}")


def _list(text: str, at: int, depth: int, found: list[Item] | None = None) -> int:
    """Read the list that opens at an offset, note its items, and return where it ends."""
    lead = at + 1
    place = _space(text, lead)
    if text[place : place + 1] == "]":
        return place + 1
    while True:
        end = _value(text, place, depth)
        if found is not None:
            found.append(Item(lead, place, end))
        comma = _space(text, end)
        if text[comma : comma + 1] == "]":
            return comma + 1
        lead, place = _after_comma(text, comma, "]")


def _after_comma(text: str, comma: int, closing: str) -> tuple[int, int]:
    """Return what follows a comma: where its space begins, and where that ends."""
    if text[comma : comma + 1] != ",":
        raise NotJson(text, comma, _misplaced(text, comma, f"a comma or {closing}"))
    place = _space(text, comma + 1)
    if text[place : place + 1] == closing:
        raise NotJson(text, comma, f"a comma with nothing but {closing} behind it")
    return comma + 1, place


def _value(text: str, at: int, depth: int) -> int:
    first = text[at : at + 1]
    if first == '"':
        return _text(text, at)[1]
    if first and first in "{[":
        if depth == _DEEPEST:
            raise NotJson(text, at, f"nested deeper than {_DEEPEST} levels")
        return _object(text, at, depth + 1) if first == "{" else _list(text, at, depth + 1)
    number = _NUMBER.match(text, at)
    if number:
        return number.end()
    for word in _WORDS:
        if text.startswith(word, at):
            return at + len(word)
    raise NotJson(text, at, _misplaced(text, at, "a value"))


def _text(text: str, at: int) -> tuple[str, int]:
    try:
        found, end = scanstring(text, at + 1, True)  # noqa: FBT003 - json's own
    except JSONDecodeError as error:
        fault = "a text without its end" if error.msg.startswith("Unterminated") else error.msg.rstrip(" at").lower()
        raise NotJson(text, error.pos, fault) from None
    return str(found), int(end)


def _misplaced(text: str, at: int, expected: str) -> str:
    if at >= len(text):
        return f"the file ends where {expected} is expected"
    found = _KINDS.get(text[at]) if expected in {"an object", "a list"} else None
    return _comment(text, at) or f"{found or repr(text[at])} where {expected} is expected"


def _comment(text: str, at: int) -> str | None:
    return "a comment, which JSON does not have" if text.startswith(("//", "/*", "#"), at) else None
